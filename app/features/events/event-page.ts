/** Rows of a page at first. */
const PAGE_ROWS = 20;
/** Rows of a page that can be chosen (spec 001 §2). */
export const EVENT_SIZES = [5, 10, 20, 50] as const;
/** What the address says that leaves the table's order and rows as they are at first. */
const BESIDE_ORDER = new Set(["event_id", "span", "size"]);

/**
 * The page to turn to for an event that the address names; `index`: its place among all events, the newest first. null: none,
 * as it is on the first one, or the reader has turned, sorted or filtered the table.
 */
export function pageToTurnTo(params: URLSearchParams, index: number): number | null {
  if ([...params.keys()].some((name) => !BESIDE_ORDER.has(name))) return null;
  const rows = EVENT_SIZES.find((size) => String(size) === params.get("size")) ?? PAGE_ROWS;
  const page = Math.floor(index / rows) + 1;
  return page > 1 ? page : null;
}
