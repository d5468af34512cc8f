import { MINUTE_MS } from "#app/domain/durations.ts";

/** What held.ts calls a number's hold, for pages, which do not load what it needs of all metrics. */
export const NUMBER_HOLD_MS = MINUTE_MS;
