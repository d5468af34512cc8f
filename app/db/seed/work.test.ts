import { beforeAll, describe, expect, it } from "vitest";
import { eq } from "drizzle-orm";
import { openTestDb } from "#tests/factories/db.ts";
import { NOW } from "#tests/factories/people.ts";
import type { Db } from "#app/db/client.server.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { listAlarms } from "#app/features/alarms/list-alarms.server.ts";
import { toAlarmJson } from "#app/features/alarms/alarm-json.server.ts";
import { listTriggeredAlarms } from "#app/features/alarms/list-triggered-alarms.server.ts";
import { alarmJson } from "#app/features/alarms/schemas.ts";
import { listComponents } from "#app/features/events/list-components.server.ts";
import { listEvents } from "#app/features/events/list-events.server.ts";
import { listMaintenances } from "#app/features/maintenance/list-maintenances.server.ts";
import { listRecommendedMaintenances } from "#app/features/maintenance/list-recommended-maintenances.server.ts";
import { MAINTENANCE_STATUSES } from "#app/domain/maintenance/types.ts";
import * as schema from "#app/db/schema/index.ts";
import { seedDemo } from "./demo.ts";
import { seedWork } from "./work.ts";
import { APODACA } from "./plants.ts";
import { DEMO_MACHINES } from "./machines.ts";
import { DAY_MS } from "#app/domain/durations.ts";
const db = openTestDb();
const makeKey = () => `hsk_${crypto.randomUUID()}`;
const superuser: Actor = {
  userId: 1,
  sessionId: 0,
  role: "superuser",
  customerId: null,
  make: null,
  facilityIds: [],
};
const admin: Actor = { ...superuser, userId: 3, role: "admin", customerId: 1 };
const deps = (actor = superuser) => ({ db: db(), actor, now: NOW });
const {
  components,
  componentReasons,
  events,
  interventions,
  maintenances,
  maintenanceHistory,
  snoozeHistories,
  burnRates,
  alarms,
  alarmJournal,
} = schema;
const WORK = [
  components,
  componentReasons,
  events,
  interventions,
  maintenances,
  maintenanceHistory,
  snoozeHistories,
  burnRates,
  alarms,
  alarmJournal,
];
const counts = () => Promise.all(WORK.map((table) => db().$count(table)));

beforeAll(async () => {
  await seedDemo(db(), { now: NOW, makeKey });
});

describe("the work of the demo", () => {
  it("has every status, for an admin too, and something late to see first", async () => {
    for (const actor of [superuser, admin]) {
      const rows = await listRecommendedMaintenances(deps(actor));
      expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(MAINTENANCE_STATUSES));
      expect(rows[0]?.status).toBe("overdue");
    }
  });

  it("burns from 100 percent down to what its date says, never up", async () => {
    for (const { id, facilityId } of DEMO_MACHINES) {
      const { maintenances: found } = await listMaintenances(deps(), id);
      expect(found.length > 0).toBe(facilityId !== null);
      for (const {
        burnRates: burned,
        status,
        currentPercent,
        cutoffValue,
        history,
        lastPerformedAt,
      } of found) {
        expect(lastPerformedAt).toBe(history[0]?.performedAt ?? null);
        const left = burned.map(({ value }) => value);
        expect(left).toEqual(left.toSorted((a, b) => b - a));
        expect(left[0] ?? 100).toBe(100);
        if (status === "overdue") expect(currentPercent).toBeLessThan(cutoffValue);
      }
    }
  });

  it("has events of the last weeks, none ahead, with interventions on parts of the machine's make", async () => {
    for (const { id, facilityId } of DEMO_MACHINES.filter(
      (machine) => machine.facilityId !== null,
    )) {
      const { events: told } = await listEvents(deps(), { device: id });
      expect([facilityId, told.length >= 3]).toEqual([facilityId, true]);
      const parts = new Set(
        (await listComponents(deps(), { device: id })).map((component) => component.id),
      );
      for (const event of told) {
        expect(event.endAt).toBeLessThanOrEqual(NOW);
        expect(event.startAt).toBeGreaterThan(NOW - 30 * DAY_MS);
        expect(event.user ?? event.sampler).not.toBeNull();
        for (const { component } of event.interventions) expect(parts).toContain(component.id);
      }
    }
  });

  it("tells events of the Spanish-speaking plant in Spanish, and only there", async () => {
    const namesAt = async (isThere: (facilityId: number) => boolean) => {
      const names = new Set<string>();
      for (const { id, facilityId } of DEMO_MACHINES)
        if (typeof facilityId === "number" && isThere(facilityId))
          for (const { name } of (await listEvents(deps(), { device: id })).events) names.add(name);
      return names;
    };
    const spanish = await namesAt((facilityId) => facilityId === APODACA);
    const english = await namesAt((facilityId) => facilityId !== APODACA);
    expect(Math.min(spanish.size, english.size)).toBeGreaterThan(3);
    expect([...spanish].filter((name) => english.has(name))).toEqual([]);
  });

  it("has alarms, some of them on", async () => {
    expect((await listTriggeredAlarms(deps())).length).toBeGreaterThanOrEqual(4);
    expect((await listTriggeredAlarms(deps(admin))).length).toBeGreaterThanOrEqual(2);
    for (const { id } of DEMO_MACHINES)
      for (const alarm of await listAlarms(deps(), id)) alarmJson.parse(toAlarmJson(alarm));
  });

  it("tells in the journal when alarms that are on went on, and who shelved one", async () => {
    const on = await db().select().from(schema.alarms).where(eq(schema.alarms.inAlarm, true));
    const lines = await db().select().from(schema.alarmJournal);
    const told = lines.filter(({ kind }) => kind === "raised");
    expect(told.map(({ alarmId, at }) => [alarmId, at])).toEqual(
      on.map(({ id, triggeredAt }) => [id, triggeredAt]),
    );
    const shelved = on.filter(({ shelvedUntil }) => shelvedUntil !== null);
    expect(lines.filter(({ kind }) => kind === "shelved")).toMatchObject(
      shelved.map(({ id, shelvedAt, shelvedBy, shelvedReason, shelvedUntil }) => ({
        ...{ alarmId: id, at: shelvedAt, userId: shelvedBy, note: shelvedReason },
        details: { until: shelvedUntil },
      })),
    );
    expect(shelved).toHaveLength(1);
  });

  it("is sent once the event loop came round, so that a connection that was closed meanwhile is known", async () => {
    let cameRound = true;
    const whenSent: boolean[] = [];
    const through = new Proxy(db(), {
      get(target, name, receiver) {
        if (name !== "batch") return Reflect.get(target, name, receiver) as unknown;
        return (statements: Parameters<Db["batch"]>[0]) => {
          whenSent.push(cameRound);
          return whenSent.length === 1 ? target.batch(statements) : Promise.resolve([]);
        };
      },
    });
    const pastOf = () => {
      cameRound = false;
      setImmediate(() => (cameRound = true));
      return null;
    };
    await seedWork(through, NOW, { watchesSilence: false, pastOf });
    expect(whenSent).toEqual([true, true]);
  });

  it("is not written twice", async () => {
    const before = await counts();
    await seedDemo(db(), { now: NOW + DAY_MS, makeKey });
    expect(await counts()).toEqual(before);
  });

  it("comes to a demo of an earlier version without what people deleted", async () => {
    for (const table of [
      schema.interventions,
      schema.events,
      schema.maintenances,
      schema.alarms,
      schema.components,
    ])
      await db().delete(table);
    await db().delete(schema.devices).where(eq(schema.devices.id, 3));
    await db().delete(schema.users).where(eq(schema.users.id, 4));
    await db().delete(schema.samplers).where(eq(schema.samplers.id, 1));
    await seedDemo(db(), { now: NOW, makeKey });
    expect(await db().$count(schema.maintenances, eq(schema.maintenances.deviceId, 3))).toBe(0);
    expect(
      await db().$count(schema.maintenances, eq(schema.maintenances.deviceId, 1)),
    ).toBeGreaterThan(0);
    expect(await db().$count(schema.events, eq(schema.events.userId, 4))).toBe(0);
    expect(await db().$count(schema.events, eq(schema.events.userId, 3))).toBeGreaterThan(0);
  });
});
