import { periodOf, type RollupLevel } from "#app/domain/series/levels.ts";

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

/** Which generation of the machine's objects the name says; 0 where it says none. */
export const generationOf = (key: string): number =>
  Number(/-(\d{1,15})\.parquet$/.exec(key)?.[1] ?? 0);

/** What a file of roll-ups stands for, by its name; null when it is the name of none. */
export function rollupPlaceOf(
  key: string,
): { level: RollupLevel; startMs: number; endMs: number } | null {
  const [, name, year, , quarter, month, day] =
    /^rollup\/(1[mhd])\/\d+\/(\d{4})(\/(?:q([1-4])|(\d\d)\/(\d\d)))?-\d+\.parquet$/.exec(key) ?? [];
  const level = (["minute", "hour", "day"] as const).find((each) => LEVEL_NAMES[each] === name);
  if (!level || (level === "hour") !== Boolean(quarter) || (level === "minute") !== Boolean(day))
    return null;
  const monthIndex = quarter ? (Number(quarter) - 1) * 3 : Number(month ?? 1) - 1;
  const startMs = Date.UTC(Number(year), monthIndex, Number(day ?? 1));
  return { level, ...periodOf(level, startMs) };
}
