import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { openTestDb } from "#tests/factories/db.ts";
import {
  createCustomer,
  createFacility,
  createMachine,
  createUser,
  NOW,
} from "#tests/factories/people.ts";
import {
  auditEntries,
  componentReasons,
  components,
  devices,
  events,
  serviceTiers,
} from "#app/db/schema/index.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { changeEvent } from "./change-event.server.ts";
import { toEventJson } from "./event-json.server.ts";
import { requireEvent } from "./get-event.server.ts";
import { listComponents } from "./list-components.server.ts";
import { listEventSpans, listCachedEventSpans } from "./list-event-spans.server.ts";
import { listEvents } from "./list-events.server.ts";
import { reportEvent } from "./report-event.server.ts";
import { eventChanges, eventJson, eventSchema } from "./schemas.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const db = openTestDb();
let user: Actor;
let oem: Actor;
let mine: { id: number; serialNumber: string };
let locked: { id: number };
let foreign: { id: number };

beforeAll(async () => {
  await db()
    .insert(serviceTiers)
    .values([
      { id: 1, name: "With", ui: true, events: true },
      { id: 2, name: "Without", ui: true, reports: true },
    ]);
  const [acme, globex] = [await createCustomer(db()), await createCustomer(db())];
  const [here, there] = [await createFacility(db(), acme), await createFacility(db(), globex)];
  mine = await createMachine(db(), { facilityId: here, serviceTierId: 1 });
  locked = await createMachine(db(), { facilityId: here, serviceTierId: 2, make: "Ward" });
  foreign = await createMachine(db(), { facilityId: there, serviceTierId: 1 });
  user = (await createUser(db(), { role: "user", customerId: acme, facilityIds: [here] })).actor;
  oem = (await createUser(db(), { role: "oem_superuser", make: "Ward" })).actor;
  await db()
    .insert(components)
    .values([
      { id: 1, name: "Feeder" },
      { id: 2, name: "Pull roll", parentId: 1 },
      { id: 3, name: "Anvil blanket", make: "Ward" },
      { id: 4, name: "Feed belts", parentId: 1, make: "Sun", model: "999" },
    ]);
  await db()
    .insert(componentReasons)
    .values([
      { id: 1, componentId: 2, name: "Worn" },
      { id: 2, componentId: 3, name: "Cut through" },
    ]);
});

const deps = (actor = user, now = NOW) => ({ db: db(), actor, now });
const input = (over: Record<string, unknown> = {}) =>
  eventSchema.parse({
    device_id: mine.id,
    name: "Jam",
    start_at: NOW - HOUR,
    end_at: NOW - 30 * MINUTE,
    ...over,
  });
const fieldsOf = async (over: Record<string, unknown>) =>
  reportEvent(deps(), input(over)).then(
    () => "reported",
    (error: { code: string; fields: object }) => [error.code, error.fields],
  );

describe("reporting an event", () => {
  it("records it in the actor's name with downtime and interventions", async () => {
    const reported = await reportEvent(
      deps(),
      input({
        notes: " belt off ",
        downtime_start_at: NOW - HOUR,
        downtime_end_at: "2026-11-19T14:30:00Z",
        interventions: [
          { type: "REPLACE", component_id: 2, component_part_number: "PR-7", reason_id: 1 },
          { type: "CLEAN", component_id: 1, component_part_number: "" },
        ],
      }),
    );
    expect(reported).toMatchObject({
      device: { id: mine.id, serialNumber: mine.serialNumber },
      notes: "belt off",
      downtimeStartAt: NOW - HOUR,
      downtimeEndAt: NOW - 30 * MINUTE,
      user: { id: user.userId, firstName: "Kim" },
      createdAt: NOW,
      interventions: [
        {
          type: "REPLACE",
          component: { name: "Pull roll", parentName: "Feeder" },
          componentPartNumber: "PR-7",
          reason: { name: "Worn" },
        },
        {
          type: "CLEAN",
          component: { name: "Feeder", parentName: null },
          componentPartNumber: null,
          reason: null,
        },
      ],
    });
    expect(eventJson.parse(toEventJson(reported, user))).toMatchObject({
      author: "Kim Lee",
      can_change: true,
      changed_at: null,
      interventions: [{ reason_id: 1 }, {}],
    });
    expect(await requireEvent(deps(), reported.id)).toEqual(reported);
  });

  it("records it once, however often the same form arrives", async () => {
    const sent = { key: "event-01", contentHash: "a" };
    const done = { interventions: [{ type: "CLEAN", component_id: 1, component_part_number: "" }] };
    const send = () => reportEvent({ ...deps(), sent }, input(done));
    const reported = await Promise.all([send(), send()]);
    reported.push(await send());
    expect(new Set(reported.map(({ id }) => id)).size).toBe(1);
    expect(reported.map(({ interventions }) => interventions.length)).toEqual([1, 1, 1]);
  });

  it("gives interventions to their own event, however many were reported before", async () => {
    const first = await reportEvent(deps(), input());
    const second = await reportEvent(
      deps(),
      input({ interventions: [{ type: "REBOOT", component_id: 2 }] }),
    );
    expect([first.interventions.length, second.interventions.length, second.id - first.id]).toEqual(
      [0, 1, 1],
    );
    expect((await requireEvent(deps(), first.id)).interventions).toEqual([]);
  });

  it("refuses what lies in the future, a clock's slack aside", async () => {
    expect(await fieldsOf({ end_at: NOW + 59_000 })).toBe("reported");
    expect(await fieldsOf({ end_at: NOW + 61_000 })).toEqual([
      "validation_failed",
      { end_at: [{ code: "future" }] },
    ]);
    expect(await fieldsOf({ downtime_start_at: NOW - HOUR, downtime_end_at: NOW + HOUR })).toEqual([
      "validation_failed",
      { downtime_end_at: [{ code: "future" }] },
    ]);
  });

  it("refuses unknown components and reasons of other components", async () => {
    const before = await db().$count(events);
    expect(
      await fieldsOf({
        interventions: [
          { type: "REPLACE", component_id: 2, reason_id: 2 },
          { type: "REPLACE", component_id: 99 },
        ],
      }),
    ).toEqual([
      "validation_failed",
      {
        "interventions.0.reason_id": [{ code: "reason_of_component" }],
        "interventions.1.component_id": [{ code: "part_of_machine", id: 99 }],
      },
    ]);
    // Of another make, and of another model.
    for (const id of [3, 4])
      expect(await fieldsOf({ interventions: [{ type: "REPLACE", component_id: id }] })).toEqual([
        "validation_failed",
        { "interventions.0.component_id": [{ code: "part_of_machine", id }] },
      ]);
    expect(await db().$count(events)).toBe(before);
  });

  it("wants name, times in order and both ends of a downtime", () => {
    const problems = (over: Record<string, unknown>) =>
      eventSchema
        .safeParse({ device_id: 1, name: "Jam", start_at: NOW - HOUR, end_at: NOW, ...over })
        .error?.issues.map((issue) => issue.path.join("."));
    expect(problems({})).toBeUndefined();
    expect(problems({ name: "  " })).toEqual(["name"]);
    expect(problems({ end_at: NOW - HOUR })).toEqual(["end_at"]);
    expect(problems({ start_at: undefined, end_at: undefined })).toEqual(["start_at", "end_at"]);
    expect(problems({ downtime_start_at: NOW })).toEqual(["downtime_end_at"]);
    expect(problems({ downtime_end_at: NOW })).toEqual(["downtime_start_at"]);
    expect(problems({ downtime_start_at: NOW, downtime_end_at: NOW })).toEqual(["downtime_end_at"]);
    expect(
      problems({ interventions: [{ type: "PAINT", component_id: 1 }, { type: "CLEAN" }] }),
    ).toEqual(["interventions.0.type", "interventions.1.component_id"]);
  });
});

describe("changing one's own event", () => {
  const LATER = NOW + 10 * MINUTE;
  const change = (id: number, changes: Record<string, unknown>, actor = user) =>
    changeEvent(deps(actor, LATER), id, eventChanges.parse(changes));

  it("changes what is named and keeps the rest, with its interventions, and says when", async () => {
    const told = { notes: "belt off", interventions: [{ type: "REPLACE", component_id: 2 }] };
    const reported = await reportEvent(deps(), input(told));
    const renamed = await change(reported.id, { name: " Jam at the feed " });
    expect(renamed).toEqual({ ...reported, name: "Jam at the feed", changedAt: LATER });
    const changed = await change(reported.id, {
      notes: "",
      downtime_start_at: NOW - HOUR,
      downtime_end_at: NOW,
      interventions: [
        { type: "CLEAN", component_id: 1 },
        { type: "REPLACE", component_id: 2, reason_id: 1 },
      ],
    });
    expect(changed).toMatchObject({
      notes: null,
      downtimeEndAt: NOW,
      interventions: [{ type: "CLEAN" }, { type: "REPLACE", reason: { name: "Worn" } }],
    });
    expect(
      await change(reported.id, { downtime_start_at: null, downtime_end_at: null }),
    ).toMatchObject({ downtimeStartAt: null, downtimeEndAt: null, createdAt: NOW });
    expect((await change(reported.id, { interventions: [] })).interventions).toEqual([]);
    const audit = (await db().select().from(auditEntries)).filter(
      ({ action, subjectId }) => action === "event.changed" && subjectId === reported.id,
    );
    expect(audit).toMatchObject([
      { before: { name: "Jam" }, after: { name: "Jam at the feed" }, actorUserId: user.userId },
      { before: { notes: "belt off" }, after: { notes: null } },
      {},
      {},
    ]);
    expect(audit).toHaveLength(4);
  });

  it("writes nothing where nothing differs", async () => {
    const reported = await reportEvent(deps(), input({ notes: "belt off" }));
    const before = await db().$count(auditEntries);
    expect(
      await change(reported.id, { name: "Jam", notes: " belt off ", interventions: [] }),
    ).toEqual(reported);
    expect(await change(reported.id, {})).toEqual(reported);
    expect(await db().$count(auditEntries)).toBe(before);
  });

  it("holds the whole to the rules of reporting", async () => {
    const { id } = await reportEvent(
      deps(),
      input({ interventions: [{ type: "REPLACE", component_id: 2 }] }),
    );
    const refused = (changes: Record<string, unknown>) =>
      change(id, changes).then(
        () => "changed",
        (error: { code: string; fields: object }) => [error.code, Object.keys(error.fields)],
      );
    expect(await refused({ end_at: NOW - HOUR })).toEqual(["validation_failed", ["end_at"]]);
    expect(await refused({ start_at: NOW - MINUTE })).toEqual(["validation_failed", ["end_at"]]);
    expect(await refused({ end_at: LATER + HOUR })).toEqual(["validation_failed", ["end_at"]]);
    expect(await refused({ downtime_start_at: NOW - HOUR })).toEqual([
      "validation_failed",
      ["downtime_end_at"],
    ]);
    const parts = [
      { type: "CLEAN", component_id: 2 },
      { type: "CLEAN", component_id: 3 },
    ];
    expect(await refused({ interventions: parts })).toEqual([
      "validation_failed",
      ["interventions.1.component_id"],
    ]);
    expect((await requireEvent(deps(), id)).changedAt).toBeNull();
  });

  it("lets a part stay that the machine's make no longer has", async () => {
    const ward = await createMachine(db(), {
      ...{ facilityId: user.facilityIds[0]!, serviceTierId: 1, make: "Ward" },
    });
    const blanket = { type: "REPLACE", component_id: 3, reason_id: 2 };
    const { id } = await reportEvent(
      deps(),
      input({ device_id: ward.id, interventions: [blanket] }),
    );
    await db().update(devices).set({ make: "Sun" }).where(eq(devices.id, ward.id));
    const kept = await change(id, {
      interventions: [
        { ...blanket, type: "CLEAN" },
        { type: "CLEAN", component_id: 1 },
      ],
    });
    expect(kept.interventions.map(({ component }) => component.id)).toEqual([3, 1]);
  });

  it("is for its author alone, where the machine and its tier are open to them", async () => {
    const { id } = await reportEvent(deps(), input());
    const superuser = (await createUser(db(), { role: "superuser" })).actor;
    const display: Actor = { ...user, userId: 0, sessionId: -1 };
    for (const other of [superuser, display])
      await expect(change(id, { name: "Mine" }, other)).rejects.toMatchObject({
        code: "forbidden",
      });
    await expect(change(id, { name: "Mine" }, { ...user, facilityIds: [] })).rejects.toMatchObject({
      code: "not_found",
    });
    const [sampled] = await db()
      .insert(events)
      .values({
        ...{ deviceId: mine.id, name: "Stop", startAt: NOW - HOUR, endAt: NOW, createdAt: NOW },
      })
      .returning({ id: events.id });
    for (const actor of [user, display])
      await expect(change(sampled!.id, { name: "Mine" }, actor)).rejects.toMatchObject({
        code: "forbidden",
      });
    await db().update(devices).set({ serviceTierId: 2 }).where(eq(devices.id, mine.id));
    await expect(change(id, { name: "Mine" })).rejects.toMatchObject({ code: "forbidden" });
    await db().update(devices).set({ serviceTierId: 1 }).where(eq(devices.id, mine.id));
    expect((await requireEvent(deps(), id)).name).toBe("Jam");
  });
});

describe("whose events they are", () => {
  const missing = { code: "not_found", message: "There is no such machine." };

  it("refuses a foreign machine like a missing one", async () => {
    for (const device of [foreign.id, 987_654]) {
      await expect(listEvents(deps(), { device })).rejects.toMatchObject(missing);
      await expect(reportEvent(deps(), input({ device_id: device }))).rejects.toMatchObject(
        missing,
      );
      await expect(listComponents(deps(), { device })).rejects.toMatchObject(missing);
    }
    const theirs = await reportEvent(
      deps((await createUser(db(), { role: "superuser" })).actor),
      input({ device_id: foreign.id }),
    );
    for (const id of [theirs.id, 987_654])
      await expect(requireEvent(deps(), id)).rejects.toMatchObject({
        code: "not_found",
        message: "There is no such event.",
      });
  });

  it("refuses where the tier has no events, but for the provider's staff", async () => {
    await expect(listEvents(deps(), { device: locked.id })).rejects.toMatchObject({
      code: "forbidden",
    });
    await expect(reportEvent(deps(), input({ device_id: locked.id }))).rejects.toMatchObject({
      code: "forbidden",
    });
    const theirs = await reportEvent(deps(oem), input({ device_id: locked.id }));
    expect(
      (await listEvents(deps(oem), { device: locked.id })).events.map((event) => event.id),
    ).toEqual([theirs.id]);
    await expect(requireEvent(deps(), theirs.id)).rejects.toMatchObject({ code: "forbidden" });
  });

  it("lists the newest first, inside the range that they overlap", async () => {
    const facility = await createFacility(db(), await createCustomer(db()));
    const { id: device } = await createMachine(db(), { facilityId: facility });
    const actor: Actor = { ...user, facilityIds: [facility] };
    for (const [name, from] of [
      ["old", 5],
      ["new", 1],
      ["middle", 3],
    ] as const)
      await reportEvent(
        deps(actor),
        input({
          device_id: device,
          name,
          start_at: NOW - from * HOUR,
          end_at: NOW - from * HOUR + 30 * MINUTE,
        }),
      );
    const names = async (range: { startMs?: number; endMs?: number; limit?: number }) =>
      (await listEvents(deps(actor), { device, ...range })).events.map((event) => event.name);
    expect(await names({})).toEqual(["new", "middle", "old"]);
    expect(await names({ limit: 1 })).toEqual(["new"]);
    const { next } = await listEvents(deps(actor), { device, limit: 1 });
    const { events: older, next: end } = await listEvents(deps(actor), { device, after: next! });
    expect([older.map(({ name }) => name), end]).toEqual([["middle", "old"], null]);
    expect(await names({ startMs: NOW - 3 * HOUR + 29 * MINUTE })).toEqual(["new", "middle"]);
    expect(await names({ startMs: NOW - 3 * HOUR + 30 * MINUTE })).toEqual(["new"]);
    expect(await names({ endMs: NOW - 3 * HOUR })).toEqual(["old"]);
    const spans = await listEventSpans(
      { db: db() },
      { deviceId: device, startMs: NOW - 6 * HOUR, endMs: NOW - 2 * HOUR },
    );
    expect(spans.map((span) => span.name)).toEqual(["old", "middle"]);
    for (const [fromMinute, toMinute] of [
      [-330, -180],
      [-300, -149],
      [-270, -180],
      [-271, -179],
      [-60, -30],
      [-29, 0],
    ] as const) {
      const range = {
        deviceId: device,
        startMs: NOW + fromMinute * MINUTE,
        endMs: NOW + toMinute * MINUTE,
      };
      expect(await listCachedEventSpans({ db: db() }, range)).toEqual(
        await listEventSpans({ db: db() }, range),
      );
    }
  });
});

it("lists components with parents and reasons, or those of one machine's make and model", async () => {
  const names = async (device?: number) =>
    (await listComponents(deps(), { device })).map(({ name }) => name).sort();
  expect(await names()).toEqual(["Anvil blanket", "Feed belts", "Feeder", "Pull roll"]);
  expect(await names(mine.id)).toEqual(["Feeder", "Pull roll"]);
  expect(await names(locked.id)).toEqual(["Anvil blanket", "Feeder", "Pull roll"]);
  const roll = (await listComponents(deps())).find(({ id }) => id === 2);
  expect(roll).toMatchObject({
    parentId: 1,
    parentName: "Feeder",
    reasons: [{ id: 1, name: "Worn" }],
  });
});
