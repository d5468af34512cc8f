/** SQLite with the tables and indexes of the migrations, for statements that D1 would run. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";

export function migrate(sqlite: DatabaseSync): void {
  const migrations = join(import.meta.dirname, "../migrations");
  for (const name of readdirSync(migrations).sort())
    if (name.endsWith(".sql"))
      sqlite.exec(
        readFileSync(join(migrations, name), "utf8").replaceAll("--> statement-breakpoint", ""),
      );
}
