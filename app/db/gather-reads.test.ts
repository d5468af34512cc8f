import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { countColumns, gatherReads } from "./gather-reads.ts";

let miniflare: Miniflare;
let trips: string[];
let d1: D1Database;

beforeAll(async () => {
  miniflare = new Miniflare(
    convertV4MiniflareOptions({ modules: true, script: "export default {}", d1Databases: ["DB"] }),
  );
  const real = await miniflare.getD1Database("DB");
  await real.batch(
    ["create table a (id integer, name text)", "create table b (id integer, name text)"].map(
      (sql) => real.prepare(sql),
    ),
  );
  await real.batch(
    [
      "insert into a values (1, 'one'), (2, null)",
      "insert into b values (1, 'eins'), (3, 'drei')",
    ].map((sql) => real.prepare(sql)),
  );
  // Counts what leaves: a batch is one trip, a read alone another.
  d1 = gatherReads(
    new Proxy(real, {
      get(target, name) {
        if (name === "batch") {
          return (statements: D1PreparedStatement[]) => {
            trips.push(`batch of ${statements.length}`);
            return target.batch(statements);
          };
        }
        return Reflect.get(target, name, target).bind(target) as unknown;
      },
    }),
  );
});
afterAll(() => miniflare.dispose());
beforeEach(() => {
  trips = [];
});

const read = (sql: string, ...params: unknown[]) =>
  d1
    .prepare(sql)
    .bind(...params)
    .raw();
const joined =
  'select "a"."id", "a"."name", "b"."id", "b"."name" from a left join b on b.id = a.id order by "a"."id" desc';

describe("reads side by side", () => {
  it("go as one batch, and joined columns of one name stay apart", async () => {
    const later = Promise.resolve().then(() =>
      read("select name from b where id = ? limit ?", 3, 5),
    );
    expect(await Promise.all([read(joined), later, read("select count(*) from a")])).toEqual([
      [
        [2, null, null, null],
        [1, "one", 1, "eins"],
      ],
      [["drei"]],
      [[2]],
    ]);
    expect(trips).toEqual(["batch of 3"]);
  });

  it("fail or not each for itself", async () => {
    const [good, bad] = await Promise.allSettled([
      read("select name from a where id = 1"),
      read("select nothing from a"),
    ]);
    expect(good).toMatchObject({ status: "fulfilled", value: [["one"]] });
    expect(bad).toMatchObject({
      status: "rejected",
      reason: expect.objectContaining({ message: expect.stringContaining("nothing") }),
    });
  });

  it("that wait for each other go one after the other, alone", async () => {
    await read("select name from a");
    await read("select name from b");
    expect(trips).toEqual([]);
  });
});

describe("the columns of a read", () => {
  it.each([
    ['select "a", "b, c", (select x, y from t) from "t"', 3],
    ["select case when a = ',' then 1 else max(b, c) end from t", 1],
    ["select 1", null],
    ["select * from t", null],
    ["insert into t values (1, 2)", null],
    ["with q as (select 1, 2 from t) select a from q", null],
  ])("%s: %s", (sql, columns) => {
    expect(countColumns(sql)).toBe(columns);
  });
});
