/** Days of a plant whose clocks change between two of them: an hour more or less moves no date. */
import { eq } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { burnRates, maintenances, serviceTiers } from "#app/db/schema/index.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { dayOf } from "#app/domain/formats/local-days.ts";
import { daysUntil } from "#app/domain/maintenance/due-days.ts";
import { planNotice } from "#app/domain/maintenance/maintenance-notices.ts";
import { VERBS } from "#app/domain/maintenance/catalogue.ts";
import { openTestDb } from "#tests/factories/db.ts";
import {
  createCustomer,
  createFacility,
  createMachine,
  createUser,
} from "#tests/factories/people.ts";
import { completeMaintenance, snoozeMaintenance } from "./update-maintenance.server.ts";
import { pausedUntil } from "./paused-until.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const CHICAGO = "America/Chicago";
/** Chicago's clocks go forward on 8 March 2026 and back on 1 November 2026; Monterrey's stay. */
const SPRING = {
  name: "forward",
  before: "2026-03-07",
  day: "2026-03-08",
  after: "2026-03-09",
  offsets: [6, 5],
};
const AUTUMN = {
  name: "back",
  before: "2026-10-31",
  day: "2026-11-01",
  after: "2026-11-02",
  offsets: [5, 6],
};

const db = openTestDb();
let actor: Actor;
let deviceId: number;
beforeAll(async () => {
  await db().insert(serviceTiers).values({ id: 1, name: "With", ui: true, maintenance: true });
  const facilityId = await createFacility(db(), await createCustomer(db()), CHICAGO);
  deviceId = (await createMachine(db(), { facilityId, serviceTierId: 1 })).id;
  actor = (await createUser(db(), { role: "superuser" })).actor;
});

/** The moment when Chicago's clocks showed this. */
const chicago = (day: string, clock: string, offset: number): number =>
  Date.parse(`${day}T${clock}:00Z`) + offset * HOUR;

async function overdue(now: number): Promise<number> {
  const [row] = await db()
    .insert(maintenances)
    .values({
      ...{ deviceId, name: crypto.randomUUID(), kind: "feed_belts", type: "replacement" },
      ...{ verbs: VERBS.replacement, target: "belts", actions: [], cutoffValue: 20 },
      ...{ maxTagThreshold: 100, createdAt: now - 90 * DAY, lastPerformedAt: now - 60 * DAY },
      recommendedDate: now - 9 * DAY,
    })
    .returning();
  await db().insert(burnRates).values({ maintenanceId: row!.id, systemTime: now, value: 3 });
  return row!.id;
}
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: { code: string }) => error.code,
  );

it.each([SPRING, AUTUMN])(
  "clocks go $name: days are counted by the calendar",
  ({ before, day, after, offsets }) => {
    const [first, then] = offsets as [number, number];
    const late = chicago(before, "23:59", first);
    const early = chicago(day, "00:01", first);
    const evening = chicago(day, "23:59", then);
    const next = chicago(after, "00:01", then);
    expect([late, early, evening, next].map((at) => dayOf(at, CHICAGO))).toEqual([
      ...[before, day, day, after],
    ]);
    const from = (nowMs: number) =>
      [late, early, evening, next].map((at) => daysUntil(at, nowMs, CHICAGO));
    expect([from(late), from(early), from(evening), from(next)]).toEqual([
      ...[
        [0, 1, 1, 2],
        [-1, 0, 0, 1],
        [-1, 0, 0, 1],
        [-2, -1, -1, 0],
      ],
    ]);
  },
);

it.each([SPRING, AUTUMN])(
  "clocks go $name: what is overdue is told again on the seventh day, at any hour of both",
  ({ before, day, offsets }) => {
    const [first, then] = offsets as [number, number];
    for (const clock of ["06:00", "12:30", "23:30"]) {
      const sentAt = chicago(before, clock, first);
      const told = [{ stage: "overdue" as const, count: 0, sentAt }];
      const on = (days: number, at: string) =>
        planNotice("overdue", told, {
          now: chicago(day, at, then) + (days - 1) * DAY,
          timezone: CHICAGO,
        });
      expect([on(6, "23:59"), on(7, "06:00")?.count]).toEqual([null, 1]);
    }
  },
);

it.each([SPRING, AUTUMN])(
  "clocks go $name: work is put off to a day, from its first minute",
  async ({ before, day, after, offsets }) => {
    const [first, then] = offsets as [number, number];
    const now = chicago(before, "23:30", first);
    const snooze = (id: number, until: string, at = now) =>
      snoozeMaintenance({ db: db(), actor, now: at }, id, { until, reason: "Parts" });
    expect(await refusal(snooze(await overdue(now), before))).toBe("validation_failed");
    expect((await snooze(await overdue(now), day)).snoozedUntil).toBe(chicago(day, "00:00", first));
    expect((await snooze(await overdue(now), after)).snoozedUntil).toBe(
      chicago(after, "00:00", then),
    );
    const onTheDay = chicago(day, "23:30", then);
    expect(await refusal(snooze(await overdue(onTheDay), day, onTheDay))).toBe("validation_failed");
    expect((await snooze(await overdue(onTheDay), after, onTheDay)).snoozedUntil).toBe(
      chicago(after, "00:00", then),
    );
  },
);

it.each([SPRING, AUTUMN])(
  "clocks go $name: the dialog names the day on which mails come again",
  async ({ before, day, offsets }) => {
    const [first] = offsets as [number, number];
    const now = chicago(before, "12:00", first);
    const { snoozedUntil } = await snoozeMaintenance({ db: db(), actor, now }, await overdue(now), {
      ...{ until: day, reason: "Parts" },
    });
    expect(dayOf(pausedUntil(day, CHICAGO), CHICAGO)).toBe(
      dayOf(snoozedUntil! + 30 * DAY, CHICAGO),
    );
  },
);

it.each([SPRING, AUTUMN])(
  "clocks go $name: work is done on a day of the plant, at its noon",
  async ({ before, day, after, offsets }) => {
    const [first, then] = offsets as [number, number];
    const now = chicago(after, "00:10", then);
    const done = (id: number, performedAt: string, at = now) =>
      completeMaintenance({ db: db(), actor, now: at }, id, {
        performedAt,
        predictionAccuracy: null,
      });
    const ids = [await overdue(now), await overdue(now), await overdue(now)] as const;
    expect((await done(ids[0], before)).lastPerformedAt).toBe(chicago(before, "12:00", first));
    expect((await done(ids[0], day)).lastPerformedAt).toBe(chicago(day, "12:00", then));
    expect((await done(ids[0], after)).lastPerformedAt).toBe(now);
    expect(await refusal(done(ids[0], day))).toBe("validation_failed");
    // An hour before midnight the day after is not there yet, an hour more or less.
    const late = chicago(day, "23:30", then);
    expect(await refusal(done(ids[1], after, late))).toBe("validation_failed");
    expect((await done(ids[1], day, late)).lastPerformedAt).toBe(late);
    const early = chicago(before, "23:30", first);
    expect(await refusal(done(ids[2], day, early))).toBe("validation_failed");
    const row = await db().select().from(maintenances).where(eq(maintenances.id, ids[0])).get();
    // The life goes on by hours that passed, not by what clocks showed.
    expect(row!.recommendedDate! - row!.lastPerformedAt!).toBe(80 * HOUR);
  },
);
