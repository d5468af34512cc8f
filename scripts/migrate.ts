/**
 * `npm run db:migrate`: brings the local D1 under HELIOS_DATA to the newest migration without starting
 * Helios. `npm start` does the same by itself; `npm run deploy` migrates a deployed D1.
 */
import { buildAll } from "./build.ts";
import { claimDataDir, removeRunFile } from "./runner/data-dir.ts";
import { withDatabase } from "./runner/database.ts";
import { applyMigrations } from "./runner/migrations.ts";
import { SettingsError, readSettings } from "./runner/settings.ts";

try {
  const { dataDir, port } = readSettings(process.env, []);
  await claimDataDir(dataDir, port, console.log);
  await buildAll();
  const applied = await withDatabase(dataDir, applyMigrations);
  removeRunFile(dataDir);
  console.log(
    applied.length > 0 ? `migrated: ${applied.join(", ")}` : `nothing to migrate in ${dataDir}`,
  );
} catch (error) {
  console.error(error instanceof SettingsError ? error.message : error);
  process.exitCode = 1;
}
