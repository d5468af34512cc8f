/** Limits of the anomaly search, for the form and for /v1. */
/** Chosen by name; a search by sections takes all of theirs. */
export const MAX_METRICS = 15;
export const MAX_SECTIONS = 50;
export const PAGE_SIZES = [10, 20, 50, 100] as const;
export const SORT_FIELDS = ["value", "tag_name", "section"] as const;
export type SortField = (typeof SORT_FIELDS)[number];
export type Sort = { field: SortField; isDescending: boolean };
