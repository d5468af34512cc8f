/** Writes what Helios' first start writes before it serves, into HELIOS_DATA. */
import { buildAll } from "#scripts/build.ts";
import { withDatabase } from "#scripts/runner/database.ts";
import { applyMigrations } from "#scripts/runner/migrations.ts";
import { seed } from "#scripts/runner/seed.ts";
import { readSettings } from "#scripts/runner/settings.ts";

const settings = readSettings(process.env, []);
await buildAll();
process.umask(0o077);
await withDatabase(settings.dataDir, async (db) => {
  await applyMigrations(db);
  await seed(db, settings);
});
