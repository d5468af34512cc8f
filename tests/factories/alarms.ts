/** Alarms for tests, without their form or call. */
import type { Db } from "#app/db/client.server.ts";
import { alarms } from "#app/db/schema/index.ts";
import { NOW } from "./people.ts";

type NewAlarm = typeof alarms.$inferInsert;

/** An alarm of a machine, off and of medium priority unless `more` says otherwise; its row id. */
export async function createAlarm(
  db: Db,
  deviceId: number,
  more: Partial<NewAlarm> = {},
): Promise<number> {
  const row: NewAlarm = {
    ...{ deviceId, name: "Hot", createdAt: NOW },
    function: "value_threshold_for_time_period_in_state",
    arguments: { tag_name: "t", period: 1_000, comp: ">", threshold: 1 },
    ...more,
  };
  const [made] = await db.insert(alarms).values(row).returning({ id: alarms.id });
  return made!.id;
}
