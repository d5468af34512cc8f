import { useMemo } from "react";
import { filterRows, groupRows, sortRows, type RowGroup } from "./arrange-rows.ts";
import type { TableColumn } from "./table-column.ts";
import type { TableState } from "./table-state.ts";

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
  const { sort, filters, folded } = state;
  const matching = useMemo(
    () => (isServer ? rows : filterRows(rows, columns, filters)),
    [isServer, rows, columns, filters],
  );
  const grouped = isServer ? undefined : columns.find(({ key }) => key === state.group);
  const sorted = useMemo(() => {
    if (isServer) return matching;
    const sortBy = columns.find(({ key }) => key === sort?.key);
    const by = sortBy === undefined ? [] : [{ column: sortBy, desc: sort?.desc ?? false }];
    // Groups stand in the order of what they are grouped by.
    const first =
      grouped === undefined || grouped === sortBy ? [] : [{ column: grouped, desc: false }];
    return sortRows(matching, [...first, ...by], locale);
  }, [isServer, matching, columns, sort, grouped, locale]);
  const flat = useMemo((): Placed<Row>[] => {
    if (grouped === undefined) return sorted.map((row) => ({ kind: "row", row, group: null }));
    return groupRows(sorted, grouped).flatMap((group): Placed<Row>[] => [
      { kind: "group", group },
      ...(folded.includes(group.text)
        ? []
        : group.rows.map((row) => ({ kind: "row" as const, row, group }))),
    ]);
  }, [sorted, grouped, folded]);
  const total = serverTotal ?? matching.length;
  const pages = Math.max(1, Math.ceil((serverTotal ?? flat.length) / state.size));
  const page = Math.min(state.page, pages);
  const start = (page - 1) * state.size;
  const shown = isServer ? flat : flat.slice(start, start + state.size);
  const groupLine = ({ text, rows }: RowGroup<Row>, isContinued: boolean): TableLine<Row> => ({
    kind: "group",
    id: `group:${text}`,
    text,
    count: rows.length,
    isFolded: folded.includes(text),
    isContinued,
  });
  const first = shown[0];
  return {
    lines: [
      // Its group began on the page before.
      ...(first?.kind === "row" && first.group !== null ? [groupLine(first.group, true)] : []),
      ...shown.map((each) =>
        each.kind === "row"
          ? { kind: "row" as const, id: rowId(each.row), row: each.row }
          : groupLine(each.group, false),
      ),
    ],
    total,
    rows: () =>
      grouped === undefined
        ? [...sorted]
        : groupRows(sorted, grouped).flatMap(({ rows: members }) => members),
    page,
    pages,
    places: state.group === null ? { from: start + 1, to: start + shown.length } : null,
  };
}

/** One of all lines, on whatever page. */
type Placed<Row> =
  | { kind: "row"; row: Row; group: RowGroup<Row> | null }
  | { kind: "group"; group: RowGroup<Row> };
