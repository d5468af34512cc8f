import { and, eq } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { alarms } from "#app/db/schema/index.ts";

/** Writes how a machine's alarms stand, as its recorder found it; `atMs` is the sample's time. One that was deleted meanwhile stays deleted. */
export async function saveAlarmStates(
  { db }: { db: Db },
  deviceId: number,
  states: readonly { id: number; inAlarm: boolean; atMs: number }[],
): Promise<void> {
  const [first, ...rest] = states.map(({ id, inAlarm, atMs }) =>
    db
      .update(alarms)
      .set(inAlarm ? { inAlarm, triggeredAt: atMs } : { inAlarm })
      .where(and(eq(alarms.id, id), eq(alarms.deviceId, deviceId))),
  );
  if (first) await db.batch([first, ...rest]);
}
