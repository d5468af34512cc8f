/** D1 on Node's SQLite (scripts/runner/sqlite-d1.ts) says what workerd's says: each question is put to both. */
import { DatabaseSync } from "node:sqlite";
import { beforeAll, expect, test } from "vitest";
import { seedDemo } from "#app/db/seed/demo.ts";
import { allRows } from "./factories/all-rows.ts";
import { openTestDb, openWorkerdDb, workerdD1 } from "./factories/db.ts";
import { NOW } from "./factories/people.ts";
import { sqliteD1 } from "#scripts/runner/sqlite-d1.ts";

type How = "all" | "raw" | "run" | "first";
type Said = { value?: unknown; error?: string | undefined; cause?: string | undefined };
type Question = { sql: string; params?: unknown[]; how?: How };

const inWorkerd = openWorkerdDb();
const inProcess = openTestDb();
let both: D1Database[];
beforeAll(async () => {
  both = [await workerdD1(), sqliteD1()];
});

const times = (count: number, text: string): string => Array<string>(count).fill(text).join(",");
const one = (sql: string, ...params: unknown[]): Question => ({ sql, params });

/** By what it says something of. In this order: some rest on those before. */
const QUESTIONS: [string, Question[]][] = [
  ["numbers", [one("select typeof(?) a, ?/2 b, cast(? as text) c, typeof(5) d, -0.0 e", 5, 5, 5)]],
  ["numbers that JSON does not have", [one("select ? a, ? b, 9e999 c", NaN, Infinity)]],
  [
    "booleans and null",
    [one("select ? a, typeof(?) b, ? c, typeof(?) d", true, false, null, null)],
  ],
  [
    "bytes",
    [
      one(
        "select ? a, hex(?) b, typeof(?) c, x'0102' d",
        ...[0, 1, 2].map(() => Uint8Array.of(1, 255)),
      ),
    ],
  ],
  ["lists of bytes", [one("select hex(?) a", [1, 2, 255])]],
  ["other values", [one("select ?", undefined), one("select ?", {}), one("select ?", [300])]],
  [
    "texts",
    [
      one("select ? a, length(?) b, hex(?) c", "é😀", "a\0b", "a\0b"),
      one("select upper('é') a, 'É' like 'é' b"),
    ],
  ],
  ["columns of one name", [one("select 1 a, 2 a"), { sql: "select 1 a, 2 a", how: "raw" }]],
  ["names of columns", [one("select 1, 'a' || 'b', ? + 1, max(2, 3) as largest", 1)]],
  [
    "too few and too many values",
    [
      one("select ?, ?", 1),
      one("select ?", 1, 2),
      one("select ?2, ?1", 1, 2),
      one("select ?2, ?1", 1),
    ],
  ],
  [
    "several statements in one",
    [one("select 1; select 2 a"), one("select 1; select ? a ; ", 2), one("select ?; select 2", 1)],
  ],
  ["none", [one(""), one("  "), one("-- nothing")]],
  [
    "errors in words",
    [
      one("selec 1"),
      one("select * from nope"),
      one("select nope from (select 1)"),
      one("select abs(-9223372036854775808)"),
      one('select "nope" a'),
    ],
  ],
  [
    "limits",
    [
      one(`select ${times(100, "?")}`, ...Array<number>(100).fill(1)),
      one(`select max(${times(101, "?")})`, ...Array<number>(101).fill(1)),
      one(`select ${times(101, "1")}`),
      ...[5, 6].map((n) => one(Array<string>(n).fill("select 1 x").join(" union all "))),
      ...[99, 100].map((n) => one(`select ${"(1+".repeat(n)}1${")".repeat(n)} a`)),
      ...[127, 128].map((n) => one(`select length(printf(${times(n, "'a'")})) a`)),
      ...[50, 51].map((n) => one("select 'a' like ? a", "a".repeat(n))),
      one("select 'a' glob ? a", "a".repeat(51)),
      one(`select 1 a /*${"x".repeat(99_000)}*/`),
    ],
  ],
  [
    "settings",
    [
      one("pragma foreign_keys"),
      one("pragma recursive_triggers"),
      one("pragma table_info('nothing')"),
    ],
  ],
  [
    "tables",
    [
      one(
        "create table a (id integer primary key autoincrement, name text not null unique, size real check (size > 0), parent integer references a (id) on delete cascade) strict",
      ),
      one(
        "create table b (a_id integer not null references a (id), at integer, primary key (a_id, at)) without rowid",
      ),
      one("create index b_at on b (at)"),
      one("create table c (total integer)"),
      one("create trigger counted after insert on a begin insert into c values (new.id); end"),
      one("create trigger kept before delete on b begin select raise(abort, 'b is kept'); end"),
    ],
  ],
  [
    "writes",
    [
      { sql: "insert into a (name, size) values (?, ?)", params: ["one", 1], how: "run" },
      one(
        "insert into a (name, size, parent) values (?, ?, ?) returning id, name, size",
        "two",
        2.5,
        1,
      ),
      { sql: "insert into a (name) values (?) returning *", params: ["three"], how: "raw" },
      { sql: "insert into a (name) values ('four')", how: "first" },
      { sql: "select * from a order by id", how: "first" },
      { sql: "select * from a where id = 99", how: "first" },
      one("select last_insert_rowid() a, changes() b"),
      { sql: "update a set size = 7 where id > ?", params: [1], how: "run" },
      { sql: "update a set size = 7 where id > ?", params: [100], how: "run" },
      one(
        "insert into a (name) values ('one') on conflict (name) do update set size = 9 returning id, size",
      ),
      one("insert or ignore into a (name) values ('one')"),
      one("insert into b values (1, 5)"),
      one("select * from a left join b on b.a_id = a.id order by a.id"),
    ],
  ],
  [
    "refused writes",
    [
      one("insert into a (name) values ('one')"),
      one("insert into a (id, name) values (1, 'x')"),
      one("insert into a (name) values (null)"),
      one("insert into a (name, size) values ('x', -1)"),
      one("insert into a (name, size) values ('x', 'large')"),
      one("insert into a (id, name) values ('x', 'x')"),
      one("insert into b values (1, 5)"),
      one("insert into b values (99, 5)"),
      one("delete from a where id = 1"),
      one("delete from b"),
      one("insert into b values (null, 1)"),
      one("insert into nope values (1)"),
      one("select * from a"),
      one("select * from b"),
      one("select * from c"),
    ],
  ],
  [
    "what goes with it",
    [
      one("insert into a (name, parent) values ('five', 3)"),
      { sql: "delete from a where id = 3", how: "run" },
      one("select id, parent from a"),
      one("select name, seq from sqlite_sequence"),
    ],
  ],
  [
    "a table that grew",
    [
      one("select * from c limit 1"),
      one("alter table c add column more text default 'm'"),
      one("select * from c limit 1"),
      { sql: "select * from c limit 1", how: "raw" },
    ],
  ],
  [
    "JSON, dates and windows",
    [
      one(
        "select json_extract(?, '$.a[1]') a, json_group_array(id) b, json(?) c from a",
        '{"a":[1,2]}',
        "[1, 2]",
      ),
      one("select value from json_each(?) where value > ?", "[1,2,3]", 1),
      one(
        "select date('2026-01-31', '+1 month') a, strftime('%Y-%m-%dT%H', 0, 'unixepoch') b, unixepoch('2026-01-01') c",
      ),
      one("select id, row_number() over (order by id desc) n from a order by id"),
      one(
        "with recursive n(x) as (select 1 union all select x + 1 from n where x < 5) select sum(x) a from n",
      ),
    ],
  ],
];

for (const [what, questions] of QUESTIONS)
  test(`both say the same of ${what}`, async () => {
    for (const question of questions) {
      const [real, own] = await Promise.all(both.map((d1) => answer(d1, question)));
      expect(own, question.sql.slice(0, 200)).toEqual(real);
    }
  });

/** Each in words of its own. */
const REFUSED = [
  "begin",
  "savepoint a",
  "commit",
  "attach ':memory:' as a",
  "create temp table a (a)",
  "vacuum",
  `select 1 a /*${"x".repeat(101_000)}*/`,
];
test.each(REFUSED.map((sql) => [sql.slice(0, 24), sql]))("both refuse %s", async (_, sql) => {
  for (const d1 of both) expect((await answer(d1, one(sql))).error).toMatch(/^D1_ERROR: /);
});

const BATCHES = [
  ["insert into c values (100, 'x')", "insert into a (name) values (null)"],
  ["insert into c values (101, 'x')", "select * from nope"],
  [
    "insert into c values (102, 'x')",
    "select changes() a",
    "select total from c where total = 102",
  ],
  ["insert into c select 103, 'x' from c where 0", "select changes() a"],
  [
    "pragma defer_foreign_keys = on",
    "insert into b values (777, 1)",
    "insert into a (id, name) values (777, 'late')",
  ],
  ["insert into c values (104, 'x'); insert into c values (105, 'x')", "selec"],
  ["select * from c", "select * from a", "select * from b"],
];
test("of a batch that fails nothing stays, in both", async () => {
  for (const batch of BATCHES) {
    const [real, own] = await Promise.all(
      both.map((d1) =>
        said(async () => {
          const results = await d1.batch(batch.map((sql) => d1.prepare(sql)));
          return results.map(withoutCounts);
        }),
      ),
    );
    expect(own, batch.join("; ")).toEqual(real);
  }
  for (const d1 of both) {
    const left = await d1.prepare("select total from c where total >= 100").raw();
    expect(left).toEqual([[102]]);
  }
});

test("both know the same functions", async () => {
  const all = new DatabaseSync(":memory:")
    .prepare("select distinct name, narg from pragma_function_list")
    .all();
  expect(all.length).toBeGreaterThan(100);
  const isUnknown = ({ error = "" }: Said): boolean =>
    /not authorized|no such function/.test(error);
  const knownTo = async (d1: D1Database): Promise<string[]> => {
    const asked = all.map(async ({ name, narg }) => {
      const sql = `select "${String(name)}"(${times(Math.max(0, Number(narg)), "1")})`;
      return isUnknown(await answer(d1, one(sql))) ? [] : [sql];
    });
    return (await Promise.all(asked)).flat();
  };
  expect(await knownTo(both[1]!)).toEqual(await knownTo(both[0]!));
});

test("the demo is the same rows in both", async () => {
  const rows: Map<string, string>[] = [];
  for (const db of [inWorkerd(), inProcess()]) {
    let keys = 0;
    await seedDemo(db, { now: NOW, makeKey: () => `hsk_${++keys}` });
    const withoutSalt = (text: string): string => text.replace(/scrypt[$\w-]+/g, "(a hash)");
    const found = [...(await allRows(db))].map(
      ([table, all]) => [table, withoutSalt(all)] as const,
    );
    rows.push(new Map(found));
  }
  expect(rows[1]).toEqual(rows[0]);
  expect(rows[0]?.size).toBeGreaterThan(40);
});

const answer = (d1: D1Database, { sql, params, how = "all" }: Question): Promise<Said> =>
  said(async () => {
    const statement = d1.prepare(sql);
    const given = params === undefined ? statement : statement.bind(...params);
    const value = await (given as unknown as Record<How, () => Promise<unknown>>)[how]();
    return how === "all" || how === "run" ? withoutCounts(value as D1Result) : value;
  });

/** What D1 counts of rows, bytes and time is not of the answer. */
const withoutCounts = ({ success, results, meta }: D1Result): object => ({
  ...{ success, results, changes: meta.changes },
  // D1 has rows of its own, of which this one tells too.
  last: meta.changes > 0 ? meta.last_row_id : "",
});

/** An error's place in the SQL is told by one of them only. */
const words = (text: string | undefined): string | undefined => text?.replace(/ at offset \d+/, "");

async function said(ask: () => Promise<unknown>): Promise<Said> {
  try {
    return { value: await ask() };
  } catch (error) {
    const { message, cause } = error as Error;
    return { error: words(message), cause: words((cause as Error | undefined)?.message) };
  }
}
