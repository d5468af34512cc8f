/** The kept days and the services of one machine, as the prediction's features want them. */
import { and, asc, eq, gte, lt } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { machineDays, maintenanceHistory, maintenances } from "#app/db/schema/index.ts";
import { unpackHour, type HourFacts } from "#app/domain/prediction/hour-facts.ts";
import { HOUR_MS } from "#app/domain/durations.ts";

export type Kept = { hours: HourFacts[]; serviceMs: number[] };

/** Hours of the days that began in [fromMs, toMs), and every service, ascending. */
export async function loadKept(
  db: Db,
  deviceId: number,
  fromMs: number,
  toMs: number,
): Promise<Kept> {
  const [days, services] = await Promise.all([
    db
      .select({ day: machineDays.day, hours: machineDays.hours })
      .from(machineDays)
      .where(
        and(
          eq(machineDays.deviceId, deviceId),
          gte(machineDays.day, fromMs),
          lt(machineDays.day, toMs),
        ),
      )
      .orderBy(asc(machineDays.day)),
    db
      .select({ performedAt: maintenanceHistory.performedAt })
      .from(maintenanceHistory)
      .innerJoin(maintenances, eq(maintenances.id, maintenanceHistory.maintenanceId))
      .where(eq(maintenances.deviceId, deviceId))
      .orderBy(asc(maintenanceHistory.performedAt)),
  ]);
  return {
    hours: days.flatMap(({ day, hours }) =>
      hours.map((hour, index) => unpackHour(hour, day + index * HOUR_MS)),
    ),
    serviceMs: services.map(({ performedAt }) => performedAt),
  };
}
