import { Miniflare, convertV4MiniflareOptions } from "miniflare";
import {
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { requireSoundDatabase } from "./check-database.ts";

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "helios-d1-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function withD1<T>(use: (db: D1Database) => Promise<T>): Promise<T> {
  const miniflare = new Miniflare({
    ...convertV4MiniflareOptions({
      modules: true as const,
      script: "export default { fetch: () => new Response() };",
      d1Databases: { DB: "db" },
    }),
    resourcePersistencePath: folder,
  });
  try {
    return await use((await miniflare.getD1Database("DB")) as unknown as D1Database);
  } finally {
    await miniflare.dispose();
  }
}

const fill = (db: D1Database) =>
  db.batch([
    db.prepare("CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT)"),
    db.prepare("CREATE INDEX t_name ON t (name)"),
    db.prepare(
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) INSERT INTO t SELECT i, 'name ' || i FROM n",
    ),
  ]);

/** Writes over part of the database's file. */
function damage(from: number, length: number): void {
  const paths = globSync("**/*.sqlite", { cwd: folder }).map((name) => join(folder, name));
  for (const each of paths) {
    const db = new DatabaseSync(each);
    db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    db.close();
  }
  const path = paths.sort((a, b) => statSync(b).size - statSync(a).size)[0] as string;
  const bytes = readFileSync(path);
  bytes.fill(0xa5, from, from + length);
  writeFileSync(path, bytes);
}

describe("a database", () => {
  it("that is whole is taken", async () => {
    await withD1(fill);
    expect(() => requireSoundDatabase(folder)).not.toThrow();
    await withD1((db) => db.prepare("SELECT count(*) FROM t").first());
    expect(() => requireSoundDatabase(join(folder, "none"))).not.toThrow();
  });

  it.each([
    ["in its pages", 4096 * 3, 4096],
    ["in its schema", 100, 2000],
    ["in its header", 0, 100],
  ])("that is damaged %s is refused in words", async (_, from, length) => {
    await withD1(fill);
    damage(from, length);
    expect(() => requireSoundDatabase(folder)).toThrow(
      /^The database .* is damaged \([^\n]+\)\. Helios does not start on it/,
    );
  });

  it.each([
    "d1/miniflare-D1DatabaseObject/metadata.sqlite",
    "do/helios-ingest-DeviceRecorder/metadata.sqlite",
    "r2/miniflare-R2BucketObject/a1.sqlite",
  ])("of the data folder is read too: %s", (name) => {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    const db = new DatabaseSync(path);
    db.exec("CREATE TABLE t (id INTEGER PRIMARY KEY)");
    db.close();
    expect(() => requireSoundDatabase(folder)).not.toThrow();
    damage(4096, 4096);
    expect(() => requireSoundDatabase(folder)).toThrow(`The database ${name} `);
  });

  it("of one machine's recorder is left to that recorder", () => {
    mkdirSync(join(folder, "do/helios-ingest-DeviceRecorder"), { recursive: true });
    writeFileSync(join(folder, "do/helios-ingest-DeviceRecorder/0a1b.sqlite"), "no database");
    expect(() => requireSoundDatabase(folder)).not.toThrow();
  });
});
