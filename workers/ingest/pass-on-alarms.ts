/** What becomes of alarms that went on or off: D1 knows them, pages that show them read them again, people are told. */
import { openDb } from "#app/db/client.server.ts";
import { topicsOfChange } from "#app/domain/live/ports.ts";
import { saveAlarmStates } from "#app/features/alarms/save-alarm-states.server.ts";
import { nowMs, type IngestEnv } from "#app/platform/env.ts";
import { errorText, log } from "#app/platform/log.ts";
import type { AlarmTransition } from "./recorder/alarm-watch.ts";

/** Alarms that go on together are told together. */
const GATHER_SECONDS = 2;
type Settled = { status: string; reason?: unknown };

/** Once D1 knows them, pages that show the machine's alarms read them again. Rejects where D1 does not take them. */
export async function passOnAlarms(
  env: IngestEnv,
  machineId: number,
  transitions: AlarmTransition[],
): Promise<void> {
  await saveAlarmStates({ db: openDb(env.DB), now: nowMs(env) }, machineId, transitions);
  const told = topicsOfChange(machineId, "alarms").map((topic) =>
    env.METRIC_CHANNEL.getByName(topic).changed(),
  );
  const left = transitions.some(({ inAlarm }) => inAlarm)
    ? env.JOBS.send({ type: "tell_alarms", deviceId: machineId }, { delaySeconds: GATHER_SECONDS })
    : null;
  // D1 has both: pages read it again by themselves, and cron finds what no job was left for.
  for (const { status, reason } of (await Promise.allSettled([...told, left])) as Settled[])
    if (status === "rejected")
      log({ event: "live_failed", where: "alarms changed", error: errorText(reason) });
}
