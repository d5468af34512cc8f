/**
 * The local D1 on its own, before any Worker serves: migrations and the seed are done when the first
 * request can come, so that a healthy Helios has its tables and its accounts.
 */
import { Miniflare, convertV4MiniflareOptions } from "miniflare";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { OUT } from "#scripts/build.ts";
import { folderEnvironment } from "./processes.ts";

type WebOptions = { name: string; options: { d1Databases?: Record<string, { id: string }> } };

/** The id that names the database on disk, as the built web Worker has it. */
function databaseId(): string {
  const records = JSON.parse(readFileSync(join(OUT, "options.json"), "utf8")) as WebOptions[];
  const id = records.find(({ name }) => name === "helios-web")?.options.d1Databases?.DB?.id;
  if (!id) throw new Error("wrangler.toml names no D1 database");
  return id;
}

/** Opens the D1 under the data folder for as long as `use` takes. Nobody else may hold the folder. */
export async function withDatabase<T>(
  dataDir: string,
  use: (db: D1Database) => Promise<T>,
): Promise<T> {
  const worker = {
    modules: true as const,
    script: "export default { fetch: () => new Response() };",
    d1Databases: { DB: databaseId() },
  };
  const miniflare = new Miniflare({
    ...convertV4MiniflareOptions(worker),
    resourcePersistencePath: dataDir,
    unsafeRuntimeEnv: folderEnvironment(dataDir),
  });
  try {
    return await use((await miniflare.getD1Database("DB")) as unknown as D1Database);
  } finally {
    await miniflare.dispose();
  }
}
