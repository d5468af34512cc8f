/**
 * The production day of a machine, in its facility's time zone: it begins at 06:00 local time,
 * up to 40 minutes earlier or later so that a plant's machines do not change crews at once.
 * A day is 23 or 25 hours long when the clocks change.
 */
import { DateTime } from "luxon";
import type { Profile } from "./profiles.ts";

export type ProductionDay = {
  key: string;
  startMs: number;
  endMs: number;
  weekday: number;
  number: number;
};

/** A stretch of work without a crew change, and what it opens with. */
export type Spell = { opening: "start_up" | "handover" | "break"; startMs: number; endMs: number };

export type Calendar = { timezone: string; offsetMinutes: number; profile: Profile; luck: number };

const DAY_START_HOUR = 6;
const SHIFT_MS = 8 * 3_600_000;
const BREAK_MS = 20 * 60_000;

/** The instant at which a wall clock in the plant shows `hour` (from 24 on: of the next day). */
function localHour(calendar: Calendar, midnight: DateTime, hour: number): number {
  const minutes = Math.round(hour * 60) + calendar.offsetMinutes;
  const day = midnight.plus({ days: Math.floor(minutes / 1440) });
  return day.set({ hour: Math.floor((minutes % 1440) / 60), minute: minutes % 60 }).toMillis();
}

/** The production day that holds `timeMs`. */
export function productionDay(calendar: Calendar, timeMs: number): ProductionDay {
  const midnight = DateTime.fromMillis(timeMs, { zone: calendar.timezone }).startOf("day");
  const early = timeMs < localHour(calendar, midnight, DAY_START_HOUR);
  return dayOf(calendar, early ? midnight.minus({ days: 1 }) : midnight);
}

function dayOf(calendar: Calendar, midnight: DateTime): ProductionDay {
  return {
    key: midnight.toFormat("yyyy-MM-dd"),
    startMs: localHour(calendar, midnight, DAY_START_HOUR),
    endMs: localHour(calendar, midnight.plus({ days: 1 }), DAY_START_HOUR),
    weekday: midnight.weekday,
    number: Math.round(Date.UTC(midnight.year, midnight.month - 1, midnight.day) / 86_400_000),
  };
}

/** Working spells of the day, ascending; the machine is off outside them. */
export function planSpells(calendar: Calendar, day: ProductionDay): Spell[] {
  const { shifts } = calendar.profile;
  if (shifts === null) return splitShifts(day.startMs, day.endMs, "handover", 0);
  const shift = shifts(day.weekday, calendar.luck);
  if (shift === null) return [];
  const midnight = DateTime.fromISO(day.key, { zone: calendar.timezone });
  const startMs = localHour(calendar, midnight, shift.fromHour);
  const endMs = Math.min(localHour(calendar, midnight, shift.toHour), day.endMs);
  return splitShifts(startMs, endMs, "start_up", BREAK_MS);
}

/** Crews change every 8 hours; a crew without relief also stops for a break in the middle. */
function splitShifts(
  startMs: number,
  endMs: number,
  first: Spell["opening"],
  breakMs: number,
): Spell[] {
  const stepMs = breakMs > 0 ? SHIFT_MS / 2 : SHIFT_MS;
  const spells: Spell[] = [];
  for (let fromMs = startMs, index = 0; fromMs < endMs; fromMs += stepMs, index++) {
    const opening = index === 0 ? first : breakMs > 0 && index % 2 === 1 ? "break" : "handover";
    spells.push({ opening, startMs: fromMs, endMs: Math.min(fromMs + stepMs, endMs) });
  }
  // A rest of less than half an hour belongs to the crew before.
  const last = spells.at(-1);
  if (spells.length > 1 && last && last.endMs - last.startMs < 1_800_000) {
    spells.pop();
    spells.at(-1)!.endMs = last.endMs;
  }
  return spells;
}
