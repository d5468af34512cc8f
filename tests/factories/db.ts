/** A database for a test file: fresh, with every migration applied; D1 on Node's SQLite, or workerd's own. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, inject } from "vitest";
import { openDb, type Db } from "#app/db/client.server.ts";
import { sqliteD1 } from "#scripts/runner/sqlite-d1.ts";
import { remoteD1 } from "./remote-d1.ts";

const MIGRATIONS = fileURLToPath(new URL("../../migrations/", import.meta.url));
const START_MS = 180_000;

const migrations = (): string[] =>
  readdirSync(MIGRATIONS)
    .filter((name) => name.endsWith(".sql"))
    .sort()
    .flatMap((name) => readFileSync(MIGRATIONS + name, "utf8").split("--> statement-breakpoint"))
    .map((statement) => statement.trim())
    .filter(Boolean);

/**
 * Made before the tests of the file; ask for the database inside a test. `onTrip` is told of each round trip: its SQL, or
 * how many statements a batch has.
 */
export const openTestDb = (onTrip?: (what: string) => void): (() => Db) =>
  openDbOf(() => Promise.resolve(sqliteD1()), onTrip);

/** The same in workerd's D1, for what D1 itself must do: a hundred times the time, so for few files. */
export const openWorkerdDb = (): (() => Db) => openDbOf(workerdD1);

export const workerdD1 = async (): Promise<D1Database> =>
  remoteD1(await (await fetch(inject("newDatabase"))).text());

function openDbOf(make: () => Promise<D1Database>, onTrip?: (what: string) => void): () => Db {
  let db: Db | undefined;

  beforeAll(async () => {
    const d1 = await make();
    await d1.batch(migrations().map((statement) => d1.prepare(statement)));
    db = openDb(onTrip ? withTripsTold(d1, onTrip) : d1);
  }, START_MS);

  return () => {
    if (!db) throw new Error("the test database is there only while tests run");
    return db;
  };
}

const SENDS = new Set(["raw", "all", "run", "first"]);

function withTripsTold(d1: D1Database, onTrip: (what: string) => void): D1Database {
  const bound = (target: object, name: PropertyKey): unknown => {
    const value: unknown = Reflect.get(target, name, target);
    return typeof value === "function" ? (value.bind(target) as unknown) : value;
  };
  const statements = new WeakMap<object, D1PreparedStatement>();
  const told = (statement: D1PreparedStatement, sql: string): D1PreparedStatement => {
    const proxy = new Proxy(statement, {
      get(target, name) {
        if (name === "bind") return (...values: unknown[]) => told(target.bind(...values), sql);
        if (SENDS.has(String(name))) onTrip(sql);
        return bound(target, name);
      },
    });
    statements.set(proxy, statement);
    return proxy;
  };
  return new Proxy(d1, {
    get(target, name) {
      if (name === "prepare") return (sql: string) => told(target.prepare(sql), sql);
      if (name !== "batch") return bound(target, name);
      return (all: D1PreparedStatement[]) => {
        onTrip(`batch of ${all.length}`);
        return target.batch(all.map((one) => statements.get(one) ?? one));
      };
    },
  });
}
