import { beforeAll, describe, expect, it } from "vitest";
import { burnRates, maintenanceHistory, maintenances } from "#app/db/schema/index.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { DAY_MS, HOUR_MS } from "#app/domain/durations.ts";
import { VERBS } from "#app/domain/maintenance/catalogue.ts";
import { openTestDb } from "#tests/factories/db.ts";
import {
  createCustomer,
  createFacility,
  createMachine,
  createUser,
  NOW,
} from "#tests/factories/people.ts";
import { toMaintenanceJson } from "./maintenance-json.server.ts";
import { updateMaintenanceBody } from "./schemas.ts";
import { updateMaintenance } from "./update-maintenance.server.ts";

const db = openTestDb();
const DONE = NOW - 60 * DAY_MS;
let actor: Actor;
let deviceId: number;

beforeAll(async () => {
  const customerId = await createCustomer(db());
  // 15:00 UTC is 9:00 of the 19th in Chicago.
  const facilityId = await createFacility(db(), customerId, "America/Chicago");
  deviceId = (await createMachine(db(), { facilityId })).id;
  actor = (await createUser(db(), { role: "superuser" })).actor;
});

let counter = 0;
async function overdueWork(): Promise<number> {
  const [row] = await db()
    .insert(maintenances)
    .values({
      ...{ deviceId, name: `Hoses ${++counter}`, kind: "ink_pump_hoses" },
      ...{ type: "replacement" as const, verbs: VERBS.replacement, target: "hoses", actions: [] },
      ...{ cutoffValue: 20, createdAt: DONE, lastPerformedAt: DONE, recommendedDate: NOW - DAY_MS },
    })
    .returning({ id: maintenances.id });
  const maintenanceId = row!.id;
  await db()
    .insert(maintenanceHistory)
    .values({ maintenanceId, performedAt: DONE, createdAt: NOW });
  await db().insert(burnRates).values({ maintenanceId, systemTime: NOW, value: 5 });
  return maintenanceId;
}

/** As PUT /v1/maintenances/{id} does it: its body, the use case, its answer. */
async function snooze(snoozedAt: string | number | undefined) {
  const id = await overdueWork();
  const body = updateMaintenanceBody.parse({
    maintenance: {
      ...(snoozedAt === undefined ? {} : { snoozed_at: snoozedAt }),
      ...{ snoozed_until: "2026-12-01", snooze_reason: "Parts late" },
    },
  });
  return updateMaintenance({ db: db(), actor, now: NOW }, id, body.maintenance).then(
    (stored) => {
      const { snoozed_at: at, snooze_histories: histories } = toMaintenanceJson(stored);
      return { at, history: Object.keys(histories) };
    },
    ({ fields }: { fields?: object }) => fields,
  );
}
const iso = (timeMs: number) => new Date(timeMs).toISOString();
const both = (timeMs: number) => ({ at: iso(timeMs), history: [iso(timeMs)] });

describe("snoozed_at", () => {
  it("is kept as it was sent, in the work and in its snooze history", async () => {
    expect(await snooze(iso(NOW - 3 * HOUR_MS))).toEqual(both(NOW - 3 * HOUR_MS));
    // A day is its noon at the plant.
    expect(await snooze("2026-11-17")).toEqual(both(Date.UTC(2026, 10, 17, 18)));
  });

  it("is now when none is sent, and when it is ahead of now on the same day", async () => {
    expect(await snooze(undefined)).toEqual(both(NOW));
    expect(await snooze(NOW + 5 * 60_000)).toEqual(both(NOW));
    expect(await snooze("2026-11-19")).toEqual(both(NOW));
  });

  it("is refused after today, and before the work was last done", async () => {
    expect(await snooze("2026-11-20")).toEqual({ snoozed_at: [{ code: "after_today" }] });
    expect(await snooze(DONE - DAY_MS)).toEqual({ snoozed_at: [{ code: "before_last_time" }] });
    expect(await snooze(DONE)).toEqual(both(DONE));
  });
});
