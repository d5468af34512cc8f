import type { z } from "zod";
import { refusalOf } from "#app/domain/errors.ts";
import { toCamelKeys } from "#app/domain/json-view.ts";
import { shownWords, withoutOwnWords } from "#app/domain/measures/own-words.ts";
import { METRIC_WORDS } from "#app/domain/metrics/metric-words.ts";
import type { MetricWords } from "#app/domain/measures/own-words.ts";
import type { MeasureSettings } from "#app/domain/measures/types.ts";
import { zodProblems } from "#app/domain/problems.ts";
import {
  measureView,
  newMeasure,
  type Measure,
  type measureBody,
  type measureChange,
  type NewMeasure,
} from "./measure.ts";

/** In /v1's words, which are English. */
export const measureJson = (measure: Measure) =>
  measureView.toJson({ ...measure, ...shown(measure), static: measure.isStatic });

/** What use cases take of checked input. `languages`: those in which a metric's own words may have been sent back. */
export function toSettings(input: NewMeasure, languages: readonly MetricWords[]): MeasureSettings {
  const { title, units, encoding, ...rest } = toCamelKeys(input);
  const words = withoutOwnWords(languages, rest.humanKey, {
    title,
    units,
    encoding: rest.type === "encoded" ? encoding : [],
  });
  return { ...rest, ...words, encoding: rest.type === "encoded" ? words.encoding : null };
}

/** A body of /v1, upon the measure as it is; what is left out or null stays, or has its default in a new one. */
export function readMeasure(
  body: z.output<typeof measureBody> | z.output<typeof measureChange>,
  existing: Measure | null = null,
): MeasureSettings {
  const given = Object.fromEntries(
    Object.entries(body).filter(([, value]) => value !== null && value !== undefined),
  );
  if (body.units === null) given["units"] = "";
  if (body.encoding)
    given["encoding"] = body.encoding.map(({ from, to }) => ({ from: String(from), to }));
  const before = existing === null ? {} : measureJson(existing);
  const read = newMeasure.safeParse({ ...before, ...given }, { error: zodProblems });
  if (!read.success) throw refusalOf(read.error.issues);
  return toSettings(read.data, [METRIC_WORDS]);
}

/** Codes are of encoded values only. */
function shown(measure: Measure) {
  const words = shownWords(METRIC_WORDS, measure);
  return { ...words, encoding: measure.type === "encoded" ? [...words.encoding] : [] };
}
