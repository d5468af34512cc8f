/**
 * Machine series made for the detection bench: the same in every run, each with the fault that it holds (or none).
 * Kinds are what a corrugated-board machine's tags look like; faults are what goes wrong with them.
 */
import { fraction } from "#simulator/random.ts";

export type MachineSeries = {
  name: string;
  timesMs: Float64Array;
  values: Float64Array;
  /** The machine's state at each row, where the series tells it. */
  states: (string | null)[] | null;
  /** First and last row of the fault's window, both inclusive; none in a clean series. */
  windows: { from: number; to: number }[];
};

type Kind = {
  name: string;
  stepMs: number;
  rows: number;
  hasState: boolean;
  /** The value at a row; `made` is what was made before. */
  value: (row: number, of: Run) => number;
};
type Run = {
  seed: number;
  noise: (row: number, salt?: number) => number;
  even: (row: number, salt: number) => number;
  timeMs: (row: number) => number;
  running: (row: number) => boolean;
  memory: number[];
};
type Fault = {
  name: string;
  /** Changes a healthy value at `into` rows after the fault began; `spread` is the kind's usual deviation. */
  change: (
    value: number,
    into: number,
    of: { spread: number; before: number; rows: number },
  ) => number;
};

const DAY = 86_400_000;
const START_MS = Date.UTC(2026, 2, 2);
const daily = (timeMs: number, hour: number): number =>
  Math.cos(((timeMs % DAY) / DAY - hour / 24) * 2 * Math.PI);

const KINDS: readonly Kind[] = [
  {
    name: "bearing-temperature",
    stepMs: 60_000,
    rows: 14_400,
    hasState: false,
    value: (row, run) => {
      const goal = 46 + 3 * daily(run.timeMs(row), 15) + (run.running(row) ? 9 : 0);
      const heat = (run.memory[0] ?? goal) + (goal - (run.memory[0] ?? goal)) / 40;
      run.memory[0] = heat;
      return round(heat + 0.25 * run.noise(row), 2);
    },
  },
  {
    name: "vacuum",
    stepMs: 60_000,
    rows: 10_080,
    hasState: true,
    value: (row, run) => round((run.running(row) ? 42 : 3) + 0.8 * run.noise(row), 2),
  },
  {
    name: "vibration",
    stepMs: 300_000,
    rows: 6_000,
    hasState: false,
    value: (row, run) => round(2.1 * Math.exp(0.25 * run.noise(row)), 3),
  },
  {
    name: "speed",
    stepMs: 30_000,
    rows: 12_000,
    hasState: true,
    value: (row, run) => {
      const order = Math.floor(row / 240);
      const set = 140 + 10 * Math.floor(6 * run.even(order, 7));
      return run.running(row) ? Math.round(set + 1.5 * run.noise(row)) : 0;
    },
  },
  {
    name: "sheet-counter",
    stepMs: 60_000,
    rows: 8_000,
    hasState: false,
    value: (row, run) => {
      const count = (run.memory[0] ?? 0) + 150 + Math.round(6 * run.noise(row));
      run.memory[0] = row % 1_440 === 0 ? 0 : count;
      return run.memory[0];
    },
  },
  {
    name: "valve",
    stepMs: 60_000,
    rows: 9_000,
    hasState: false,
    value: (row, run) => {
      const block = Math.floor(row / 12);
      return Number(run.even(block, 3) < 0.4);
    },
  },
  {
    name: "glue-level",
    stepMs: 120_000,
    rows: 7_200,
    hasState: false,
    value: (row, run) => {
      const level = (run.memory[0] ?? 80) - 0.12 - 0.02 * run.noise(row);
      run.memory[0] = level < 30 ? 80 : level;
      return round(run.memory[0] + 0.15 * run.noise(row, 2), 1);
    },
  },
  {
    name: "motor-current",
    stepMs: 10_000,
    rows: 20_000,
    hasState: false,
    value: (row, run) =>
      round((run.running(row) ? 31 + 2 * daily(run.timeMs(row), 13) : 4) + 0.9 * run.noise(row), 1),
  },
  {
    name: "steam-pressure",
    stepMs: 60_000,
    rows: 11_000,
    hasState: false,
    value: (row, run) => {
      const wander = 0.98 * (run.memory[0] ?? 0) + 0.02 * run.noise(row);
      run.memory[0] = wander;
      return round(11.5 + 2 * wander + 0.4 * daily(run.timeMs(row), 10), 3);
    },
  },
];

const FAULTS: readonly Fault[] = [
  { name: "spike", change: (value, into, { spread }) => (into < 3 ? value + 12 * spread : value) },
  { name: "shift", change: (value, _into, { spread }) => value + 6 * spread },
  {
    name: "drift",
    change: (value, into, { spread, rows }) => value + (14 * spread * into) / rows,
  },
  { name: "dead", change: (_value, _into, { before }) => before },
  {
    name: "noisy",
    change: (value, into, { spread }) => value + 5 * spread * Math.sin(into * 2.399963),
  },
];

/** Every kind clean and with each fault: `seeds` times 54 series. */
export function machineSeries(seeds: number): MachineSeries[] {
  const found: MachineSeries[] = [];
  for (let seed = 1; seed <= seeds; seed++)
    for (const kind of KINDS) {
      found.push(make(kind, null, seed));
      for (const fault of FAULTS) found.push(make(kind, fault, seed));
    }
  return found;
}

function make(kind: Kind, fault: Fault | null, seed: number): MachineSeries {
  const salt = seed * 7_919 + KINDS.indexOf(kind) * 104_729;
  const even = (row: number, of: number): number => fraction(salt + of * 15_485_863, row);
  const noise = (row: number, of = 0): number =>
    Math.sqrt(-2 * Math.log(1 - even(row, 11 + of))) * Math.cos(2 * Math.PI * even(row, 17 + of));
  const timeMs = (row: number): number => START_MS + row * kind.stepMs;
  const spell = (row: number): boolean =>
    even(Math.floor((row * kind.stepMs) / 2_400_000), 5) < 0.7;
  const run: Run = { seed, noise, even, timeMs, running: spell, memory: [] };
  const healthy = Array.from({ length: kind.rows }, (_, row) => kind.value(row, run));
  const start = Math.floor(kind.rows * (0.45 + 0.35 * even(0, 23)));
  const width = Math.floor(kind.rows / 10);
  const steps = healthy.slice(1).map((value, index) => Math.abs(value - healthy[index]!));
  const spread = Math.max(median(steps.filter((step) => step > 0)), 1e-6);
  const before = healthy[start - 1]!;
  const lasts = fault?.name === "spike" ? 3 : width;
  const values = healthy.map((value, row) =>
    fault && row >= start && row < start + lasts
      ? fault.change(value, row - start, { spread, before, rows: width })
      : value,
  );
  return {
    name: `${kind.name}-${fault?.name ?? "clean"}-${seed}`,
    timesMs: Float64Array.from(values, (_, row) => timeMs(row)),
    values: Float64Array.from(values),
    states: kind.hasState ? values.map((_, row) => (spell(row) ? "running" : "stopped")) : null,
    windows: fault ? [{ from: start, to: Math.min(kind.rows - 1, start + width) }] : [],
  };
}

const round = (value: number, digits: number): number => Number(value.toFixed(digits));
const median = (values: number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
};
