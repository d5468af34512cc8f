import { expect, it } from "vitest";
import { demoAlarms } from "#app/db/seed/alarms.ts";
import { DEMO_MACHINES } from "#app/db/seed/machines.ts";
import {
  alarmMetric,
  sentFlag,
  beginAlarm,
  judgeAlarm,
  type AlarmSample,
} from "#app/domain/alarms/judge.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/domain/durations.ts";
import { toStateCode } from "#app/domain/metrics/states.ts";
import { MachineModel } from "#simulator/machine-model.ts";
import { planFirstSpans } from "#simulator/history-plan.ts";
import { STATE_OF } from "#simulator/phases.ts";
import { readMoment } from "#simulator/reading.ts";
import { tagsOf } from "#simulator/tags.ts";

const START_MS = Date.UTC(2026, 10, 16);
/** A blanket lasts four to six weeks: only its alarm is looked at for so long, and coarsely. */
const LONG = { days: 43, stepMs: 20 * MINUTE_MS };
const SHORT = { days: 3, stepMs: 15_000 };
const alarms = demoAlarms(DEMO_MACHINES as never, { now: START_MS });

function changesOf(alarm: (typeof alarms)[number]): boolean[] {
  const model = new MachineModel(DEMO_MACHINES.find(({ id }) => id === alarm.deviceId) as never);
  const tag = tagsOf(model).find(({ key }) => key === (sentFlag(alarm) ?? alarmMetric(alarm)));
  if (!tag) throw new Error(`the simulator sends no ${sentFlag(alarm) ?? alarmMetric(alarm)}`);
  const { days, stepMs } = alarmMetric(alarm) === "anvil_thickness" ? LONG : SHORT;
  // Looked at coarsely, what holds is held from one look to the next.
  const rule =
    days === LONG.days ? { ...alarm, arguments: { ...alarm.arguments, period: 0 } } : alarm;
  let progress = beginAlarm({ inAlarm: false });
  const changes: boolean[] = [];
  for (let timeMs = START_MS; timeMs < START_MS + days * DAY_MS; timeMs += stepMs) {
    const moment = readMoment(model, timeMs);
    const value = tag.read(moment);
    if (value === null || (moment.phase.kind === "off" && !tag.whileOff)) continue;
    const sample: AlarmSample = {
      timeMs,
      value: typeof value === "boolean" ? Number(value) : value,
      state: toStateCode(STATE_OF[moment.phase.kind]),
    };
    const judged = judgeAlarm(rule, progress, [sample], timeMs);
    progress = judged.progress;
    changes.push(...judged.changes.map(({ inAlarm }) => inAlarm));
  }
  return changes;
}

it("every kind of demo alarm comes and goes by what the simulator sends", () => {
  const names = [...new Set(alarms.map(({ name }) => name))];
  const changing = names.filter((name) =>
    alarms.some((alarm) => {
      if (alarm.name !== name) return false;
      const changes = changesOf(alarm);
      return changes.includes(true) && changes.includes(false);
    }),
  );
  expect(changing).toEqual(names);
});

it("alarms that are on at the start went on before the hours that are written first", () => {
  // The simulator begins those at a whole hour: the earliest they can be is just before the next one.
  const nowMs = START_MS + HOUR_MS - 1;
  const [first] = planFirstSpans(nowMs, 3 * DAY_MS);
  const began = demoAlarms(DEMO_MACHINES as never, { now: nowMs })
    .filter(({ inAlarm }) => inAlarm)
    .map(({ triggeredAt }) => triggeredAt as number);
  expect(began.length).toBeGreaterThan(3);
  for (const atMs of began) expect(atMs).toBeLessThan(first!.fromMs);
});
