/** The D1 of a Helios that runs on this machine, for what no journey can bring about in a minute. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** workerd writes to it too: waits its turn, up to two minutes. */
export function openLocalDatabase(dataDir: string, timeout = 120_000): DatabaseSync {
  const dir = join(dataDir, "d1", "miniflare-D1DatabaseObject");
  const file = readdirSync(dir).find(
    (name) => name.endsWith(".sqlite") && name !== "metadata.sqlite",
  );
  if (file === undefined) throw new Error(`${dir} holds no database`);
  return new DatabaseSync(join(dir, file), { timeout });
}
