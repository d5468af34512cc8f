import { and, eq, inArray } from "drizzle-orm";
import { beforeAll, describe, expect, it, vi } from "vitest";
import {
  auditEntries,
  burnRates,
  maintenanceHistory,
  maintenances,
  partsQuotes,
} from "#app/db/schema/index.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { VERBS } from "#app/domain/maintenance/catalogue.ts";
import { callApi } from "#tests/factories/api.ts";
import { openTestDb } from "#tests/factories/db.ts";
import {
  createCustomer,
  createSession,
  createFacility,
  createMachine,
  createUser,
  NOW,
} from "#tests/factories/people.ts";
import { maintenanceApi } from "./maintenance.api.server.ts";
import { answerMaintenanceForm } from "./maintenance.page.server.ts";
import { answerQuoteForm } from "./parts-quotes.page.server.ts";
import { isMaintenanceSort, MAINTENANCE_SORTS, sortMaintenances } from "./sort-maintenances.ts";

const DAY = 86_400_000;
const db = openTestDb();
let actor: Actor;
let user: Actor;
let deviceId: number;

beforeAll(async () => {
  const facilityId = await createFacility(db(), await createCustomer(db()), "America/Chicago");
  deviceId = (await createMachine(db(), { facilityId })).id;
  actor = (await createUser(db(), { role: "superuser" })).actor;
  user = (await createUser(db(), { role: "user", facilityIds: [facilityId] })).actor;
});

async function send(fields: Record<string, string>, who = actor, locale: "en" | "es" = "en") {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const answer = await answerMaintenanceForm(
    { db: db(), now: NOW, actor: who, locale } as never,
    deviceId,
    form,
  );
  const { done, result } = answer.data;
  return { status: answer.init?.status ?? 200, done, errors: result.error };
}
it("the form of the parts quotes says that one is answered, with a note, for superusers", async () => {
  const [{ id: maintenanceId } = { id: 0 }] = await db()
    .insert(maintenances)
    .values({
      ...{ deviceId, name: "Hoses", kind: "ink_pump_hoses", type: "replacement" as const },
      ...{
        verbs: VERBS.replacement,
        target: "hoses",
        actions: [],
        cutoffValue: 20,
        createdAt: NOW,
      },
    })
    .returning({ id: maintenances.id });
  const [quote] = await db()
    .insert(partsQuotes)
    .values({
      ...{ maintenanceId, deviceId, lifeFrom: NOW, userId: actor.userId, requestedAt: NOW },
      ...{ name: "Feed belts", kind: "custom", target: "Belts" },
    })
    .returning();
  const answer = async (fields: Record<string, string>, who = actor) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    const { data } = await answerQuoteForm({ db: db(), now: NOW, actor: who } as never, form);
    return data;
  };
  const id = String(quote!.id);
  expect((await answer({ intent: "save", id, state: "lost" })).result.error).toHaveProperty(
    "state",
  );
  const long = await answer({ intent: "save", id, state: "asked", note: "x".repeat(501) });
  expect(long.result.error).toHaveProperty("note");
  const change = { state: "answered", note: "Sent on Monday" };
  expect((await answer({ intent: "save", id, ...change })).done).toEqual({ id: quote!.id });
  expect(await db().select().from(partsQuotes).where(eq(partsQuotes.id, quote!.id))).toMatchObject([
    change,
  ]);
  expect((await answer({ intent: "save", id, state: "asked" }, user)).done).toBeNull();
  await db().delete(maintenances).where(eq(maintenances.id, maintenanceId));
});

const rowOf = (id: number) => db().select().from(maintenances).where(eq(maintenances.id, id)).get();

describe("the forms of the tab", () => {
  it("add, mark done, snooze, take up again and delete", async () => {
    const added = await send({ intent: "add", kind: "transmission_life", double_up: "on" });
    expect(added).toMatchObject({ status: 200, done: { name: "Transmission life" } });
    const id = String(added.done!.id);
    expect(await rowOf(Number(id))).toMatchObject({ doubleUp: true });
    const day = "2026-11-01";
    const marked = () =>
      send({ intent: "complete", id, performed_at: day, prediction_accuracy: "2" });
    expect(await marked()).toMatchObject({ status: 200, done: { isRepeat: false } });
    expect(await marked()).toMatchObject({ status: 200, done: { isRepeat: true } });
    expect(await rowOf(Number(id))).toMatchObject({
      ...{ lastPerformedAt: Date.UTC(2026, 10, 1, 18), doubleUp: false },
    });
    await db()
      .update(maintenances)
      .set({ recommendedDate: NOW - DAY })
      .where(eq(maintenances.id, Number(id)));
    await db()
      .insert(burnRates)
      .values({ maintenanceId: Number(id), systemTime: NOW, value: 5 });
    const snooze = { intent: "snooze", id, snoozed_until: "2026-11-25", snooze_reason: "Parts" };
    expect(await send(snooze)).toMatchObject({ status: 200 });
    expect(await rowOf(Number(id))).toMatchObject({ snoozeReason: "Parts" });
    expect(await send({ intent: "unsnooze", id })).toMatchObject({ status: 200 });
    expect(await rowOf(Number(id))).toMatchObject({ snoozedUntil: null });
    expect(await send({ intent: "delete", id })).toMatchObject({ status: 200 });
    expect(await rowOf(Number(id))).toBeUndefined();
    expect(await send({ intent: "delete", id })).toMatchObject({
      ...{ status: 200, done: { id: Number(id) } },
    });
    expect(await send({ ...snooze })).toMatchObject({
      ...{ status: 404, done: null, errors: { "": [{ code: "gone" }] } },
    });
  });

  it("call what they did by its name in the reader's language, deleted work too", async () => {
    const added = await send({ intent: "add", kind: "feed_belts" }, actor, "es");
    const id = String(added.done!.id);
    const deleted = await send({ intent: "delete", id }, actor, "es");
    expect([added.done?.name, deleted.done?.name]).toEqual([
      "Bandas de alimentación",
      "Bandas de alimentación",
    ]);
  });

  it("delete what DELETE with ?all deletes, history and all, with the same line of the audit log", async () => {
    const before = async (name: string) => {
      const { done } = await send({
        ...{ intent: "add_custom", custom_name: name, lifetime_days: "9" },
        custom_cutoff_value: "20",
      });
      await send({ intent: "complete", id: String(done!.id), performed_at: "2026-11-18" });
      return done!.id;
    };
    const [byForm, byCall] = [await before("By the form"), await before("By /v1")];
    await send({ intent: "delete", id: String(byForm) });
    const one = maintenanceApi.find(({ path }) => path === "/v1/maintenances/{id}")!;
    const { status } = await callApi(
      { db: db(), now: NOW },
      one,
      `/v1/maintenances/${byCall}?all`,
      {
        ...{ method: "DELETE", params: { id: String(byCall) } },
        token: (await createSession(db(), actor)).token,
      },
    );
    expect(status).toBe(200);
    for (const id of [byForm, byCall]) {
      expect(await rowOf(id)).toBeUndefined();
      expect(await db().$count(maintenanceHistory, eq(maintenanceHistory.maintenanceId, id))).toBe(
        0,
      );
    }
    const lines = await db()
      .select({ subjectId: auditEntries.subjectId, before: auditEntries.before })
      .from(auditEntries)
      .where(
        and(
          eq(auditEntries.action, "maintenance.deleted"),
          inArray(auditEntries.subjectId, [byForm, byCall]),
        ),
      );
    const performedAt = Date.UTC(2026, 10, 18, 18);
    expect(lines).toMatchObject([
      {
        subjectId: byForm,
        before: { name: "By the form", kind: "custom", last_performed_at: performedAt },
      },
      {
        subjectId: byCall,
        before: { name: "By /v1", kind: "custom", last_performed_at: performedAt },
      },
    ]);
  });

  it("keep what is wrong at its field, and are refused to users as a whole", async () => {
    const custom = {
      ...{ intent: "add_custom", custom_name: "Guide", lifetime_days: "1,5" },
      custom_cutoff_value: "20",
    };
    expect((await send({ ...custom, custom_cutoff_value: "101" })).errors).toEqual({
      custom_cutoff_value: [{ code: "at_most", most: 100 }],
    });
    const { done } = await send(custom);
    expect(await rowOf(done!.id)).toMatchObject({ maxTagThreshold: 36 });
    const logged = vi.spyOn(console, "log").mockImplementation(() => {});
    expect(await send({ ...custom, custom_name: "GUIDE" })).toMatchObject({
      status: 422,
      errors: { custom_name: [{ code: "maintenance_name_taken", name: "GUIDE" }] },
    });
    expect(logged.mock.calls.flat().map((line) => JSON.parse(String(line)) as unknown)).toEqual([
      { event: "form_refused", intent: "add_custom", status: 422, fields: ["custom_name"] },
    ]);
    logged.mockClear();
    const byCall = await callApi(
      { db: db(), now: NOW },
      maintenanceApi.find(({ path }) => path === "/v1/maintenances")!,
      "/v1/maintenances",
      {
        method: "POST",
        token: (await createSession(db(), actor)).token,
        body: {
          device_id: deviceId,
          maintenance: {
            ...{ kind: "custom", custom_name: "guide", custom_cutoff_value: 20 },
            custom_max_tag_threshold: 36,
          },
        },
      },
    );
    expect(byCall.status).toBe(422);
    expect(logged.mock.calls.flat().map((line) => JSON.parse(String(line)) as unknown)).toEqual([
      {
        ...{ event: "call_refused", method: "POST", path: "/v1/maintenances", status: 422 },
        fields: ["custom_name"],
      },
    ]);
    logged.mockRestore();
    const id = String(done!.id);
    expect((await send({ intent: "complete", id, performed_at: "2026-11-20" })).errors).toEqual({
      performed_at: [{ code: "after_today" }],
    });
    expect((await send({ intent: "complete", id, performed_at: "soon" })).errors).toMatchObject({
      performed_at: [{ code: "required" }],
    });
    expect(
      await send({ intent: "snooze", id, snoozed_until: "2026-12-01", snooze_reason: "x" }),
    ).toMatchObject({ status: 409, errors: { "": [{ code: "not_overdue" }] } });
    expect(await send({ intent: "delete", id }, user)).toMatchObject({
      ...{ status: 403, errors: { "": [{ code: "forbidden" }] } },
    });
  });
});

describe("the order of the cards", () => {
  const list = [
    { id: 1, name: "belts 10", recommendedDate: 30 },
    { id: 2, name: "Belts 9", recommendedDate: null },
    { id: 3, name: "Ábaco", recommendedDate: 10 },
    { id: 4, name: "chains", recommendedDate: 30 },
  ];
  it("goes by date, what has none last, or by name as people sort", () => {
    const ids = Object.fromEntries(
      MAINTENANCE_SORTS.map((sort) => [
        sort,
        sortMaintenances(list, sort, "es").map(({ id }) => id),
      ]),
    );
    expect(ids).toEqual({
      date_asc: [3, 1, 4, 2],
      date_desc: [1, 4, 3, 2],
      name_asc: [3, 2, 1, 4],
      name_desc: [4, 1, 2, 3],
    });
    expect(isMaintenanceSort("nonsense")).toBe(false);
  });
});
