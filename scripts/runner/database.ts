/**
 * The local D1 on its own, before any Worker serves: migrations and the seed are done when the first
 * request can come, so that a healthy Helios has its tables and its accounts.
 */
import { Miniflare, convertV4MiniflareOptions } from "miniflare";
import { createHash, createHmac } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { OUT } from "#scripts/build.ts";
import { folderEnvironment } from "./processes.ts";
import { sqliteD1 } from "./sqlite-d1.ts";

type WebOptions = { name: string; options: { d1Databases?: Record<string, { id: string }> } };

/** The id that names the database on disk, as the built web Worker has it. */
function databaseId(): string {
  const records = JSON.parse(readFileSync(join(OUT, "options.json"), "utf8")) as WebOptions[];
  const id = records.find(({ name }) => name === "helios-web")?.options.d1Databases?.DB?.id;
  if (!id) throw new Error("wrangler.toml names no D1 database");
  return id;
}

/** Where Miniflare keeps the D1 of an id: in the object that it makes for it. */
export function databasePath(dataDir: string, id: string): string {
  const kind = "miniflare-D1DatabaseObject";
  const key = createHash("sha256").update(kind).digest();
  const half = (of: string | Buffer): Buffer =>
    createHmac("sha256", key).update(of).digest().subarray(0, 16);
  const name = half(id);
  return join(dataDir, "d1", kind, `${Buffer.concat([name, half(name)]).toString("hex")}.sqlite`);
}

/**
 * Opens the D1 under the data folder for as long as `use` takes. Nobody else may hold the folder. A first start has workerd
 * make it; a later one reads it by itself, which spares it one of two workerds.
 */
export async function withDatabase<T>(
  dataDir: string,
  use: (db: D1Database) => Promise<T>,
  id = databaseId(),
): Promise<T> {
  const path = databasePath(dataDir, id);
  if (!existsSync(path)) return withWorkerd(dataDir, use, id);
  const db = sqliteD1(path);
  try {
    return await use(db);
  } finally {
    db.close();
  }
}

/** By workerd, which makes it where there is none. */
export async function withWorkerd<T>(
  dataDir: string,
  use: (db: D1Database) => Promise<T>,
  id: string,
): Promise<T> {
  const worker = {
    modules: true as const,
    script: "export default { fetch: () => new Response() };",
    d1Databases: { DB: id },
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
