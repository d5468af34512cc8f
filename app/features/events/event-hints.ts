import type { Stop } from "#app/domain/metrics/stops.ts";

/** The most of each that is answered: the form keeps the room for so many. */
export const MOST_STOPS = 4;
export const MOST_REASONS = 6;

/** What the report of an event is filled in from. `events`: one of each name. */
export type EventHints = {
  stops: Stop[];
  /** Shorter ones are not among them, unless they were cut short. */
  leastStopSeconds: number;
  events: { id: number; name: string }[];
};
/** null: could not be read, or the machine's tier has no events. */
export type EventHintsAnswer = { hints: EventHints | null };

export const eventHintsAddress = (deviceId: number): string => `/machines/${deviceId}/event_hints`;
