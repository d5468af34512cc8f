import { and, eq, gt, isNull, lte, or } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { devices } from "#app/db/schema/index.ts";
import { passesTier } from "#app/domain/access/permissions.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { AppError } from "#app/domain/errors.ts";
import { minutesToWait, REPORT_WAIT_MS } from "#app/domain/reports/timeframe.ts";
import type { Machine } from "#app/features/machines/machine-record.server.ts";

type Deps = { db: Db; actor: Actor; now: number };

/** What gives a turn back that brought no file. */
export type GiveBack = () => Promise<void>;

/**
 * Takes the machine's turn to make a report, for fifteen minutes; the statement that writes decides who gets it. Tiers
 * with unlimited reports and the provider's staff need none. Throws too_many_requests with the seconds to wait.
 */
export async function takeReportTurn(
  { db, actor, now }: Deps,
  machine: Machine,
): Promise<GiveBack> {
  if (passesTier(actor, machine.serviceTier, "unlimitedReport")) return async () => {};
  const { id } = machine;
  const until = now + REPORT_WAIT_MS;
  const isFree = or(
    isNull(devices.reportAvailableAt),
    lte(devices.reportAvailableAt, now),
    // Further ahead than a turn can be: taken by a clock that was set back since.
    gt(devices.reportAvailableAt, until),
  );
  const [taken] = await db
    .update(devices)
    .set({ reportAvailableAt: until })
    .where(and(eq(devices.id, id), isFree))
    .returning({ id: devices.id });
  if (!taken) throw await refusal(db, id, now);
  return async () => {
    await db
      .update(devices)
      .set({ reportAvailableAt: null })
      .where(and(eq(devices.id, id), eq(devices.reportAvailableAt, until)));
  };
}

async function refusal(db: Db, id: number, now: number): Promise<AppError> {
  const row = await db
    .select({ at: devices.reportAvailableAt })
    .from(devices)
    .where(eq(devices.id, id))
    .get();
  const at = row?.at ?? now;
  const minutes = minutesToWait(at, now) ?? 1;
  return new AppError("too_many_requests", {
    message: `A report of this machine was made a moment ago; the next one can be made in ${minutes} min.`,
    problem: { code: "wait", minutes },
    retryAfterSeconds: Math.max(1, Math.ceil((at - now) / 1000)),
  });
}
