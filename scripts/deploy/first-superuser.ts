/**
 * A deployed database without users gets what `HELIOS_SEED=empty npm start` gives a local one: the service
 * tiers and a one-time link for the first superuser. The seed runs on a D1 in memory; its rows become SQL.
 */
import { Miniflare, convertV4MiniflareOptions } from "miniflare";
import { openDb } from "#app/db/client.server.ts";
import { seedEmpty } from "#app/db/seed/empty.ts";
import { applyMigrations } from "#scripts/runner/migrations.ts";

const TABLES = ["service_tiers", "password_tokens"];

type Value = string | number | null;

export async function firstSuperuserSql(now: number): Promise<{ token: string; sql: string }> {
  const worker = {
    modules: true as const,
    script: "export default { fetch: () => new Response() };",
    d1Databases: { DB: "seed" },
  };
  const miniflare = new Miniflare(convertV4MiniflareOptions(worker));
  try {
    const d1 = (await miniflare.getD1Database("DB")) as unknown as D1Database;
    await applyMigrations(d1);
    const token = await seedEmpty(openDb(d1), { now });
    if (token === null) throw new Error("an empty database must ask for a first superuser");
    const statements = ["DELETE FROM password_tokens WHERE purpose = 'first_superuser';"];
    for (const table of TABLES) {
      const { results } = await d1.prepare(`SELECT * FROM ${table}`).all<Record<string, Value>>();
      // The ids are the real database's to give.
      for (const { id: _id, ...row } of results) statements.push(toInsert(table, row));
    }
    return { token, sql: statements.join("\n") };
  } finally {
    await miniflare.dispose();
  }
}

function toInsert(table: string, row: Record<string, Value>): string {
  const names = Object.keys(row).map((name) => `"${name}"`);
  return `INSERT OR IGNORE INTO ${table} (${names.join(", ")}) VALUES (${Object.values(row).map(toLiteral).join(", ")});`;
}

function toLiteral(value: Value): string {
  if (value === null) return "NULL";
  return typeof value === "number" ? String(value) : `'${value.replaceAll("'", "''")}'`;
}
