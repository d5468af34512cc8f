/**
 * What the demo's machines did before the demo began, by the simulator's model of the very machines that it goes on with: for
 * what people tell of them, and, in the form in which the jobs Worker keeps a day (machine_days), for the downtime prediction
 * to learn from. The samples of these weeks are not written, for a first start would take minutes.
 */
import { sql } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { machineDays } from "#app/db/schema/index.ts";
import type { DemoMachine } from "#app/db/seed/demo.ts";
import { packHour } from "#app/domain/prediction/hour-facts.ts";
import type { PastOf } from "#app/db/seed/past.ts";
import { factsOfDay } from "#simulator/facts-of-day.ts";
import { MachineModel } from "#simulator/machine-model.ts";
import { stopsOf } from "#simulator/stops.ts";
import { DAY_MS, HOUR_MS } from "#app/domain/durations.ts";

/** What the job keeps is 60 days; a day begins before the oldest of them is forgotten. */
export const PAST_DAYS = 55;
/** The simulator's own history begins so long ago; its days are read by the job. */
const HISTORY_MS = 3 * DAY_MS;
/** The job reads a day three times; these are read for good. */
const READS = 3;

/** As far back as people tell of their machines, and up to an hour ago: what is told of a stop comes after it. */
export const TOLD_MS = 30 * DAY_MS;
export const pastUntil =
  (now: number): PastOf =>
  (machine) =>
    stopsOf(
      new MachineModel({ ...machine, kiwiplan: machine.kiwiplan ?? false }),
      now - TOLD_MS,
      now - HOUR_MS,
    );

/** Writes nothing where days are kept already. Answers how many were written. */
export async function writeDemoPast(
  db: Db,
  machines: readonly DemoMachine[],
  now: number,
): Promise<number> {
  const kept = await db.select({ day: machineDays.day }).from(machineDays).limit(1);
  if (kept.length > 0) return 0;
  const endMs = Math.floor((now - HISTORY_MS) / DAY_MS) * DAY_MS;
  let written = 0;
  for (const machine of machines) {
    const model = new MachineModel(machine);
    const days = Array.from({ length: PAST_DAYS }, (_, index) => {
      const day = endMs - (PAST_DAYS - index) * DAY_MS;
      return { day, hours: factsOfDay(model, day).map(packHour) };
    });
    await db.run(
      sql`insert into machine_days (device_id, day, hours, reads, read_at)
        select ${machine.deviceId}, json_extract(value, '$.day'), json_extract(value, '$.hours'), ${READS}, ${now}
        from json_each(${JSON.stringify(days)})`,
    );
    written += days.length;
  }
  return written;
}
