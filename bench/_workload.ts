/**
 * A machine's scans for the benches `store` and `query`: 60 metrics a second, 16 booleans, 10 encoded, 7 counters
 * and 27 floats with sensor noise. The same machine in every run.
 *
 * The floats are what PLCs give: temperatures and pressures in tenths, drives' currents in hundredths, slow drift and
 * a noise of a few steps of their last digit. machine_state, machine_speed and sheet_count are among them, so that
 * Helios derives what it derives of every machine.
 */
export type Kind = "boolean" | "encoded" | "counter" | "float";
export type Scan = Record<string, number | boolean>;
export type Metric = { name: string; kind: Kind; next: (isRunning: boolean) => number | boolean };

const [BOOLEANS, ENCODED, COUNTERS, TEMPERATURES, PRESSURES, CURRENTS] = [
  16, 9, 6, 12, 8, 6,
] as const;
export const METRICS_PER_MACHINE = 60;

export class Machine {
  readonly metrics: Metric[];
  readonly #random: () => number;
  #state = 4;

  constructor(seed: number) {
    this.#random = randomFrom(seed);
    this.metrics = [...this.#process(), ...this.#flags(), ...this.#counters(), ...this.#sensors()];
    if (this.metrics.length !== METRICS_PER_MACHINE)
      throw new Error(`${this.metrics.length} metrics`);
  }

  next(): Scan {
    if (this.#random() < 0.004)
      this.#state = [4, 4, 4, 3, 5, 2, 0][Math.floor(this.#random() * 7)]!;
    const isRunning = this.#state === 3 || this.#state === 4;
    const scan: Scan = {};
    for (const { name, next } of this.metrics) scan[name] = next(isRunning);
    return scan;
  }

  #process(): Metric[] {
    let drive = 0;
    let sheets = 100_000 + Math.floor(this.#random() * 1e6);
    const speed = (isRunning: boolean): number => {
      drive += ((isRunning ? 182 : 0) - drive) * 0.15;
      return drive < 1 ? 0 : rounded(drive + this.#noise() * 0.3, 10);
    };
    return [
      { name: "machine_state", kind: "encoded", next: () => this.#state },
      { name: "machine_speed", kind: "float", next: speed },
      { name: "sheet_count", kind: "counter", next: () => (sheets += this.#state === 4 ? 3 : 0) },
    ];
  }

  #flags(): Metric[] {
    const flag = (name: string): Metric => {
      let on = this.#random() < 0.5;
      return { name, kind: "boolean", next: () => (on = this.#random() < 0.002 ? !on : on) };
    };
    const status = (name: string): Metric => {
      let code = 16;
      return {
        name,
        kind: "encoded",
        next: () =>
          (code = this.#random() < 0.003 ? 2 ** (4 + Math.floor(this.#random() * 6)) : code),
      };
    };
    return [...many(BOOLEANS, "bench_flag", flag), ...many(ENCODED, "bench_status", status)];
  }

  #counters(): Metric[] {
    return many(COUNTERS, "bench_count", (name, index): Metric => {
      let count = Math.floor(this.#random() * 1e6);
      // Strokes come at every scan, jams hardly ever.
      const chance = [1, 0.5, 0.3, 0.1, 0.01, 0.001][index] ?? 0;
      return {
        name,
        kind: "counter",
        next: (isRunning) => (count += isRunning && this.#random() < chance ? 1 : 0),
      };
    });
  }

  #sensors(): Metric[] {
    const sensor =
      (drift: number, noise: number, steps: number, idle: number) =>
      (name: string): Metric => {
        let level = 20 + this.#random() * 200;
        const next = (isRunning: boolean) =>
          rounded(
            (isRunning ? 1 : idle) * (level += (this.#random() - 0.5) * drift) +
              this.#noise() * noise,
            steps,
          );
        return { name, kind: "float", next };
      };
    return [
      ...many(TEMPERATURES, "bench_temperature", sensor(0.02, 0.1, 10, 1)),
      ...many(PRESSURES, "bench_pressure", sensor(0.05, 0.2, 10, 0.8)),
      ...many(CURRENTS, "bench_current", sensor(0.01, 0.03, 100, 0.1)),
    ];
  }

  /** Nearly normal, deviation 1. */
  #noise(): number {
    let sum = 0;
    for (let i = 0; i < 12; i++) sum += this.#random();
    return sum - 6;
  }
}

/** Seconds of a machine as one frame. */
export function takeFrame(machine: Machine, startMs: number, scans: number, stepMs = 1000) {
  const tags: Record<string, (number | boolean)[]> = Object.fromEntries(
    machine.metrics.map(({ name }) => [name, []]),
  );
  const times = Array.from({ length: scans }, (_, index) => startMs + index * stepMs);
  for (let index = 0; index < scans; index++)
    for (const [name, value] of Object.entries(machine.next())) tags[name]!.push(value);
  return { times, tags };
}

const many = (
  count: number,
  name: string,
  make: (name: string, index: number) => Metric,
): Metric[] => Array.from({ length: count }, (_, index) => make(`${name}_${index}`, index));

const rounded = (value: number, steps: number): number => Math.round(value * steps) / steps;

export function randomFrom(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0;
  return () => {
    // Mulberry32: a linear generator's low bits would show in the noise.
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The value below which the share of them lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
}
