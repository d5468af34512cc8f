import { asc, eq } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { alarms } from "#app/db/schema/index.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { requireMachine } from "#app/features/machines/get-machine.server.ts";

export type Alarm = typeof alarms.$inferSelect;

/** A machine's alarms by name, on or not. */
export async function listAlarms(
  { db, actor }: { db: Db; actor: Actor },
  device: string | number,
): Promise<Alarm[]> {
  const machine = await requireMachine({ db, actor }, device);
  return db
    .select()
    .from(alarms)
    .where(eq(alarms.deviceId, machine.id))
    .orderBy(asc(alarms.name), asc(alarms.id))
    .all();
}
