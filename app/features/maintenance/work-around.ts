/** What happened around a completed work, as the page and /v1 tell it. Times are Unix milliseconds, lengths milliseconds. */
import { z } from "zod";
import { apiTime, toIso } from "#app/domain/formats/api-time.ts";
import type { Section } from "#app/domain/samplers/sections.ts";

export type WorkSide = {
  startMs: number;
  endMs: number;
  /** Of which anything was heard of the machine. */
  heardMs: number;
  /** Of that: in which it did not run. */
  stoppedMs: number;
  /** Events with a downtime; null where the machine's tier does not open events. */
  downtimes: { count: number; lengthMs: number } | null;
  /** Measures of the section that were abnormal, the longest first; null where the tier has no anomaly explorer. */
  abnormal: { tag: string; abnormalMs: number }[] | null;
};
export type WorkAround = {
  performedAt: number;
  /** null: the work is of the whole machine. */
  section: Section | null;
  before: WorkSide;
  after: WorkSide;
  /** How the life that ended with the work burned down; null where it cannot be told. */
  life: { timeMs: number; value: number }[] | null;
  noLife: NoLife | null;
};
/**
 * Why a life is not drawn: the work was done for the first time; samples do not reach back to the work before (`sinceMs`: the
 * oldest of the life, null: none); or that is too long ago.
 */
export type NoLife =
  | { why: "first" }
  | { why: "samples"; fromMs: number; sinceMs: number | null }
  | { why: "long"; fromMs: number };

export const aroundQuery = z.object({ performed_at: apiTime });

const sideJson = z.object({
  start_time: z.iso.datetime(),
  end_time: z.iso.datetime(),
  heard_hours: z.number(),
  stopped_hours: z.number(),
  downtimes: z.object({ count: z.int(), hours: z.number() }).nullable(),
  abnormal: z.array(z.object({ tag: z.string(), hours: z.number() })).nullable(),
});
export const aroundJson = z.object({
  performed_at: z.iso.datetime(),
  section: z.string().nullable(),
  before: sideJson,
  after: sideJson,
  burn_rates: z.array(z.object({ system_time: z.iso.datetime(), value: z.number() })).nullable(),
  no_burn_rates: z.enum(["first", "samples", "long"]).nullable().meta({
    description:
      "Why burn_rates is null: the first time that it was done; samples do not reach back to the work before; that was more than three years before",
  }),
});

const hours = (lengthMs: number): number => Math.round(lengthMs / 36_000) / 100;
const toSideJson = (side: WorkSide): z.output<typeof sideJson> => ({
  start_time: toIso(side.startMs),
  end_time: toIso(side.endMs),
  heard_hours: hours(side.heardMs),
  stopped_hours: hours(side.stoppedMs),
  downtimes: side.downtimes && {
    count: side.downtimes.count,
    hours: hours(side.downtimes.lengthMs),
  },
  abnormal:
    side.abnormal &&
    side.abnormal.map(({ tag, abnormalMs }) => ({ tag, hours: hours(abnormalMs) })),
});
export const toAroundJson = (around: WorkAround): z.output<typeof aroundJson> => ({
  performed_at: toIso(around.performedAt),
  section: around.section,
  before: toSideJson(around.before),
  after: toSideJson(around.after),
  burn_rates:
    around.life && around.life.map(({ timeMs, value }) => ({ system_time: toIso(timeMs), value })),
  no_burn_rates: around.noLife && around.noLife.why,
});
