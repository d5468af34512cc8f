/** The audit log is only added to, and a page of it reads few rows however many there are. */
import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { auditEntries } from "#app/db/schema/index.ts";
import { DAY_MS } from "#app/domain/durations.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { openTestDb } from "#tests/factories/db.ts";
import { createCustomer, createUser, NOW } from "#tests/factories/people.ts";
import { writeAuditFile } from "./audit-file.server.ts";
import { readAuditFilter, toAuditQuery } from "./audit-view.ts";
import { auditPage, listAudit, type AuditQuery } from "./list-audit.server.ts";

const ENTRIES = 30_000;
const STEP_MS = 1_000;
const db = openTestDb();
let boss: Actor;
let admin: Actor;
let someone: number;

beforeAll(async () => {
  const customerId = await createCustomer(db());
  boss = (await createUser(db(), { role: "superuser" })).actor;
  admin = (await createUser(db(), { role: "admin", customerId })).actor;
  someone = (await createUser(db(), { role: "user", customerId })).actor.userId;
  await db()
    .run(sql`insert into audit_entries (at, actor_user_id, actor_role, action, subject_type, subject_id, customer_id, after, count)
    with recursive n(i) as (select 0 union all select i + 1 from n where i < ${ENTRIES - 1})
    select ${NOW} + i * ${STEP_MS}, case when i = 77 then ${someone} else ${boss.userId} end, 'superuser',
      case when i = 99 then 'display.paired' else 'user.changed' end, case when i = 99 then 'display' else 'user' end,
      i % 100, case when i % 3 = 0 then ${customerId} else ${customerId} + 1 end, '{"n":' || i || '}', 1 from n`);
});

describe("the audit log", () => {
  it("refuses to be changed or deleted, but by retention; what counts goes on counting", async () => {
    const entry = { at: NOW, action: "user.changed", subjectType: "user" } as const;
    const [row] = await db().insert(auditEntries).values(entry).returning();
    const which = eq(auditEntries.id, row!.id);
    const refused = {
      cause: expect.objectContaining({
        message: expect.stringMatching(/never changed|three years/) as string,
      }) as Error,
    };
    await expect(
      db()
        .update(auditEntries)
        .set({ after: { forged: true } })
        .where(which),
    ).rejects.toMatchObject(refused);
    await expect(db().delete(auditEntries).where(which)).rejects.toMatchObject(refused);
    const counted = { ...entry, countedAs: "1:user", after: { last_at: "1" } };
    const [first] = await db().insert(auditEntries).values(counted).returning();
    const counting = eq(auditEntries.id, first!.id);
    await db()
      .update(auditEntries)
      .set({ count: 2, after: { last_at: "2" } })
      .where(counting);
    for (const forged of [
      { count: 1 },
      { count: 3, address: "10.0.0.1" },
      { count: 3, at: NOW + 1 },
    ])
      await expect(db().update(auditEntries).set(forged).where(counting)).rejects.toMatchObject(
        refused,
      );
    const old = { ...entry, at: Date.now() - 4 * 365 * DAY_MS };
    const [past] = await db().insert(auditEntries).values(old).returning();
    await db().delete(auditEntries).where(eq(auditEntries.id, past!.id));
    expect(await db().$count(auditEntries, eq(auditEntries.id, past!.id))).toBe(0);
  });

  it("finds by person, by subject and by time, each page beginning where the last one ended", async () => {
    const times = { from: NOW + 500 * STEP_MS, until: NOW + 700 * STEP_MS };
    const first = await listAudit({ db: db(), actor: boss }, { limit: 150, ...times });
    const numbers = (entries: { after: unknown }[]) =>
      entries.map(({ after }) => (after as { n: number }).n);
    expect(numbers(first.entries)).toEqual(Array.from({ length: 150 }, (_, i) => 699 - i));
    const rest = await listAudit(
      { db: db(), actor: boss },
      { limit: 150, before: first.nextBefore!, ...times },
    );
    expect([numbers(rest.entries), rest.nextBefore]).toEqual([
      Array.from({ length: 50 }, (_, i) => 549 - i),
      null,
    ]);
    const own = await listAudit({ db: db(), actor: admin }, { limit: 10, ...times });
    expect(numbers(own.entries).every((n) => n % 3 === 0)).toBe(true);
    const theirs = await listAudit({ db: db(), actor: boss }, { limit: 10, actorUserId: someone });
    expect(numbers(theirs.entries)).toEqual([77]);
    const walls = await listAudit({ db: db(), actor: boss }, { limit: 10, subjectType: "display" });
    expect(numbers(walls.entries)).toEqual([99]);
  });

  it("names fields as /v1 does, also those of lines that were written with other names", async () => {
    const old = { at: NOW, action: "machine.changed", subjectType: "machine" } as const;
    const changed = { before: { facilityId: 1 }, after: { facilityId: 2, facility_ids: [2] } };
    const [row] = await db()
      .insert(auditEntries)
      .values({ ...old, ...changed })
      .returning();
    const { entries } = await listAudit(
      { db: db(), actor: boss },
      { limit: 1, before: row!.id + 1 },
    );
    expect([entries[0]!.before, entries[0]!.after]).toEqual([
      { facility_id: 1 },
      { facility_id: 2, facility_ids: [2] },
    ]);
  });

  it("reads no more of it than a page, whatever is asked for", async () => {
    const time = { from: NOW + 5 * STEP_MS, until: NOW + 9_000 * STEP_MS };
    const asked: [Actor, Partial<AuditQuery>][] = [
      [boss, {}],
      [boss, { before: 12_345 }],
      [boss, time],
      [boss, { actorUserId: someone }],
      [boss, { subjectType: "display" }],
      [boss, { subjectType: "user", subjectId: 7 }],
      [admin, {}],
      [admin, time],
      [admin, { subjectType: "display" }],
      [admin, { subjectType: "display", before: 12_345, ...time }],
      [admin, { actorUserId: someone }],
      [boss, { actorUserId: someone, subjectType: "display" }],
      [admin, { actorUserId: someone, subjectType: "display" }],
    ];
    for (const [actor, query] of asked) {
      const plan = await planOf(actor, { limit: 50, ...query });
      // An index that answers in order: nothing is sorted, and no table is walked from its beginning.
      expect([
        query,
        plan.filter((step) => /TEMP B-TREE|SCAN(?! audit_entries$)/.test(step)),
      ]).toEqual([query, []]);
      if (Object.keys(query).length > 0) expect(plan.join()).toMatch(/SEARCH/);
      // What is asked for is found in the index, and not looked for among all of a customer or a person.
      const asked = [actor === admin, "subjectType" in query, "subjectId" in query];
      const found = plan.find((step) => step.includes(" audit_entries "))?.match(/=\?/g) ?? [];
      expect([query, found.length]).toEqual([
        query,
        [...asked, "actorUserId" in query].filter(Boolean).length,
      ]);
    }
  });

  it("is written to a file whole, page by page, with names of fields and no formula", async () => {
    const filter = readAuditFilter(new URLSearchParams("range=24h&person=-1&subject=nothing"));
    expect(filter).toEqual({ person: null, subject: null, range: "24h" });
    expect(readAuditFilter(new URLSearchParams("range=always")).range).toBeNull();
    const query = {
      ...toAuditQuery(filter, NOW),
      from: NOW,
      until: NOW + 1_200 * STEP_MS,
      subjectType: "user" as const,
    };
    let text = "";
    for await (const chunk of writeAuditFile({ db: db(), actor: boss }, query)) text += chunk;
    const lines = text.trimEnd().split("\r\n");
    expect(lines[0]).toContain("id,at,actor_id,actor,role,action");
    expect(lines.filter((line) => line.includes("user.changed"))).toHaveLength(lines.length - 1);
    expect(lines.length).toBeGreaterThan(1_190);
  });
});

/** How the statement of a page is answered. */
async function planOf(actor: Actor, query: AuditQuery): Promise<string[]> {
  const steps = await db().all<{ detail: string }>(
    sql`explain query plan ${auditPage({ db: db(), actor }, query).getSQL()}`,
  );
  return steps.map(({ detail }) => detail);
}
