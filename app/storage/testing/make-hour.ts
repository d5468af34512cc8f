/**
 * An hour of a corrugated machine for tests and measurements: 60 metrics at one scan a second,
 * with the noise, the steps and the repetitions that such machines have. Deterministic.
 */
import { METRICS, type MetricDefinition } from "#app/domain/metrics/registry.ts";
import type { Columns } from "#app/domain/series/types.ts";
import { HOUR_MS } from "#app/domain/durations.ts";

export const HOUR_START_MS = Date.UTC(2025, 10, 21, 8);
const METRIC_COUNT = 60;
const SCAN_MS = 1000;
const ROWS = HOUR_MS / SCAN_MS;

export function makeHour(hourMs = HOUR_START_MS): Columns {
  const random = makeRandom(7);
  const noise = (): number => random() + random() + random() + random() - 2;
  const times = Float64Array.from({ length: ROWS }, (_, row) => hourMs + row * SCAN_MS);
  const number = (valueAt: (row: number) => number) => ({
    kind: "number" as const,
    times,
    values: Float64Array.from(times, (_, row) => valueAt(row)),
  });
  const steps = (choices: readonly number[], chance: number) => {
    let held = choices[0] as number;
    return number(() =>
      random() < chance ? (held = choices[Math.floor(random() * choices.length)] as number) : held,
    );
  };
  const counter = (start: number, chance: number) => {
    let count = start;
    return number(() => (count += random() < chance ? 1 : 0));
  };

  const state = steps([4, 3, 2, 0, 5], 0.004);
  let drive = 0;
  const speed = number((row) => {
    const target =
      (state.values[row] as number) >= 3 && (state.values[row] as number) <= 4 ? 182 : 0;
    drive += (target - drive) * 0.15;
    return drive < 1 ? 0 : rounded(drive + noise() * 0.6, 1);
  });
  const bySpeed = (factor: number, decimals: number) =>
    number((row) => rounded((speed.values[row] as number) * factor, decimals));

  const makeColumn = ({ key, type, unit }: MetricDefinition) => {
    if (key === "machine_state") return state;
    if (key === "machine_speed") return speed;
    if (key === "sheets_per_hour") return bySpeed(58, 0);
    if (key === "msf_hr") return bySpeed(0.7192, 1);
    if (key === "operating_productivity") return bySpeed(1 / 190, 3);
    if (key === "uptime") return number((row) => rounded(82 + row / 900, 2));
    if (key === "time_online") return number((row) => 12_000 + row);
    if (key === "side_guide_left") return number((row) => rounded(Math.sin(row / 400) * 7, 3));
    if (type === "boolean")
      return number((row) =>
        Number(key.includes("running") ? (state.values[row] as number) >= 3 : random() < 0.0005),
      );
    if (type === "encoded") return steps([16, 32, 64], 0.002);
    if (type === "passthrough")
      return {
        kind: "text" as const,
        times,
        values: Array.from(times, (_, row) => `A-${1000 + Math.floor(row / 700)} Ø½″`),
      };
    if (unit === "amp")
      return number((row) => rounded(12 + (speed.values[row] as number) / 40 + noise() * 0.15, 3));
    if (unit === "strokes") return counter(5000, 0.3);
    if (unit === "sheets") return counter(120_345, 0.5);
    if (unit === "in" || unit === "ft2") return steps([12.375, 14.5, 9.062], 0.002);
    return number(() => rounded(50 + noise() * 4, 1));
  };

  const columns: Columns = Object.fromEntries(
    METRICS.map((metric) => [metric.key, makeColumn(metric)]),
  );
  for (let i = METRICS.length; i < METRIC_COUNT; i++) {
    let temperature = 60 + i;
    columns[`temperature_${i}`] = number(() => rounded((temperature += noise() * 0.1), 1));
  }
  return columns;
}

export const countSamples = (columns: Columns): number =>
  Object.values(columns).reduce((sum, { times }) => sum + times.length, 0);

const rounded = (value: number, decimals: number): number =>
  Math.round(value * 10 ** decimals) / 10 ** decimals;

function makeRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
