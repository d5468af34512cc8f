import { asc, eq } from "drizzle-orm";
import type { Db } from "../../db/client.server.ts";
import { alarms } from "../../db/schema/index.ts";
import type { Actor } from "../../domain/access/types.ts";
import { requireMachine } from "../machines/get-machine.server.ts";

export type Alarm = typeof alarms.$inferSelect;

/** A machine's alarms by name, on or not. */
export async function listAlarms({ db, actor }: { db: Db; actor: Actor }, device: string | number): Promise<Alarm[]> {
  const machine = await requireMachine({ db, actor }, device);
  return db.select().from(alarms).where(eq(alarms.deviceId, machine.id)).orderBy(asc(alarms.name), asc(alarms.id)).all();
}
