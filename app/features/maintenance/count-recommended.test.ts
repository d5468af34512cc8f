import { expect, test } from "vitest";
import { burnRates, maintenances, serviceTiers } from "#app/db/schema/index.ts";
import { DAY_MS } from "#app/domain/durations.ts";
import { VERBS } from "#app/domain/maintenance/catalogue.ts";
import { openTestDb } from "#tests/factories/db.ts";
import {
  createCustomer,
  createFacility,
  createMachine,
  createUser,
  NOW,
} from "#tests/factories/people.ts";
import {
  countRecommendedMaintenances,
  listRecommendedMaintenances,
} from "./list-recommended-maintenances.server.ts";

const db = openTestDb();

test("work is counted as it is listed and judged, beyond the end of the list, of the reader's machines", async () => {
  const tiers = [
    { id: 91, name: "Whole", ui: true, maintenanceUnlimited: true },
    { id: 92, name: "None", ui: true },
  ];
  await db().insert(serviceTiers).values(tiers);
  const customerId = await createCustomer(db());
  const facilityId = await createFacility(db(), customerId);
  const elsewhere = await createFacility(db(), await createCustomer(db()));
  const { actor } = await createUser(db(), { role: "admin", customerId });
  const addWork = async (
    at: { facilityId: number; serviceTierId: number },
    works: { recommendedDate?: number; snoozedUntil?: number; burnt?: number }[],
  ) => {
    const { id: deviceId } = await createMachine(db(), at);
    for (const [index, { burnt, ...dates }] of works.entries()) {
      const [row] = await db()
        .insert(maintenances)
        .values({
          ...{ deviceId, name: `Belts ${index}`, kind: "feed_belts", type: "replacement" as const },
          ...{ verbs: VERBS.replacement, target: "belts", actions: [], cutoffValue: 20 },
          ...{ createdAt: NOW - 90 * DAY_MS, ...dates },
        })
        .returning({ id: maintenances.id });
      if (burnt !== undefined)
        await db()
          .insert(burnRates)
          .values({ maintenanceId: row!.id, systemTime: burnt, value: 3 });
    }
    return deviceId;
  };
  const past = { recommendedDate: NOW - 9 * DAY_MS };
  const overdue = { ...past, burnt: NOW };
  const first = await addWork({ facilityId, serviceTierId: 91 }, [
    ...[overdue, overdue, past, { ...past, burnt: NOW - 10 * DAY_MS }],
    { ...overdue, snoozedUntil: NOW + DAY_MS },
    // A snooze counts for 30 days after its day.
    { ...overdue, snoozedUntil: NOW - 29 * DAY_MS },
    { ...overdue, snoozedUntil: NOW - 31 * DAY_MS },
    ...[{ recommendedDate: NOW + 90 * DAY_MS, burnt: NOW }, { burnt: NOW }],
  ]);
  const second = await addWork({ facilityId, serviceTierId: 91 }, [past]);
  await addWork({ facilityId, serviceTierId: 92 }, [overdue]);
  await addWork({ facilityId: elsewhere, serviceTierId: 91 }, [overdue]);

  const asked = { db: db(), actor, now: NOW };
  const counted = await countRecommendedMaintenances(asked);
  expect(counted.toSorted((a, b) => a.deviceId - b.deviceId)).toEqual([
    { deviceId: first, total: 8, overdue: 6, snoozed: 1 },
    { deviceId: second, total: 1, overdue: 1, snoozed: 0 },
  ]);
  const listed = await listRecommendedMaintenances(asked);
  expect(listed).toHaveLength(9);
  expect(listed.filter(({ nextServiceDate }) => nextServiceDate < NOW)).toHaveLength(7);
  expect(await listRecommendedMaintenances(asked, { limit: 4 })).toHaveLength(4);
});
