import { Miniflare, convertV4MiniflareOptions } from "miniflare";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sha256Hex } from "#app/db/secrets.ts";
import { applyMigrations } from "#scripts/runner/migrations.ts";
import { firstSuperuserSql } from "./first-superuser.ts";

const NOW = Date.UTC(2026, 10, 21);
let miniflare: Miniflare;
let d1: D1Database;

beforeAll(async () => {
  const worker = {
    modules: true as const,
    script: "export default { fetch: () => new Response() };",
    d1Databases: { DB: "deployed" },
  };
  miniflare = new Miniflare(convertV4MiniflareOptions(worker));
  d1 = (await miniflare.getD1Database("DB")) as unknown as D1Database;
  await applyMigrations(d1);
});
afterAll(() => miniflare.dispose());

const run = async (sql: string) =>
  d1.batch(sql.split("\n").map((statement) => d1.prepare(statement)));
const rows = async (sql: string) => (await d1.prepare(sql).all<Record<string, unknown>>()).results;

test("the link's token is stored as a hash, valid for seven days, and the newest alone", async () => {
  await run((await firstSuperuserSql(NOW - 1000)).sql);
  const { token, sql } = await firstSuperuserSql(NOW);
  await run(sql);
  expect(sql).not.toContain(token);
  expect(
    await rows("SELECT token_hash, purpose, user_id, expires_at FROM password_tokens"),
  ).toEqual([
    {
      token_hash: sha256Hex(token),
      purpose: "first_superuser",
      user_id: null,
      expires_at: NOW + 7 * 86_400_000,
    },
  ]);
});

test("the service tiers are there once, however often it runs", async () => {
  const names = (await rows("SELECT name FROM service_tiers")).map(({ name }) => name);
  expect(names.length).toBeGreaterThan(0);
  expect(new Set(names).size).toBe(names.length);
});
