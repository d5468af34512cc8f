import { and, eq, gt, isNull, lt, or, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { insertJournalOf } from "#app/db/journal-of-alarms.ts";
import { alarms } from "#app/db/schema/index.ts";
import { AHEAD_MS } from "#app/domain/alarms/set-back.ts";
import { insertNotices } from "./alarm-notices.server.ts";

type Deps = { db: Db; now: number };
type Transition = { id: number; inAlarm: boolean; atMs: number };
/** Transitions of one batch: a D1 batch must stay short. */
const MAX_AT_ONCE = 30;

/**
 * Writes the transitions of a machine's alarms as its recorder found them, in their order; `atMs` is the sample's time. One
 * that is told again changes nothing, and an alarm that was deleted meanwhile stays deleted.
 */
export async function saveAlarmStates(
  deps: Deps,
  deviceId: number,
  transitions: readonly Transition[],
): Promise<void> {
  for (let from = 0; from < transitions.length; from += MAX_AT_ONCE) {
    const [first, ...rest] = transitions
      .slice(from, from + MAX_AT_ONCE)
      .flatMap((transition) => statements(deps, deviceId, transition));
    if (first) await deps.db.batch([first, ...rest]);
  }
}

function statements({ db, now }: Deps, deviceId: number, { id, inAlarm, atMs }: Transition) {
  const kind = inAlarm ? "raised" : "cleared";
  const state = inAlarm
    ? {
        inAlarm,
        triggeredAt: atMs,
        isAcknowledged: false,
        acknowledgedAt: null,
        acknowledgedBy: null,
        acknowledgeNote: null,
      }
    : { inAlarm };
  const isOwn = and(eq(alarms.id, id), eq(alarms.deviceId, deviceId));
  // Else it would stay as it is until the clock is there again.
  const wasSetBack = gt(alarms.changedAt, now + AHEAD_MS);
  return [
    insertJournalOf(db, {
      kind,
      at: atMs,
      onceKey: `${id}:${kind}:${atMs}`,
      which: isOwn,
    }).onConflictDoNothing(),
    db
      .update(alarms)
      .set({ ...state, changedAt: atMs })
      .where(and(isOwn, or(isNull(alarms.changedAt), lt(alarms.changedAt, atMs), wasSetBack))),
    // For the jobs Worker, which tells people.
    ...(inAlarm ? [insertNotices(db, { now, raisedAt: sql`${atMs}`, which: isOwn })] : []),
  ];
}
