import { EMPTY_CARRY, type Carry } from "./derive.ts";
import type { HourBuffer } from "./hour-buffer.ts";
import type { SeriesManifest } from "./manifest.ts";
import type { OpenHours } from "./open-hours.ts";

/** An hour and what it tells the next one. */
export type ToldHour = { hourMs: number; carry: Carry };
type Places = { hours: OpenHours; manifest: SeriesManifest };

/** The nearest hour with data before, open or sealed; -Infinity when there is none. */
export const nearestBefore = ({ hours, manifest }: Places, hourMs: number): number =>
  Math.max(manifest.hours.before(hourMs), hours.before(hourMs));

/**
 * What an hour rests on: the whole open hours before it, the nearest first, back to one that is sealed, past retention or
 * `told`, and what that one tells. No recursion: thousands may be open.
 */
export function hoursBefore(
  places: Places,
  hourMs: number,
  told: ToldHour | null,
): { open: HourBuffer[]; first: Carry } {
  const { hours, manifest } = places;
  const open: HourBuffer[] = [];
  for (let at = hourMs; ; at = open.at(-1)!.hourMs) {
    const nearest = nearestBefore(places, at);
    const retired = manifest.retiredBefore(at, nearest);
    if (retired) return { open, first: retired };
    if (nearest === told?.hourMs) return { open, first: told.carry };
    const hour = hours.get(nearest);
    if (!hour?.complete) return { open, first: manifest.hours.get(nearest)?.carry ?? EMPTY_CARRY };
    open.push(hour);
  }
}
