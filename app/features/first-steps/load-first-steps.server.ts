import { and, asc, count, eq, gt, isNull, min } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { customers, devices, enrollmentKeys, facilities, samplers } from "#app/db/schema/index.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { AppError } from "#app/domain/errors.ts";
import type { RecorderPort } from "#app/domain/series/recorder-port.ts";
import { withinMs } from "#app/domain/within.ts";
import { areAllDone, type FirstSteps } from "./steps.ts";

type Deps = {
  db: Db;
  now: number;
  actor: Actor;
  recorder: (deviceId: number) => Pick<RecorderPort, "status">;
};

/** Whoever has more machines has begun, and their recorders are not asked. */
const MACHINES_ASKED = 5;
const RECORDER_PATIENCE_MS = 2_000;

/** How far a new installation has come, for superusers: one trip to D1, and one call to each of its first machines. */
export async function loadFirstSteps({ db, now, actor, recorder }: Deps): Promise<FirstSteps> {
  if (actor.role !== "superuser") throw new AppError("forbidden");
  const [[customer], [facility], [keys], [machine], rows] = await db.batch([
    db.select({ count: count(), first: min(customers.id) }).from(customers),
    db.select({ count: count() }).from(facilities),
    db
      .select({ count: count() })
      .from(enrollmentKeys)
      .where(and(isNull(enrollmentKeys.endedAt), gt(enrollmentKeys.expiresAt, now))),
    db.select({ count: count() }).from(devices),
    db
      .select({ id: devices.id, facilityId: devices.facilityId, samplers: count(samplers.id) })
      .from(devices)
      .leftJoin(samplers, eq(samplers.deviceId, devices.id))
      .where(isNull(devices.retiredAt))
      .groupBy(devices.id)
      .orderBy(asc(devices.id))
      .limit(MACHINES_ASKED),
  ]);
  const asked = await Promise.all(
    rows.map(async ({ id, facilityId, samplers: count }) => ({
      id,
      hasSampler: count > 0,
      hasFacility: facilityId !== null,
      newestSampleMs:
        (await withinMs(RECORDER_PATIENCE_MS, recorder(id).status()))?.newestSampleMs ?? null,
    })),
  );
  return {
    customers: customer!.count,
    customerId: customer!.first,
    facilities: facility!.count,
    enrollmentKeys: keys!.count,
    machines: machine!.count,
    machine: asked.find((each) => each.newestSampleMs !== null) ?? asked.at(-1) ?? null,
  };
}

/** Whether the shell offers the first steps: to superusers, until all are done. */
export async function hasFirstSteps(deps: Deps): Promise<boolean> {
  if (deps.actor.role !== "superuser") return false;
  const machines = await deps.db.$count(devices);
  return machines <= MACHINES_ASKED && !areAllDone(await loadFirstSteps(deps));
}

/** Whether nothing was ever set up that a dashboard could show. */
export const hasNoMachines = async ({ db }: Pick<Deps, "db">): Promise<boolean> =>
  (await db.$count(devices)) === 0;
