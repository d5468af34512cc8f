import { expect, it } from "vitest";
import { MINUTE_MS } from "#app/domain/durations.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { listRecommendedMaintenances } from "#app/features/maintenance/list-recommended-maintenances.server.ts";
import { openTestDb } from "#tests/factories/db.ts";
import { seedTestDemo } from "#tests/factories/demo.ts";
import { NOW } from "#tests/factories/people.ts";
import { keepBurnRates } from "./burn-rates.ts";

const db = openTestDb();
const superuser: Actor = {
  userId: 1,
  sessionId: 0,
  role: "superuser",
  customerId: null,
  make: null,
  facilityIds: [],
};
const RUNS_OF_TWO_HOURS = 24;
const RUN_MS = 5 * MINUTE_MS;
/** No machine was heard: only what burns by the calendar is worked out. */
const silent = { steps: () => Promise.resolve({ points: {} }) } as never;

it("the demo's work is as urgent after its first hours as it was at the start", async () => {
  await seedTestDemo(db());
  const listed = async (now: number) =>
    (await listRecommendedMaintenances({ db: db(), actor: superuser, now })).map(
      ({ id, status }) => `${id} ${status}`,
    );
  const atStart = await listed(NOW);
  let worked = 0;
  for (let run = 1; run <= RUNS_OF_TWO_HOURS; run++) {
    const now = NOW + run * RUN_MS;
    worked += (await keepBurnRates({ db: db(), now, series: silent })).works;
  }
  expect(worked).toBeGreaterThan(0);
  expect(await listed(NOW)).toEqual(atStart);
});
