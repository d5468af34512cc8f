/**
 * What a person set on a table, and how it stands in the address: `sort=-name&f_make=sun&group=facility&page=2`. A prefix
 * keeps two tables of one page apart: `events.page=2`. What is as at first is left out.
 */

export const PAGE_SIZES = [10, 20, 50] as const;
const MAX_FILTER_LENGTH = 100;
const MAX_FOLDED = 100;
const MAX_PAGE = 1_000_000;

export type TableState = {
  sort: { key: string; desc: boolean } | null;
  /** Text by column; none is empty. */
  filters: Readonly<Record<string, string>>;
  /** The filter row is shown. */
  isFiltering: boolean;
  group: string | null;
  /** Groups by the text that names them. */
  folded: readonly string[];
  hidden: readonly string[];
  /** Also columns that the screen has no room for: the table is scrolled sideways then. */
  isWide: boolean;
  /** From 1. */
  page: number;
  size: number;
};

/** What a table may be set to. A loader that pages on the server hands in the same as its page does. */
export type TableSpec = {
  prefix?: string;
  columns: readonly {
    key: string;
    canSort?: boolean;
    canFilter?: boolean;
    canGroup?: boolean;
    hiddenAtFirst?: boolean;
  }[];
  sizes?: readonly number[];
  size?: number;
  sort?: TableState["sort"];
};

const PARAMS = ["sort", "filters", "group", "folded", "columns", "wide", "page", "size"] as const;
type Param = (typeof PARAMS)[number];

const nameOf = (spec: TableSpec, param: Param): string => (spec.prefix ?? "") + param;
const filterNameOf = (spec: TableSpec, key: string): string => `${spec.prefix ?? ""}f_${key}`;

/** Whether the rows are filtered, sorted or grouped by a column whose values are still on their way. */
export const isArrangedByAwaited = (
  columns: readonly { key: string; isAwaited?: boolean }[],
  { sort, filters, group }: Pick<TableState, "sort" | "filters" | "group">,
): boolean =>
  columns.some(
    ({ key, isAwaited }) =>
      isAwaited && (sort?.key === key || group === key || filters[key] !== undefined),
  );

export const initialState = ({ columns, size = 20, sort = null }: TableSpec): TableState => ({
  sort,
  filters: {},
  isFiltering: false,
  group: null,
  folded: [],
  hidden: columns.flatMap(({ key, hiddenAtFirst }) => (hiddenAtFirst ? [key] : [])),
  isWide: false,
  page: 1,
  size,
});

/** Anything in the address that is not a setting of this table is as if it were not there. */
export function readTableState(search: string | URLSearchParams, spec: TableSpec): TableState {
  const params = new URLSearchParams(search);
  const first = initialState(spec);
  const get = (param: Param): string | null => params.get(nameOf(spec, param));
  const filters = Object.fromEntries(
    spec.columns.flatMap(({ key, canFilter = true }) => {
      const text = params.get(filterNameOf(spec, key))?.trim().slice(0, MAX_FILTER_LENGTH) ?? "";
      return canFilter && text !== "" ? [[key, text]] : [];
    }),
  );
  const group = spec.columns.find(({ key, canGroup }) => canGroup && key === get("group"));
  const shown = get("columns")?.split(",");
  const size = Number(get("size"));
  return {
    sort: readSort(get("sort"), spec),
    filters,
    isFiltering: get("filters") === "on" || Object.keys(filters).length > 0,
    group: group?.key ?? null,
    folded: group ? params.getAll(nameOf(spec, "folded")).slice(0, MAX_FOLDED) : [],
    hidden: shown
      ? spec.columns.flatMap(({ key }) => (shown.includes(key) ? [] : [key]))
      : first.hidden,
    isWide: get("wide") === "on",
    page: readPage(get("page")),
    size: (spec.sizes ?? PAGE_SIZES).includes(size) ? size : first.size,
  };
}

function readSort(text: string | null, spec: TableSpec): TableState["sort"] {
  if (text === null) return initialState(spec).sort;
  const key = text.replace("-", "");
  const isKnown = spec.columns.some((column) => column.key === key && column.canSort !== false);
  return isKnown ? { key, desc: text.startsWith("-") } : initialState(spec).sort;
}

const readPage = (text: string | null): number => {
  const page = Number(text);
  return Number.isInteger(page) && page >= 1 && page <= MAX_PAGE ? page : 1;
};

/** The query string (with `?`, or empty) with this table's settings; everything else in it stays. */
export function writeTableState(
  search: string | URLSearchParams,
  state: TableState,
  spec: TableSpec,
): string {
  const params = new URLSearchParams(search);
  const first = initialState(spec);
  const set = (name: string, value: string | null) =>
    value === null ? params.delete(name) : params.set(name, value);
  const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
  for (const param of PARAMS) params.delete(nameOf(spec, param));
  for (const { key } of spec.columns) set(filterNameOf(spec, key), state.filters[key] || null);
  const { sort, isFiltering, group, folded, hidden, isWide, page, size } = state;
  if (sort !== null && !isSame(sort, first.sort))
    set(nameOf(spec, "sort"), (sort.desc ? "-" : "") + sort.key);
  if (isFiltering && Object.values(state.filters).every((text) => text === ""))
    set(nameOf(spec, "filters"), "on");
  if (group !== null) {
    set(nameOf(spec, "group"), group);
    for (const each of folded.slice(0, MAX_FOLDED)) params.append(nameOf(spec, "folded"), each);
  }
  if (!isSame([...hidden].sort(), [...first.hidden].sort()))
    set(
      nameOf(spec, "columns"),
      spec.columns.flatMap(({ key }) => (hidden.includes(key) ? [] : [key])).join(","),
    );
  if (isWide) set(nameOf(spec, "wide"), "on");
  if (page !== 1) set(nameOf(spec, "page"), String(page));
  if (size !== first.size) set(nameOf(spec, "size"), String(size));
  const text = params.toString();
  return text === "" ? "" : `?${text}`;
}

/** What a form sends besides the filters, so that it works without scripts: name and value. */
export function hiddenFields(search: string, spec: TableSpec): [string, string][] {
  const own = new Set([
    nameOf(spec, "page"),
    ...spec.columns.map(({ key }) => filterNameOf(spec, key)),
  ]);
  return [...new URLSearchParams(search)].filter(([name]) => !own.has(name));
}

export const filterField = filterNameOf;

/** First up, then down, then as at first. */
export function nextSort(state: TableState, key: string, spec: TableSpec): TableState["sort"] {
  if (state.sort?.key !== key) return { key, desc: false };
  if (!state.sort.desc) return { key, desc: true };
  const { sort } = initialState(spec);
  return sort?.key === key ? { key, desc: false } : sort;
}

/** A setting that changes which rows there are begins on the first page. */
export function changeState(state: TableState, change: Partial<TableState>): TableState {
  const isTurning = ["page", "folded", "hidden", "isWide"].some((name) => name in change);
  return { ...state, ...(isTurning ? {} : { page: 1 }), ...change };
}
