/** A real D1 for a test file: Miniflare's, in memory, with every migration applied. */
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll } from "vitest";
import { openDb, type Db } from "../../app/db/client.server.ts";

const MIGRATIONS = fileURLToPath(new URL("../../migrations/", import.meta.url));
const START_MS = 30_000;

const migrations = (): string[] =>
  readdirSync(MIGRATIONS)
    .filter((name) => name.endsWith(".sql"))
    .sort()
    .flatMap((name) => readFileSync(MIGRATIONS + name, "utf8").split("--> statement-breakpoint"))
    .map((statement) => statement.trim())
    .filter(Boolean);

/** Starts it before the tests of the file and stops it after; ask for the database inside a test. */
export function openTestDb(): () => Db {
  let miniflare: Miniflare | undefined;
  let db: Db | undefined;

  beforeAll(async () => {
    miniflare = new Miniflare(convertV4MiniflareOptions({ modules: true, script: "export default {}", d1Databases: ["DB"] }));
    const d1 = await miniflare.getD1Database("DB");
    await d1.batch(migrations().map((statement) => d1.prepare(statement)));
    db = openDb(d1);
  }, START_MS);
  afterAll(() => miniflare?.dispose());

  return () => {
    if (!db) throw new Error("the test database is there only while tests run");
    return db;
  };
}
