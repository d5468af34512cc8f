/** What workerd made a later start opens by itself, and workerd goes on with what that wrote. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { databasePath, withDatabase, withWorkerd } from "./database.ts";
import { applyMigrations } from "./migrations.ts";

const ID = "00000000-0000-0000-0000-000000000001";
const dataDir = mkdtempSync(join(tmpdir(), "helios-database-"));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const write = (name: string) => (db: D1Database) =>
  db.prepare("insert into d1_migrations (name) values (?)").bind(name).run();
const read = async (db: D1Database): Promise<string[]> => {
  const { results } = await db
    .prepare("select name from d1_migrations order by id desc limit 2")
    .all<{ name: string }>();
  return results.map(({ name }) => name);
};

test("a database that workerd made is read and written in this process, and by workerd again", async () => {
  const path = databasePath(dataDir, ID);
  expect(existsSync(path)).toBe(false);
  const applied = await withDatabase(dataDir, applyMigrations, ID);
  expect(applied.length).toBeGreaterThan(30);
  expect(existsSync(path), "where Miniflare keeps it").toBe(true);

  expect(await withDatabase(dataDir, applyMigrations, ID)).toEqual([]);
  await withDatabase(dataDir, write("here"), ID);
  // Nothing of it waits beside it for whoever opens it next.
  expect(existsSync(`${path}-wal`)).toBe(false);
  await withWorkerd(dataDir, write("by workerd"), ID);
  expect(await withDatabase(dataDir, read, ID)).toEqual(["by workerd", "here"]);
});
