/** Writes what Helios' first start writes before it serves, into HELIOS_DATA. */
import { isNotNull } from "drizzle-orm";
import { openDb } from "#app/db/client.server.ts";
import { users } from "#app/db/schema/index.ts";
import { hashPassword } from "#app/db/secrets.ts";
import { DEMO_PASSWORD } from "#app/db/seed/demo.ts";
import { buildAll } from "#scripts/build.ts";
import { withDatabase } from "#scripts/runner/database.ts";
import { applyMigrations } from "#scripts/runner/migrations.ts";
import { seed } from "#scripts/runner/seed.ts";
import { readSettings } from "#scripts/runner/settings.ts";

/** A hash names what it cost: to sign in takes a test 2 ms instead of 0.2 s, some hundred times in a run. */
const QUICK = { N: 128, r: 8, p: 1 };

const settings = readSettings(process.env, []);
await buildAll();
process.umask(0o077);
await withDatabase(settings.dataDir, async (db) => {
  await applyMigrations(db);
  await seed(db, settings);
  const passwordHash = await hashPassword(DEMO_PASSWORD, QUICK);
  await openDb(db).update(users).set({ passwordHash }).where(isNotNull(users.passwordHash));
});
