/** Demo mode shows these in place of a customer's orders; each load of a page takes the next one (spec 000 §9). */
import type { SampleValue } from "#app/domain/series/types.ts";

export type OrderFields = Record<string, SampleValue>;

const PREFIX = "kiwiplan_";
const ORDERS = [
  {
    order_number: "D-20418",
    board_thickness: 0.157,
    die_number: "DC-1180",
    corrugator_slit_width: 38.25,
    lead_corrugator_cut_length: 52.5,
    flute_code: "C",
    entry_length: 52.5,
    entry_width: 38.25,
    exit_length: 26.25,
    exit_width: 38.25,
    paper_density: 0.42,
  },
  {
    order_number: "D-20533",
    board_thickness: 0.118,
    die_number: "DC-0946",
    corrugator_slit_width: 29.5,
    lead_corrugator_cut_length: 44.125,
    flute_code: "B",
    entry_length: 44.125,
    entry_width: 29.5,
    exit_length: 22,
    exit_width: 29.5,
    paper_density: 0.31,
  },
  {
    order_number: "D-20671",
    board_thickness: 0.275,
    die_number: "DC-1322",
    corrugator_slit_width: 46.75,
    lead_corrugator_cut_length: 61.0,
    flute_code: "BC",
    entry_length: 61,
    entry_width: 46.75,
    exit_length: 30.5,
    exit_width: 46.75,
    paper_density: 0.68,
  },
] as const satisfies readonly OrderFields[];

export const SAMPLE_ORDERS = ORDERS.length;

/** A sample order by metric, under the order system's prefix and without it: samplers send either. */
export function sampleOrder(index: number): OrderFields {
  const fields: OrderFields = ORDERS[index % ORDERS.length]!;
  return Object.fromEntries(
    Object.entries(fields).flatMap(([field, value]) => [
      [PREFIX + field, value],
      [field, value],
    ]),
  );
}

/** Whether a metric tells of a customer's order: a field of the samples, or anything of the order system. */
export const isOrderMetric = (metric: string): boolean =>
  metric.startsWith(PREFIX) || metric in ORDERS[0];

/** What demo mode shows for an order metric; null for what the sample order does not have. */
export const sampleValue = (metric: string, index: number): SampleValue | null =>
  sampleOrder(index)[metric] ?? null;
