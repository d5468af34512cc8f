/** Any order of completions, snoozes, samples and job runs gives the same curve. */
import fc from "fast-check";
import { asc, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { burnRates, maintenances } from "#app/db/schema/index.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { VERBS } from "#app/domain/maintenance/catalogue.ts";
import {
  completeMaintenance,
  snoozeMaintenance,
  unsnoozeMaintenance,
} from "#app/features/maintenance/update-maintenance.server.ts";
import { openTestDb } from "#tests/factories/db.ts";
import {
  createCustomer,
  createFacility,
  createMachine,
  createUser,
  NOW,
} from "#tests/factories/people.ts";
import { keepBurnRatesOf } from "#app/features/maintenance/keep-burn-rates.server.ts";

const HOUR = 3_600_000;
const HOURS = 24 * 9;
const START = Math.floor(NOW / HOUR) * HOUR - HOURS * HOUR;
const RUNS = 12;
const db = openTestDb();
let actor: Actor;
let deviceId: number;

beforeEach(async () => {
  deviceId = (
    await createMachine(db(), {
      facilityId: await createFacility(db(), await createCustomer(db())),
    })
  ).id;
  actor = (await createUser(db(), { role: "superuser" })).actor;
});

type Step =
  | { do: "samples"; hours: readonly number[] }
  | { do: "run"; hour: number }
  | { do: "complete"; hour: number }
  | { do: "snooze" };
const hour = fc.integer({ min: 0, max: HOURS - 1 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant("samples" as const), hours: fc.array(hour, { maxLength: 40 }) }),
  fc.record({ do: fc.constant("run" as const), hour }),
  fc.record({ do: fc.constant("complete" as const), hour }),
  fc.record({ do: fc.constant("snooze" as const) }),
);

/** Rare among random steps: a run between the hours that it hears of and those of the same days that come late. */
const LATE_SAMPLES: Step[] = [
  { do: "samples", hours: [3, 5, 30, 60] },
  { do: "run", hour: 100 },
  { do: "samples", hours: [4, 6, 31, 61, 110] },
];

/** How much of an hour the machine ran: always the same of one hour, whenever it is heard. */
const shareOf = (at: number): number => ((at * 7) % 10) / 10;
const seriesOf = (heard: ReadonlySet<number>) => ({
  steps: ({ startMs, buckets }: { startMs: number; buckets: number }) =>
    Promise.resolve({
      points: {
        machine_running: Array.from({ length: buckets }, (_, index) => {
          const at = Math.round((startMs - START) / HOUR) + index;
          return heard.has(at)
            ? { timeMs: START + at * HOUR, value: shareOf(at), heldMs: HOUR / 2 }
            : { timeMs: START + at * HOUR, value: null, heldMs: 0 };
        }),
      },
    }),
});

async function addWork(kind: string): Promise<number> {
  const [row] = await db()
    .insert(maintenances)
    .values({
      ...{ deviceId, name: crypto.randomUUID(), kind, type: "replacement", target: "belts" },
      ...{ verbs: VERBS.replacement, actions: [], cutoffValue: 20, maxTagThreshold: 150 },
      ...{ lastPerformedAt: START, createdAt: START },
    })
    .returning();
  return row!.id;
}

async function curveOf(id: number) {
  const points = await db()
    .select({ at: burnRates.systemTime, value: burnRates.value })
    .from(burnRates)
    .where(eq(burnRates.maintenanceId, id))
    .orderBy(asc(burnRates.systemTime));
  const row = await db().select().from(maintenances).where(eq(maintenances.id, id)).get();
  return { points, due: row?.recommendedDate, performed: row?.lastPerformedAt };
}

async function play(id: number, steps: readonly Step[]): Promise<Set<number>> {
  const heard = new Set<number>();
  const run = (now: number) =>
    keepBurnRatesOf({ db: db(), now, series: seriesOf(heard) as never }, deviceId);
  const deps = { db: db(), actor, now: NOW };
  for (const each of steps) {
    if (each.do === "samples") for (const at of each.hours) heard.add(at);
    else if (each.do === "run") await run(START + (each.hour + 1) * HOUR);
    else if (each.do === "complete")
      // Before the last time is refused, as it is to a person.
      await completeMaintenance(deps, id, {
        ...{ performedAt: START + each.hour * HOUR + 20 * 60_000, predictionAccuracy: null },
      }).catch((error: { code?: string }) => expect(error.code).toBe("validation_failed"));
    else {
      await snoozeMaintenance(deps, id, { until: NOW + 9 * 86_400_000, reason: "x" }).catch(
        (error: { code?: string }) => expect(error.code).toBe("conflict"),
      );
      await unsnoozeMaintenance(deps, id);
    }
  }
  await run(NOW);
  return heard;
}

test.each(["feed_belts", "custom"])(
  "the curve of %s follows from the last completion and the samples alone",
  async (kind) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        await db().delete(maintenances);
        const id = await addWork(kind);
        const heard = await play(id, steps);
        const curve = await curveOf(id);
        // The same samples and the same last completion, with one run at the end.
        await db().delete(maintenances);
        const plain = await addWork(kind);
        await db()
          .update(maintenances)
          .set({ lastPerformedAt: curve.performed ?? null, recommendedDate: curve.due ?? null })
          .where(eq(maintenances.id, plain));
        await play(plain, [{ do: "samples", hours: [...heard] }]);
        expect(curve).toEqual(await curveOf(plain));
      }),
      { numRuns: RUNS, examples: [[LATE_SAMPLES]] },
    );
  },
  300_000,
);
