/**
 * Names of the series' objects. A name says what is inside and which generation of it, so that an
 * object never changes once a manifest names it: late data makes a new generation, not new bytes.
 */
const two = (value: number): string => String(value).padStart(2, "0");

/** Everything that is stored of one machine begins with this. */
export const devicePrefix = (deviceId: number): string => `raw/${deviceId}/`;

/** The hour file of one machine; `hourMs` is the UTC hour's start, `generation` grows with every rewriting of it. */
export function segmentKey(deviceId: number, hourMs: number, generation: number): string {
  const hour = new Date(hourMs);
  const day = `${hour.getUTCFullYear()}/${two(hour.getUTCMonth() + 1)}/${two(hour.getUTCDate())}`;
  return `${devicePrefix(deviceId)}${day}/${two(hour.getUTCHours())}-${generation}.parquet`;
}
