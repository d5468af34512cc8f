/** A table's rows as its settings ask for: which match, in which order, in which groups. */
import { matchesFilter, textOf, type TableColumn } from "./table-column.ts";

export type RowGroup<Row> = { text: string; rows: Row[] };
export type SortBy<Row> = { column: TableColumn<Row>; desc: boolean };

/** Rows that match every filter, by column key. A filter of a column that is not there says nothing. */
export function filterRows<Row>(
  rows: readonly Row[],
  columns: readonly TableColumn<Row>[],
  filters: Readonly<Record<string, string>>,
): readonly Row[] {
  const asked = columns.filter(({ key }) => filters[key]);
  if (asked.length === 0) return rows;
  return rows.filter((row) =>
    asked.every((column) => matchesFilter(column, row, filters[column.key]!)),
  );
}

/** By the first of `by`, then by the next; rows without a value come last, whichever way the others are sorted. */
export function sortRows<Row>(
  rows: readonly Row[],
  by: readonly SortBy<Row>[],
  locale: string,
): readonly Row[] {
  if (by.length === 0) return rows;
  const collator = new Intl.Collator(locale, { numeric: true });
  // Each value once: a column may work for its own.
  const keyed = rows.map((row) => ({ row, values: by.map(({ column }) => column.value(row)) }));
  keyed.sort((a, b) => {
    for (const [place, { desc }] of by.entries()) {
      const [one, other] = [a.values[place] ?? null, b.values[place] ?? null];
      if (one === null && other === null) continue;
      if (one === null) return 1;
      if (other === null) return -1;
      const order =
        typeof one === "number" && typeof other === "number"
          ? one - other
          : collator.compare(String(one), String(other));
      if (order !== 0) return desc ? -order : order;
    }
    return 0;
  });
  return keyed.map(({ row }) => row);
}

/** By what the column shows. Groups stand as their first rows do. */
export function groupRows<Row>(rows: readonly Row[], column: TableColumn<Row>): RowGroup<Row>[] {
  const groups = new Map<string, RowGroup<Row>>();
  for (const row of rows) {
    const text = textOf(column, row);
    const group = groups.get(text);
    if (group) group.rows.push(row);
    else groups.set(text, { text, rows: [row] });
  }
  return [...groups.values()];
}
