import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { batchingD1 } from "./batching-d1.ts";

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
  d1 = batchingD1(
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

describe("a batch", () => {
  it("of reads keeps every column, whatever it is called, and the order of the rows", async () => {
    const odd = 'select id, id, id + 1 as "id:1", count(*) over (), name as id from a order by id';
    const [rows, stars] = await Promise.all([
      read("select a.*, b.* from a join b on b.id = a.id order by a.id desc"),
      read(odd),
    ]);
    expect(rows).toEqual([[1, "one", 1, "eins"]]);
    expect(stars).toEqual(await read(odd));
  });

  it("of the caller's own goes as it is, its statements made here or by D1", async () => {
    const answers = await d1.batch([
      d1.prepare("select name from a where id = ?").bind(1),
      d1.prepare("select name from b where id = ?").bind(3),
    ]);
    expect(answers.map(({ results }) => results)).toEqual([[{ name: "one" }], [{ name: "drei" }]]);
    expect(trips).toEqual(["batch of 2"]);
  });
});

it("tells of what may write, before and after, and of no read", async () => {
  const told: string[] = [];
  const telling = batchingD1(d1, () => told.push("write"));
  await Promise.all([
    telling.prepare("select name from a").raw(),
    telling.prepare("select name from a").all(),
  ]);
  expect(told).toEqual([]);
  await telling.prepare("update a set name = name").run();
  await telling.batch([telling.prepare("select name from a")]);
  expect(told).toHaveLength(4);
});
