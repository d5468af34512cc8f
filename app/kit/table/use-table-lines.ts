import {
  columnFilteringFeature,
  columnGroupingFeature,
  createFilteredRowModel,
  createGroupedRowModel,
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { useMemo } from "react";
import { matchesFilter, textOf, type TableColumn } from "./table-column.ts";
import type { TableState } from "./table-state.ts";

const features = tableFeatures({
  columnFilteringFeature,
  filteredRowModel: createFilteredRowModel(),
  columnGroupingFeature,
  groupedRowModel: createGroupedRowModel(),
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
});

export type TableLine<Row> =
  | { kind: "row"; id: string; row: Row }
  | {
      kind: "group";
      id: string;
      text: string;
      count: number;
      isFolded: boolean;
      /** Its first rows are on the page before. */
      isContinued: boolean;
    };

export type TableLines<Row> = {
  /** Of the page. */
  lines: TableLine<Row>[];
  /** Rows that match the filters, on all pages. */
  total: number;
  /** All that match, in the order shown. */
  rows: () => Row[];
  page: number;
  pages: number;
  /** Places of the page's first and last row among all that match, from 1; null in groups, which are lines as well. */
  places: { from: number; to: number } | null;
};

type Options<Row> = {
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  state: TableState;
  locale: string;
  /** Rows there are on all pages, when `rows` is one page of them as the server filtered and sorted it. */
  serverTotal?: number;
};

/** The rows filtered, grouped, sorted and cut into pages, as lines to draw. */
export function useTableLines<Row extends object>({
  columns,
  rows,
  rowId,
  state,
  locale,
  serverTotal,
}: Options<Row>): TableLines<Row> {
  const isServer = serverTotal !== undefined;
  const { sort, filters, group, folded } = state;
  const definitions = useMemo(() => {
    const collator = new Intl.Collator(locale, { numeric: true });
    return columns.map((column) => ({
      id: column.key,
      // Empty cells come last, whichever way the others are sorted.
      accessorFn: (row: Row) => column.value(row) ?? undefined,
      getGroupingValue: (row: Row) => textOf(column, row),
      sortUndefined: "last" as const,
      sortFn: (a: Valued, b: Valued) =>
        compare(collator, a.getValue(column.key), b.getValue(column.key)),
      filterFn: (row: { original: Row }, _key: string, text: unknown) =>
        matchesFilter(column, row.original, String(text)),
    }));
  }, [columns, locale]);
  const tableState = useMemo(
    () => ({
      columnFilters: Object.entries(filters).map(([id, value]) => ({ id, value })),
      grouping: group === null ? [] : [group],
      // Groups stand in the order of what they are grouped by.
      sorting: [
        ...(group === null || sort?.key === group ? [] : [{ id: group, desc: false }]),
        ...(sort === null ? [] : [{ id: sort.key, desc: sort.desc }]),
      ],
    }),
    [filters, group, sort],
  );
  const table = useTable({
    features,
    columns: definitions,
    data: rows as Row[],
    getRowId: rowId,
    state: tableState,
    manualFiltering: isServer,
    manualSorting: isServer,
    manualGrouping: isServer,
  });
  const matching = table.getFilteredRowModel().rows;
  const total = serverTotal ?? matching.length;
  const sorted = table.getSortedRowModel().rows;
  const isFolded = ({ groupingValue }: (typeof sorted)[number]) =>
    folded.includes(String(groupingValue));
  const flat = sorted.flatMap((row) => (isFolded(row) ? [row] : [row, ...row.subRows]));
  const pages = Math.max(1, Math.ceil((serverTotal ?? flat.length) / state.size));
  const page = Math.min(state.page, pages);
  const start = (page - 1) * state.size;
  const shown = isServer ? flat : flat.slice(start, start + state.size);
  const lineOf = (row: (typeof flat)[number], isContinued: boolean): TableLine<Row> =>
    row.groupingColumnId === undefined
      ? { kind: "row", id: row.id, row: row.original }
      : {
          kind: "group",
          id: row.id,
          text: String(row.groupingValue ?? ""),
          count: row.subRows.length,
          isFolded: isFolded(row),
          isContinued,
        };
  const parent = shown[0] && parentOf(sorted, shown[0]);
  return {
    lines: [...(parent ? [lineOf(parent, true)] : []), ...shown.map((row) => lineOf(row, false))],
    total,
    rows: () =>
      sorted.flatMap((row) =>
        row.subRows.length > 0 ? row.subRows.map(({ original }) => original) : [row.original],
      ),
    page,
    pages,
    places: group === null ? { from: start + 1, to: start + shown.length } : null,
  };
}

type Valued = { getValue: (key: string) => unknown };
type Parent = { id: string; subRows: readonly { id: string }[] };

/** Of a row whose group began on the page before. */
const parentOf = <Of extends Parent>(groups: readonly Of[], row: { id: string }): Of | undefined =>
  groups.find(({ subRows }) => subRows.some(({ id }) => id === row.id));

function compare(collator: Intl.Collator, a: unknown, b: unknown): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return collator.compare(String(a ?? ""), String(b ?? ""));
}
