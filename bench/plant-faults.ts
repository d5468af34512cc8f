/**
 * Whether detection finds what goes wrong in a simulated plant: 16 machines with faults over ten weeks, the seven measures of
 * which some get a fault, each judged by UTS with the machine's state and by thresholds, with the product's defaults. Tells how many faults
 * of each kind were found, and false alarms a machine-week; draws one of each kind into docs/plant-faults.svg.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/domain/durations.ts";
import {
  judgeThreshold,
  summarizeDay,
  thresholdBounds,
  THRESHOLD_DAYS,
  type ThresholdBounds,
} from "#app/domain/detection/threshold.ts";
import { UtsDetector } from "#app/domain/detection/uts-detector.ts";
import { isRunning, MACHINE_STATES } from "#app/domain/metrics/states.ts";
import { MachineModel } from "#simulator/machine-model.ts";
import { STATE_OF } from "#simulator/phases.ts";
import { faultsWithin, readTag, type PlantFault } from "#simulator/plant-faults.ts";
import { readMoment } from "#simulator/reading.ts";
import { tagsOf } from "#simulator/tags.ts";

export const about =
  "what UTS detection finds of the simulator's plant faults; draws docs/plant-faults.svg";

const MACHINES = 16;
const WEEKS = 10;
const START = Date.UTC(2026, 5, 1);
const WARM_UP_MS = 7 * DAY_MS;
/** Going back to usual is a change too. */
const AFTER_MS = 12 * HOUR_MS;
/** Of each measure in history, and coarse enough for a bench. */
const STEPS: Readonly<Record<string, number>> = {
  bearing_temp_1_f: 5 * MINUTE_MS,
  bearing_temp_2_f: 5 * MINUTE_MS,
  main_motor_temp_f: 5 * MINUTE_MS,
  dryer_temp_f: 5 * MINUTE_MS,
  vacuum_inh2o: 5 * MINUTE_MS,
  main_drive_load_percent: MINUTE_MS,
  compensator_current: MINUTE_MS,
};

/** A fault is found by thresholds where so much of its samples was beyond them: a usual day has 0.2 %. */
const FOUND_SHARE = 0.05;

type Row = {
  timeMs: number;
  value: number;
  lower: number | null;
  upper: number | null;
  isBeyond: boolean;
};
type Drawn = { fault: PlantFault; rows: Row[]; flags: number[] };

export async function run(): Promise<void> {
  await Promise.resolve();
  const found = new Map<string, { of: number; found: number; byThresholds: number }>();
  const drawn = new Map<string, Drawn>();
  let [falseAlarms, ofSetPoints] = [0, 0];
  const falseOf = new Map<string, number>();
  for (let index = 0; index < MACHINES; index++) {
    const machine = new MachineModel({
      ...{ serialNumber: `PLANT-${index}`, name: "FFG", make: "Sun", model: "Sun625" },
      ...{ timezone: "America/Chicago", kiwiplan: false, profile: "steady", faults: true },
    });
    const end = START + WEEKS * 7 * DAY_MS;
    const faults = faultsWithin(machine, START + WARM_UP_MS, end).filter(
      ({ startMs, endMs }) => startMs >= START + WARM_UP_MS && endMs <= end,
    );
    for (const [key, stepMs] of Object.entries(STEPS)) {
      const { rows, flags } = judge(machine, key, stepMs, end);
      const own = faults.filter(({ tag }) => tag === key);
      for (const fault of own) {
        const known = found.get(fault.kind) ?? { of: 0, found: 0, byThresholds: 0 };
        const isFound = flags.some((at) => at >= fault.startMs && at < fault.endMs);
        const during = rows.filter(({ timeMs: at }) => at >= fault.startMs && at < fault.endMs);
        const beyond = during.filter(({ isBeyond }) => isBeyond).length;
        found.set(fault.kind, {
          of: known.of + 1,
          found: known.found + Number(isFound),
          byThresholds: known.byThresholds + Number(beyond >= during.length * FOUND_SHARE),
        });
        if (drawn.has(fault.kind) || (fault.isFault && !isFound)) continue;
        drawn.set(fault.kind, { fault, rows: around(rows, fault), flags });
      }
      const isNear = (at: number) => (fault: PlantFault) =>
        at >= fault.startMs && at < fault.endMs + AFTER_MS;
      for (const at of flags.filter((each) => each >= START + WARM_UP_MS)) {
        const of = faultsWithin(machine, START, end)
          .filter(({ tag }) => tag === key)
          .find(isNear(at));
        if (!of || !of.isFault) falseOf.set(key, (falseOf.get(key) ?? 0) + 1);
        if (!of) falseAlarms++;
        else if (!of.isFault) ofSetPoints++;
      }
    }
  }
  for (const [kind, { of, found: count, byThresholds }] of found)
    console.log(`${kind.padEnd(18)} ${of}: ${count} found by UTS, ${byThresholds} by thresholds`);
  const weeks = MACHINES * (WEEKS - 1);
  console.log(
    `false alarms: ${((falseAlarms + ofSetPoints) / weeks).toFixed(2)} a machine-week over ${Object.keys(STEPS).length} measures, ${ofSetPoints} of ${falseAlarms + ofSetPoints} by changed set-points; ${weeks} machine-weeks`,
  );
  for (const [key, count] of falseOf) console.log(`  ${key.padEnd(26)} ${count}`);
  const path = join(import.meta.dirname, "../docs/plant-faults.svg");
  writeFileSync(path, plot([...drawn.values()]));
  console.log(`drawn into ${path}`);
}

function judge(machine: MachineModel, key: string, stepMs: number, endMs: number) {
  const tag = tagsOf(machine).find((each) => each.key === key)!;
  const detector = new UtsDetector();
  const rows: Row[] = [];
  const flags: number[] = [];
  const days: ReturnType<typeof summarizeDay>[] = [];
  let [day, today]: [number, number[]] = [START, []];
  let bounds: ThresholdBounds | null = null;
  for (let timeMs = START; timeMs < endMs; timeMs += stepMs) {
    const moment = readMoment(machine, timeMs);
    if (moment.phase.kind === "off") continue;
    const value = readTag(tag, moment);
    if (typeof value !== "number") continue;
    if (timeMs >= day + DAY_MS) {
      days.push(summarizeDay(Float64Array.from(today)));
      bounds = thresholdBounds(days.slice(-THRESHOLD_DAYS), { lower: 0.1, upper: 99.9 });
      [day, today] = [day + DAY_MS * Math.floor((timeMs - day) / DAY_MS), []];
    }
    const state = MACHINE_STATES.indexOf(STATE_OF[moment.phase.kind]);
    const { lower, upper, flag } = detector.judge(timeMs, value, state);
    const runs = isRunning(state);
    if (runs) today.push(value);
    const isBeyond = runs && bounds !== null && judgeThreshold(value, bounds) !== null;
    rows.push({ timeMs, value, lower, upper, isBeyond });
    if (flag) flags.push(timeMs);
  }
  return { rows, flags };
}

const around = (rows: readonly Row[], { startMs, endMs }: PlantFault): Row[] => {
  const margin = Math.max(DAY_MS / 2, (endMs - startMs) / 2);
  const near = rows.filter(({ timeMs }) => timeMs >= startMs - margin && timeMs < endMs + margin);
  // A line of so many points is as fine as can be seen; of spikes each point counts.
  const every = Math.max(1, Math.floor(near.length / 1_200));
  return near.filter((_, at) => at % every === 0);
};

const [WIDTH, HEIGHT, TOP] = [900, 130, 22];

function plot(all: readonly Drawn[]): string {
  const panels = all.map(({ fault, rows, flags }, at) => {
    const [first, last] = [rows[0]!.timeMs, rows.at(-1)!.timeMs];
    const values = rows.map(({ value }) => value);
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const x = (timeMs: number): string => (((timeMs - first) / (last - first)) * WIDTH).toFixed(1);
    const y = (value: number): string => {
      const inside = Math.max(low, Math.min(high, value));
      return (TOP + (1 - (inside - low) / (high - low || 1)) * (HEIGHT - TOP - 8)).toFixed(1);
    };
    const banded = rows.filter(({ lower, upper }) => lower !== null && upper !== null);
    const band = [
      ...banded.map(({ timeMs, upper }) => `${x(timeMs)},${y(upper!)}`),
      ...banded.toReversed().map(({ timeMs, lower }) => `${x(timeMs)},${y(lower!)}`),
    ];
    const line = rows.map(({ timeMs, value }) => `${x(timeMs)},${y(value)}`);
    const marks = flags
      .filter((timeMs) => timeMs >= first && timeMs <= last)
      .map((timeMs) => `<path d="M${x(timeMs)} ${TOP - 2} l-5 -9 h10 z" fill="#7c3aed"/>`);
    const hours = Math.round((fault.endMs - fault.startMs) / HOUR_MS);
    return [
      `<g transform="translate(0 ${at * HEIGHT})">`,
      `<rect x="${x(fault.startMs)}" y="${TOP}" width="${Number(x(fault.endMs)) - Number(x(fault.startMs))}" height="${HEIGHT - TOP - 6}" fill="${fault.isFault ? "#fde68a" : "#e5e7eb"}"/>`,
      `<polygon points="${band.join(" ")}" fill="#60a5fa" opacity="0.25"/>`,
      `<polyline points="${line.join(" ")}" fill="none" stroke="#1f2937" stroke-width="0.8"/>`,
      ...marks,
      `<text x="4" y="14" font-size="12">${fault.kind.replaceAll("_", " ")}: ${fault.tag}, ${hours} h${fault.isFault ? "" : " (no fault)"}</text>`,
      "</g>",
    ].join("\n");
  });
  const height = all.length * HEIGHT;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif">
<rect width="${WIDTH}" height="${height}" fill="#fff"/>
${panels.join("\n")}
</svg>
`;
}
