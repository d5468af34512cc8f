/** An alarm that is tried on the past before it is saved: what is asked, and what is answered. */
import { z } from "zod";
import { toIso } from "#app/domain/formats/api-time.ts";
import type { Trial } from "#app/domain/alarms/trial.ts";
import { alarmArguments } from "./alarm.ts";
import { TRIED_FUNCTIONS } from "./tried-functions.ts";

export const trialInput = z.object({
  device_id: z.int().positive(),
  function: z.enum(TRIED_FUNCTIONS),
  arguments: alarmArguments,
});

const moment = z.iso.datetime();
export const trialJson = z.object({
  start_time: moment,
  end_time: moment,
  /** Since when it was judged: later than the start where samples are not kept, no detection looked at them, or too many may meet it; the end where nothing was judged. */
  judged_from: moment,
  raised: z.int(),
  on_seconds: z.number(),
  /** The newest 500; without an end: it would be on now. */
  spans: z.array(z.object({ start_time: moment, end_time: moment.nullable() })),
  /** By the hour, to draw. */
  points: z.array(
    z.object({
      time: moment,
      value: z.number().nullable(),
      min: z.number().nullable(),
      max: z.number().nullable(),
      /** Of an anomaly alarm: a detection that it goes by found something. */
      abnormal: z.boolean(),
    }),
  ),
});
export type TrialJson = z.output<typeof trialJson>;

export type TriedAlarm = Trial & {
  startMs: number;
  points: {
    timeMs: number;
    value: number | null;
    min: number | null;
    max: number | null;
    abnormal: boolean;
  }[];
};
const MOST_SPANS = 500;

export const toTrialJson = (tried: TriedAlarm): z.input<typeof trialJson> => ({
  start_time: toIso(tried.startMs),
  end_time: toIso(tried.untilMs),
  judged_from: toIso(tried.fromMs),
  raised: tried.raised,
  on_seconds: tried.onMs / 1_000,
  spans: tried.spans.slice(-MOST_SPANS).map(({ startMs, endMs }) => ({
    start_time: toIso(startMs),
    end_time: endMs === null ? null : toIso(endMs),
  })),
  points: tried.points.map(({ timeMs, ...point }) => ({ time: toIso(timeMs), ...point })),
});
