/** Jobs from the order system's telemetry: a job lasts while the order number stays. */
import type { Sample } from "#app/domain/series/types.ts";

/** The order system's tags carry this prefix at some samplers and none at others; the first that has values counts. */
const names = (...fields: string[]): string[] =>
  fields.flatMap((field) => [`kiwiplan_${field}`, field]);
export const ORDER_TAGS = names("order_number");
export const JOB_FIELDS = {
  entryLength: names("entry_length", "lead_corrugator_cut_length"),
  entryWidth: names("entry_width", "corrugator_slit_width"),
  exitLength: names("exit_length"),
  exitWidth: names("exit_width"),
  fluteCode: names("flute_code"),
  paperDensity: names("paper_density"),
} as const;
export const JOB_TAGS: readonly string[] = [...ORDER_TAGS, ...Object.values(JOB_FIELDS).flat()];

type Sizes = { [Field in Exclude<keyof typeof JOB_FIELDS, "fluteCode">]: number | null };
export type Job = Sizes & {
  orderNumber: string;
  startMs: number;
  endMs: number;
  fluteCode: string | null;
};
/** By tag: the first value and every change, ascending. */
export type Changes = Readonly<Record<string, readonly Sample[]>>;

/** Said between two jobs. */
const NO_ORDER = new Set(["", "0"]);

/** The jobs of the changes, the earliest first; the last one lasts until `untilMs`. */
export function jobsOf(changes: Changes, untilMs: number): Job[] {
  const orders = firstOf(changes, ORDER_TAGS);
  return orders.flatMap(({ timeMs: startMs, value }, index) => {
    const orderNumber = String(value).trim();
    if (NO_ORDER.has(orderNumber)) return [];
    const endMs = orders[index + 1]?.timeMs ?? untilMs;
    const last = (tags: readonly string[]) => heldBefore(firstOf(changes, tags), endMs);
    const size = (tags: readonly string[]) => {
      const held = last(tags);
      return typeof held === "number" ? held : null;
    };
    const flute = last(JOB_FIELDS.fluteCode);
    return [
      {
        orderNumber,
        startMs,
        endMs,
        entryLength: size(JOB_FIELDS.entryLength),
        entryWidth: size(JOB_FIELDS.entryWidth),
        exitLength: size(JOB_FIELDS.exitLength),
        exitWidth: size(JOB_FIELDS.exitWidth),
        fluteCode: flute === null || flute === "" ? null : String(flute),
        paperDensity: size(JOB_FIELDS.paperDensity),
      },
    ];
  });
}

const firstOf = (changes: Changes, tags: readonly string[]): readonly Sample[] =>
  tags.map((tag) => changes[tag] ?? []).find(({ length }) => length > 0) ?? [];

/** The value that held when the job ended. */
function heldBefore(samples: readonly Sample[], endMs: number): Sample["value"] | null {
  for (let index = samples.length - 1; index >= 0; index--)
    if (samples[index]!.timeMs < endMs) return samples[index]!.value;
  return null;
}
