import { and, eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { customers } from "./schema/index.ts";
import { openTestDb, openWorkerdDb } from "#tests/factories/db.ts";
import { createCustomer } from "#tests/factories/people.ts";
import { isAsRead } from "./as-it-stands.ts";

/** "pl\ud800nt \udc00" as older releases stored it: each half of a character is three bytes that are none. */
const DAMAGED = sql`cast(x'706CEDA0806E7420EDB080' as text)`;

describe.each([
  ["the tests'", openTestDb()],
  ["workerd's", openWorkerdDb()],
])("a row with half a character in %s database", (_, db) => {
  let id: number;
  beforeAll(async () => {
    id = await createCustomer(db());
  });
  const read = async () => (await db().select().from(customers).where(eq(customers.id, id)).get())!;
  const change = async (row: Awaited<ReturnType<typeof read>>, name: string) => {
    const where = and(eq(customers.id, id), isAsRead(customers, row, ["name", "city"]));
    const done = await db().update(customers).set({ name }).where(where).returning();
    return done.length;
  };
  const damage = () => db().update(customers).set({ name: DAMAGED }).where(eq(customers.id, id));

  it("is mended by who reads it", async () => {
    await damage();
    const row = await read();
    expect(row.name).toMatch(/^pl\ufffd+nt \ufffd+$/);
    expect([await change(row, "plant"), (await read()).name]).toEqual([1, "plant"]);
  });
  it("is not changed by who read it before somebody else did", async () => {
    await damage();
    const row = await read();
    for (const meanwhile of ["plXnt X", "other\ufffd"]) {
      await db().update(customers).set({ name: meanwhile }).where(eq(customers.id, id));
      expect([await change(row, "plant"), (await read()).name]).toEqual([0, meanwhile]);
    }
    const others = sql`cast(x'6F74686572EDA080' as text)`;
    await db().update(customers).set({ name: others }).where(eq(customers.id, id));
    expect(await change(row, "plant")).toBe(0);
  });
  it("is what it is where somebody typed the sign of what can't be read", async () => {
    await db().update(customers).set({ name: "a\ufffdb" }).where(eq(customers.id, id));
    expect(await change(await read(), "ab")).toBe(1);
  });
});
