/** Which mappings the samplers tab shows: page, order and filter, as they stand in its address. */
import { readTableState, type TableSpec } from "#app/kit/table/table-state.ts";
import type { MappingSort } from "./list-mappings.server.ts";
import { MAPPINGS_PER_PAGE } from "./schemas.ts";

export const MAPPING_SIZES = [MAPPINGS_PER_PAGE, 60, 120] as const;
/** What the grid and its loader agree on. */
export const MAPPING_TABLE = {
  size: MAPPINGS_PER_PAGE,
  sizes: MAPPING_SIZES,
  columns: [
    { key: "machine_key", canFilter: false },
    { key: "human_key", canFilter: false },
    { key: "type", canSort: false, canFilter: false },
    { key: "primary_section", canFilter: false },
    { key: "detection", canSort: false, canFilter: false },
    { key: "newest", canSort: false, canFilter: false },
    { key: "edit", canSort: false, canFilter: false },
  ],
} as const satisfies TableSpec;

export const SAMPLER_VIEWS = ["mappings", "health", "unmapped", "site"] as const;
export type SamplerView = (typeof SAMPLER_VIEWS)[number];

/** Those that a machine has: out of service nothing is mapped or sent any more, and what there was is read. */
export const samplerViews = (isOutOfService: boolean): readonly SamplerView[] =>
  isOutOfService
    ? SAMPLER_VIEWS.filter((view) => view === "mappings" || view === "health")
    : SAMPLER_VIEWS;

export const FILTER_NAME = "q";
const MAX_FILTER = 256;

/** An address that names a view which the machine does not have shows its mappings. */
export function readMappingQuestion(search: URLSearchParams, views: readonly SamplerView[]) {
  const { page, size, sort } = readTableState(search, MAPPING_TABLE);
  const view = search.get("view");
  return {
    view: views.find((each) => each === view) ?? "mappings",
    sampler: search.get("sampler"),
    page,
    size,
    sort: sort as MappingSort | null,
    containing: search.get(FILTER_NAME)?.trim().slice(0, MAX_FILTER) ?? "",
  };
}
