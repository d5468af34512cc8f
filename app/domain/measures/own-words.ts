/**
 * The words that a metric is known by: its title, unit and codes. A measure whose words nobody changed is stored without
 * them, so that everybody reads it in their own language.
 */
import { findMetric, type MetricDefinition } from "#app/domain/metrics/registry.ts";
import { MACHINE_STATES } from "#app/domain/metrics/states.ts";
import { tagWords } from "#app/domain/metrics/tag-words.ts";
import type { Locale } from "#app/domain/preferences.ts";
import type { Encoding, MeasureWords } from "./types.ts";

type Words = Readonly<Record<string, string>>;
/** Of one language: METRIC_WORDS, or a glossary. */
export type MetricWords = {
  metrics: Words;
  units: Words;
  boolean: { yes: string; no: string };
  states: Words;
  encoded: Words;
  /** For names that are read from tags; English unless said otherwise. */
  language?: Locale;
};
export type ShownWords = { title: string; units: string; encoding: Encoding };

const NO_CODES: Encoding = [];

/** Of a tag that Helios does not know, what its parts say, else its key as a sentence and no unit. */
export function ownWords(words: MetricWords, humanKey: string): ShownWords {
  const metric = findMetric(humanKey);
  const tag = metric === undefined ? tagWords(humanKey, words.language ?? "en") : null;
  return {
    title: words.metrics[humanKey] ?? tag?.title ?? asSentence(humanKey),
    units: tag?.unit ?? unitOf(words, metric),
    encoding: metric === undefined ? NO_CODES : codesOf(words, metric),
  };
}

/** What is shown of a measure in one language. */
export function shownWords(
  words: MetricWords,
  measure: MeasureWords & { humanKey: string },
): ShownWords {
  const own = ownWords(words, measure.humanKey);
  return {
    title: measure.title ?? own.title,
    units: measure.units ?? own.units,
    encoding: measure.encoding ?? own.encoding,
  };
}

/** A measure as it is read in one language. */
export const withWords = <Of extends MeasureWords & { humanKey: string }>(
  words: MetricWords,
  measure: Of,
) => ({ ...measure, ...shownWords(words, measure) });

/** What is stored of shown words: null for each that is the metric's own in one of the languages. */
export function withoutOwnWords(
  languages: readonly MetricWords[],
  humanKey: string,
  shown: ShownWords,
): MeasureWords {
  const known = languages.map((words) => ownWords(words, humanKey));
  const isOwn = (of: (own: ShownWords) => unknown) =>
    known.some((own) => JSON.stringify(of(own)) === JSON.stringify(of(shown)));
  return {
    title: isOwn(({ title }) => title) ? null : shown.title,
    units: isOwn(({ units }) => units) ? null : shown.units,
    encoding: isOwn(({ encoding }) => encoding.map(({ from, to }) => [from, to]))
      ? null
      : shown.encoding,
  };
}

/** `gizmo_temp_1_f` as "Gizmo temp 1 f". */
export const asSentence = (key: string): string =>
  key.slice(0, 1).toUpperCase() + key.slice(1).replaceAll("_", " ");

/** Time carries its unit in the words. */
const unitOf = ({ units }: MetricWords, metric: MetricDefinition | undefined): string =>
  metric === undefined || metric.unit === null || metric.unit === "seconds"
    ? ""
    : (units[metric.unit] ?? "");

function codesOf(words: MetricWords, { key, type, encoding = {} }: MetricDefinition): Encoding {
  if (type === "boolean")
    return [
      { from: "1", to: words.boolean.yes },
      { from: "0", to: words.boolean.no },
    ];
  if (key === "machine_state")
    return MACHINE_STATES.map((state, code) => ({
      from: String(code),
      to: words.states[state] ?? state,
    }));
  return Object.entries(encoding).map(([from, word]) => ({
    from,
    to: words.encoded[word] ?? word,
  }));
}
