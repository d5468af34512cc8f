/** A measure of a machine's current state: what of it can be written, by form and /v1 alike, and how it is shown. */
import { z } from "zod";
import { jsonView } from "#app/domain/json-view.ts";
import {
  DEFAULT_PRECISION,
  MAX_PRECISION,
  MEASURE_TYPES,
  type MeasureSettings,
} from "#app/domain/measures/types.ts";
import { CATEGORIES } from "#app/domain/metrics/registry.ts";
import { oneLineText, requiredLine } from "#app/domain/one-line.ts";
import { problemText } from "#app/domain/problems.ts";

export const MAX_TITLE_LENGTH = 100;
export const MAX_UNITS_LENGTH = 20;
/** As long as the ingest takes names of tags and texts. */
const MAX_KEY_LENGTH = 256;
export const MAX_CODES = 50;

const code = z.object({
  from: z.string().trim().min(1).max(MAX_KEY_LENGTH),
  to: requiredLine(MAX_TITLE_LENGTH),
});

const fields = {
  title: requiredLine(MAX_TITLE_LENGTH),
  human_key: z.string().trim().min(1).max(MAX_KEY_LENGTH),
  category: z.enum(CATEGORIES),
  type: z.enum(MEASURE_TYPES),
};
const precision = z.number().int().min(0).max(MAX_PRECISION);
const units = oneLineText(MAX_UNITS_LENGTH);

/** `encoding` counts for encoded values only, which need it (spec 001 §5). */
export const newMeasure = z
  .object({
    ...fields,
    units: units.default(""),
    precision: precision.default(DEFAULT_PRECISION),
    encoding: z.array(code).max(MAX_CODES).default([]),
  })
  .superRefine(({ type, encoding }, { addIssue }) => {
    if (type !== "encoded") return;
    if (encoding.length === 0)
      addIssue({
        code: "custom",
        path: ["encoding"],
        message: problemText({ code: "list_too_short", least: 1 }),
      });
    encoding.forEach(({ from }, row) => {
      if (encoding.findIndex((other) => other.from === from) === row) return;
      addIssue({
        code: "custom",
        path: ["encoding", row, "from"],
        message: problemText({ code: "taken" }),
      });
    });
  });
export type NewMeasure = z.output<typeof newMeasure>;

/** As /v1 takes it: codes may be numbers, and what is null is left out. */
const apiCode = z.object({ from: z.union([code.shape.from, z.number()]), to: code.shape.to });
export const measureBody = z.object({
  ...fields,
  units: units.nullish(),
  precision: precision.nullish(),
  encoding: z.array(apiCode).max(MAX_CODES).nullish(),
});
export const measureChange = measureBody.partial();

export const measureView = jsonView(
  {
    id: z.int(),
    device_id: z.int(),
    human_key: z.string(),
    title: z.string(),
    units: z.string(),
    precision: z.int(),
    static: z.boolean(),
    category: z.enum(CATEGORIES),
    type: z.enum(MEASURE_TYPES),
    encoding: z.array(z.object({ from: z.string(), to: z.string() })),
  },
  {},
);

/** As it is stored: words that are null are the metric's own. */
export type Measure = MeasureSettings & { id: number; deviceId: number; isStatic: boolean };

/** What a form did, to a measure of that title in the reader's words; "" for all of them. */
export type MeasureDone = { title: string };

/** Of an abnormal measure: who looked at it, and when (Unix ms). */
export type SeenMeasure = {
  id: number;
  /** null: the account is gone. */
  userName: string | null;
  at: number;
};
