/** A day of a machine in facts by the hour, as the prediction's job would read them out of what the simulator sends. */
import { toStateCode } from "#app/domain/metrics/states.ts";
import {
  factsOf,
  LEAD_MS,
  type HourFacts,
  type MinutePoint,
} from "#app/domain/prediction/hour-facts.ts";
import type { MachineModel } from "./machine-model.ts";
import { STATE_OF } from "./phases.ts";
import { readMoment } from "./reading.ts";
import { isSpeedUnusual } from "./tags-machine.ts";
import { MINUTE_MS, DAY_MS } from "#app/domain/durations.ts";

/** The 24 hours from `startMs` on: states by the second, the rest by minutes. */
export function factsOfDay(model: MachineModel, startMs: number): HourFacts[] {
  const [fromMs, toMs] = [startMs - LEAD_MS, startMs + DAY_MS];
  const phases = model.phasesIn(fromMs, toMs);
  const states = phases.map(({ kind, startMs: beganMs }) => ({
    timeMs: Math.max(beganMs, fromMs),
    code: toStateCode(STATE_OF[kind]),
  }));
  const speeds: MinutePoint[] = [];
  const flags: MinutePoint[] = [];
  for (let timeMs = fromMs; timeMs < toMs; timeMs += MINUTE_MS) {
    const moments = [0, 30_000].map((offset) => readMoment(model, timeMs + offset));
    const rpms = moments.map(({ rpm }) => rpm);
    const flag = Number(moments.some(isSpeedUnusual));
    flags.push({ timeMs, value: flag, min: flag, max: flag });
    const value = rpms.reduce((sum, rpm) => sum + rpm, 0) / rpms.length;
    speeds.push({ timeMs, value, min: Math.min(...rpms), max: Math.max(...rpms) });
  }
  const began = (wanted: string): MinutePoint[] =>
    phases.flatMap(({ kind, startMs: timeMs }) => {
      const value = kind === wanted ? 1 : 0;
      return [{ timeMs, value, min: value, max: value }];
    });
  const points = {
    machine_speed: speeds,
    jam_detected: began("jam"),
    e_stop_pressed: began("e_stop"),
  };
  return factsOf({
    startMs,
    hours: 24,
    states: states.filter(({ code }, i) => code !== states[i - 1]?.code),
    points,
    flags: [flags],
  });
}
