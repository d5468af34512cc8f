import { globSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { SettingsError } from "./settings.ts";

/**
 * Reads the structure of the local D1's files, which nobody else may hold open; none are fine. Throws SettingsError when
 * one is damaged: starting on it would make it worse.
 */
export function requireSoundDatabase(dataDir: string): void {
  for (const name of globSync("d1/**/*.sqlite", { cwd: dataDir })) {
    const found = quickCheck(join(dataDir, name));
    if (found !== "ok")
      throw new SettingsError(
        `The database ${name} under ${dataDir} is damaged (${found.replace(/\s+/g, " ").slice(0, 200)}). Helios does not start on it, so that nothing gets worse: put a copy of the folder from before in its place.`,
      );
  }
}

/** "ok", or what is wrong. */
function quickCheck(path: string): string {
  let db: DatabaseSync | null = null;
  try {
    db = new DatabaseSync(path);
    return String(db.prepare("PRAGMA quick_check(1)").get()?.quick_check);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    db?.close();
  }
}
