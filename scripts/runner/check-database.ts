import { globSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { SettingsError } from "./settings.ts";

/** D1; when which Durable Object is woken, without which workerd ends as it starts; what is in R2. */
const NEEDED_BY_ALL = ["d1/**/*.sqlite", "do/**/metadata.sqlite", "r2/**/*.sqlite"];

/**
 * Reads the structure of the databases without which nothing works, which nobody else may hold open; none are fine. Throws
 * SettingsError when one is damaged: starting on it would make it worse. A machine's recorder says for itself that it is.
 */
export function requireSoundDatabase(dataDir: string): void {
  for (const name of globSync(NEEDED_BY_ALL, { cwd: dataDir })) {
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
