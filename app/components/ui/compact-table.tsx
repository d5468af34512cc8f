import type { ReactNode } from "react";
import { cx } from "#app/components/cx.ts";

export type Column<Row> = {
  key: string;
  label: string;
  /** Its cells are buttons that speak for themselves: the label is for those who listen only, and paper has no such column. */
  isQuiet?: boolean;
  /** On a phone, where no head stands above it, the value is known without its label. */
  isPlain?: boolean;
  /** On a phone it stands beside the name, where both are short. */
  isBeside?: boolean;
  /** On a phone it takes the room that its line leaves; what is longer stands on several lines. */
  isFitted?: boolean;
  /** The row's name: its first cell for those who listen, its title on a phone. */
  isName?: boolean;
  align?: "right";
  cell: (row: Row) => ReactNode;
};

type CompactTableProps<Row> = {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  empty: ReactNode;
};

/**
 * A few rows without paging. On a phone, or in a column beside another part, each row is its name, with what can be done
 * beside it (the quiet column) and what is said to stand beside it, and below it the rest in a line or two.
 */
export function CompactTable<Row extends { id: number }>({
  caption,
  columns,
  rows,
  empty,
}: CompactTableProps<Row>) {
  if (rows.length === 0) return <p className="py-6 text-center text-sm text-ink-faint">{empty}</p>;
  return (
    <table className="w-full text-sm slim:block">
      <caption className="sr-only">{caption}</caption>
      <thead className="text-xs text-ink-faint slim:sr-only">
        <tr className="border-b border-line">
          {columns.map(({ key, label, isQuiet = false, align }, at) => (
            <th
              key={key}
              scope="col"
              className={cx(
                "h-8 pr-4 font-medium whitespace-nowrap last:pr-0",
                onPaper(columns, at),
                align === "right" ? "text-right" : "text-left",
              )}
            >
              {isQuiet ? <span className="sr-only">{label}</span> : label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="slim:block">
        {rows.map((row) => (
          <tr
            key={row.id}
            className="border-b border-line last:border-0 slim:flex slim:flex-wrap slim:items-center slim:gap-x-2 slim:py-1 slim:before:order-2 slim:before:basis-full slim:before:content-['']"
          >
            {columns.map((column, at) => (
              <Cell key={column.key} column={column} row={row} paper={onPaper(columns, at)} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Buttons have no column on paper: the one before them is the last, and ends with the line. */
const onPaper = (columns: readonly { isQuiet?: boolean }[], at: number): string | false =>
  columns[at]?.isQuiet === true
    ? "print:hidden"
    : columns[at + 1]?.isQuiet === true && "print:pr-0";

function Cell<Row>({
  column: {
    label,
    isName = false,
    isQuiet = false,
    isPlain = false,
    isBeside = false,
    isFitted = false,
    align,
    cell,
  },
  row,
  paper,
}: {
  column: Column<Row>;
  row: Row;
  /** Its classes there. */
  paper: string | false;
}) {
  const className = cx(
    "h-11 pr-4 font-normal lg:h-9 last:pr-0 slim:h-auto slim:py-0.5 slim:pr-0",
    // What can be done stands at the end of the line; a button is as high as a line.
    isQuiet && align === "right" ? "py-0 slim:ml-auto" : "py-1",
    align === "right" ? "text-right slim:text-left" : "text-left",
    paper,
  );
  if (isName)
    return (
      <th scope="row" className={cx(className, "slim:order-1 slim:min-w-0 slim:flex-1")}>
        {cell(row)}
      </th>
    );
  return (
    <td
      className={cx(
        className,
        isQuiet || isBeside ? "slim:order-1" : "slim:order-3",
        // Alone in its line it ends where the others do.
        isFitted
          ? "slim:min-w-0 slim:flex-1 slim:basis-24 slim:wrap-anywhere"
          : isPlain && "slim:ml-auto",
      )}
    >
      {!isQuiet && (
        <span
          className={cx("mr-2 hidden text-xs text-ink-faint slim:inline", isPlain && "sr-only")}
        >
          {label}
        </span>
      )}
      {cell(row)}
    </td>
  );
}
