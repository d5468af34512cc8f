import type { RollupLevel } from "#app/domain/series/levels.ts";

/**
 * Names of the series' objects. A name says what is inside and which generation of it, so that an
 * object never changes once a manifest names it: late data makes a new generation, not new bytes.
 */
const two = (value: number): string => String(value).padStart(2, "0");

/** Everything that is stored of one machine begins with one of these. */
export const devicePrefixes = (deviceId: number): string[] => [
  `raw/${deviceId}/`,
  ...Object.values(LEVEL_NAMES).map((level) => `rollup/${level}/${deviceId}/`),
];

const LEVEL_NAMES: Record<RollupLevel, string> = { minute: "1m", hour: "1h", day: "1d" };

const dayPath = (timeMs: number): string => {
  const time = new Date(timeMs);
  return `${time.getUTCFullYear()}/${two(time.getUTCMonth() + 1)}/${two(time.getUTCDate())}`;
};

/**
 * A file of raw samples of one machine: an hour, several hours of a day, or a day, from `fromMs` on; `generation` grows
 * with every object of the machine.
 */
export function segmentKey(
  deviceId: number,
  fromMs: number,
  hours: number,
  generation: number,
): string {
  const hour = new Date(fromMs).getUTCHours();
  const part = hours === 1 ? two(hour) : hours === 24 ? "day" : `${two(hour)}-${two(hour + hours)}`;
  return `raw/${deviceId}/${dayPath(fromMs)}/${part}-${generation}.parquet`;
}

/** A file of roll-ups: minutes of a day, hours of a quarter, days of a year. */
export function rollupKey(
  level: RollupLevel,
  deviceId: number,
  periodStartMs: number,
  generation: number,
): string {
  const start = new Date(periodStartMs);
  const year = start.getUTCFullYear();
  const part = {
    minute: dayPath(periodStartMs),
    hour: `${year}/q${Math.floor(start.getUTCMonth() / 3) + 1}`,
    day: String(year),
  }[level];
  return `rollup/${LEVEL_NAMES[level]}/${deviceId}/${part}-${generation}.parquet`;
}
