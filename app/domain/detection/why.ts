/**
 * Why a sample was flagged: a code with values, told in words where it is shown. Values are in the tag's unit; `low` and
 * `high` say what was to be expected, null where there is no such bound; `sinceMs` is when that began to be learned.
 */
import { intlTag, withMinus, withUnit } from "#app/domain/formats/numbers.ts";
import type { Locale } from "#app/domain/preferences.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/domain/durations.ts";

export type Why =
  | {
      code: "level" | "hour" | "pattern" | "threshold";
      observed: number;
      low: number | null;
      high: number | null;
      sinceMs: number;
    }
  | {
      code: "average" | "hour_average";
      observed: number;
      low: number | null;
      high: number | null;
      forMs: number;
      sinceMs: number;
    }
  /** How much more, or less, than usual it moves from sample to sample. */
  | { code: "unrest"; times: number; sinceMs: number }
  | { code: "flat"; observed: number; forMs: number; sinceMs: number };

/** Why UTS detection found that an anomaly of the metric began at timeMs; `state`: the machine's code then, null where none was told. */
export type UtsReason = { metric: string; timeMs: number; state: number | null; why: Why };

export type WhyContext = {
  language: Locale;
  /** When the flagged sample was. */
  atMs: number;
  timeZone: string;
  unit?: string | undefined;
  /** The machine's state in words, such as "feeding". */
  state?: string | undefined;
};

const TEXTS = {
  en: {
    between: (low: string, high: string) => `expected ${low} to ${high}`,
    atLeast: (low: string) => `expected at least ${low}`,
    atMost: (high: string) => `expected at most ${high}`,
    level: (value: string) => value,
    threshold: (value: string) => value,
    hour: (value: string) => `${value} at this hour`,
    pattern: (value: string) => `${value}, after values that are rare at this hour`,
    average: (value: string, time: string) => `${value} on average over ${time}`,
    hour_average: (value: string, time: string) => `${value} on average over ${time} at this hour`,
    together: (value: string) => `${value}, unusual together with the values before it`,
    restless: (times: string) => `Moves ${times} times as much as usual`,
    still: (times: string) => `Moves ${times} times less than usual`,
    flat: (value: string, time: string) => `Has stood at ${value} for ${time}`,
    while: (state: string) => ` while ${state}`,
    since: (day: string) => ` since ${day}`,
    minutes: (count: string) => `${count} min`,
    hours: (count: string) => `${count} h`,
  },
  es: {
    between: (low: string, high: string) => `se esperaba de ${low} a ${high}`,
    atLeast: (low: string) => `se esperaba al menos ${low}`,
    atMost: (high: string) => `se esperaba como máximo ${high}`,
    level: (value: string) => value,
    threshold: (value: string) => value,
    hour: (value: string) => `${value} a esta hora`,
    pattern: (value: string) => `${value}, tras valores poco frecuentes a esta hora`,
    average: (value: string, time: string) => `${value} de media en ${time}`,
    hour_average: (value: string, time: string) => `${value} de media en ${time} a esta hora`,
    together: (value: string) => `${value}, inusual junto con los valores anteriores`,
    restless: (times: string) => `Varía ${times} veces más de lo habitual`,
    still: (times: string) => `Varía ${times} veces menos de lo habitual`,
    flat: (value: string, time: string) => `Lleva ${time} en ${value}`,
    while: (state: string) => ` en estado «${state}»`,
    since: (day: string) => ` desde el ${day}`,
    minutes: (count: string) => `${count} min`,
    hours: (count: string) => `${count} h`,
  },
};

/** '41 mm/s, expected 2 to 9 while feeding since Tuesday'. */
export function whyInWords(why: Why, context: WhyContext): string {
  const texts = TEXTS[context.language];
  const number = numbers(context.language);
  // With a plain blank: programs read it too.
  const measured = (value: number): string =>
    withUnit(context.language, number(value), context.unit ?? null).replace("\u00a0", " ");
  const span = (ms: number): string =>
    ms < 2 * HOUR_MS
      ? texts.minutes(number(Math.max(1, Math.round(ms / MINUTE_MS))))
      : texts.hours(number(Math.round(ms / HOUR_MS)));
  const tail =
    (context.state ? texts.while(context.state) : "") + texts.since(dayOf(why.sinceMs, context));
  if (why.code === "flat") return texts.flat(measured(why.observed), span(why.forMs));
  if (why.code === "unrest") {
    const text = why.times >= 1 ? texts.restless : texts.still;
    return text(number(why.times >= 1 ? why.times : 1 / Math.max(why.times, 1e-3))) + tail;
  }
  const isWithin =
    why.low !== null && why.high !== null && why.low <= why.observed && why.observed <= why.high;
  if (isWithin && why.code !== "pattern") return texts.together(measured(why.observed));
  const said =
    why.code === "average" || why.code === "hour_average"
      ? texts[why.code](measured(why.observed), span(why.forMs))
      : texts[why.code](measured(why.observed));
  const expected =
    why.low !== null && why.high !== null
      ? texts.between(number(why.low), number(why.high))
      : why.low !== null
        ? texts.atLeast(number(why.low))
        : why.high !== null
          ? texts.atMost(number(why.high))
          : null;
  return expected === null || isWithin ? said : `${said}, ${expected}${tail}`;
}

/** Four digits that count are enough to read. */
const numbers = (language: Locale): ((value: number) => string) => {
  const format = new Intl.NumberFormat(intlTag(language), { maximumSignificantDigits: 4 });
  return (value) => withMinus(format.format(value));
};

/** The weekday of the last six days, else the date. */
function dayOf(ms: number, { language, atMs, timeZone }: WhyContext): string {
  const options: Intl.DateTimeFormatOptions =
    atMs - ms < 6 * DAY_MS
      ? { weekday: "long", timeZone }
      : { day: "numeric", month: "long", timeZone };
  return new Intl.DateTimeFormat(language, options).format(ms);
}
