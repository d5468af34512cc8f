import { Link, type LinkProps } from "@remix-run/react";
import { Fragment, memo, type ReactElement, type ReactNode } from "react";
import { cx } from "#app/components/cx.ts";
import { LINE_CONTROL, moveBetweenLines } from "./line-control.ts";
import { narrowClass, textOf, UNSEEN_CLASS, type TableColumn } from "./table-column.ts";
import { keepRowPlace } from "./use-row-place.ts";

type TableRowProps<Row> = {
  columns: readonly TableColumn<Row>[];
  row: Row;
  link?: (row: Row) => LinkProps;
  /** Of a link to the same page, which leaves the table as it is set. */
  withState: (to: string) => string;
  hidden: readonly string[];
  /** Whether its link brings what the router knows of its page; the rows of a table lead to pages of one kind. */
  isFirst: boolean;
};

/** Where it leads on this page ("?event_id=7"), or null. */
const placeHere = <Row,>({ row, link }: TableRowProps<Row>): string | null => {
  const to = link?.(row).to;
  return typeof to === "string" && to.startsWith("?") ? to : null;
};

export const isSameRow = <Row,>(before: TableRowProps<Row>, now: TableRowProps<Row>): boolean =>
  before.columns === now.columns &&
  before.row === now.row &&
  before.link === now.link &&
  before.hidden === now.hidden &&
  before.isFirst === now.isFirst &&
  (before.withState === now.withState || placeHere(now) === null);

/**
 * The name's link covers the row; what else can be pressed lies above it. It is drawn anew when something of it changed: a
 * letter in a filter, which draws the table anew, leaves most rows as they are.
 */
export const TableRow = memo(function TableRow<Row>(props: TableRowProps<Row>) {
  const { columns, row, link, withState, hidden, isFirst } = props;
  const here = placeHere(props);
  const hasCorner = columns.some(({ phone }) => phone === "corner");
  const isInline = columns.some(({ phone }) => phone === "inline");
  return (
    <tr
      className={cx(
        "group/row relative max-md:flex max-md:rounded-card max-md:border max-md:border-line max-md:bg-card max-md:px-4",
        isInline
          ? "max-md:flex-wrap max-md:items-center max-md:gap-x-3 max-md:gap-y-0.5 max-md:py-1.5"
          : "max-md:flex-col max-md:py-2.5",
        link && "hover:bg-hover",
        "[&_td_:is(a,button,input,select,label)]:relative [&_td_:is(a,button,input,select,label)]:z-10",
      )}
    >
      {columns.map((column) => (
        <Cell
          key={column.key}
          column={column}
          row={row}
          link={
            link && {
              ...link(row),
              ...(here !== null && { to: withState(here) }),
              discover: isFirst ? "render" : "none",
            }
          }
          hasCorner={hasCorner}
          isUnseen={hidden.includes(column.key)}
        />
      ))}
    </tr>
  );
}, isSameRow) as <Row>(props: TableRowProps<Row>) => ReactElement;

/** A longer one takes several lines instead of the other columns' room. */
const LONG_TEXT = 40;
const LONG = "wrap-anywhere md:inline-block md:max-w-80 md:min-w-48 md:whitespace-normal";
/**
 * From here on a narrow column needs no second line: 1280 px, and what a scroll bar and its row take of them. A browser breaks
 * a line at a wbr in spite of nowrap.
 */
const WIDE = "min-[82rem]:whitespace-nowrap min-[82rem]:[&>span>wbr]:hidden";
/** But for a text that is longer than most names and serial numbers: it would push the last columns out of sight. */
const LONG_NAME = 24;
const LONG_IN_NARROW = "wrap-anywhere md:inline-block md:min-w-20 lg:min-w-28 min-[82rem]:min-w-36";
export const LINE = "border-b border-line group-last/row:border-0 max-md:border-0";
export const CELL = `${LINE} px-3 md:max-lg:px-1.5 md:first:pl-4 md:last:pr-4 md:max-lg:first:pl-3 md:max-lg:last:pr-3 max-md:p-0 md:h-11 lg:h-9`;

function Cell<Row>({
  column,
  row,
  link,
  hasCorner,
  isUnseen,
}: {
  column: TableColumn<Row>;
  row: Row;
  link?: LinkProps;
  /** Whether something stands beside the name on a phone. */
  hasCorner: boolean;
  /** A name that is hidden. */
  isUnseen: boolean;
}) {
  const { align, phone, wraps } = column;
  const text = textOf(column, row) || "–";
  const given = column.cell ? column.cell(row) : wraps ? breakable(text) : text;
  const isLongName = wraps === "narrow" && text.length > LONG_NAME;
  const wide = wraps === "narrow" && !isLongName && WIDE;
  const content = isUnseen ? (
    <span className="sr-only">{text}</span>
  ) : isLongName ? (
    <span className={LONG_IN_NARROW}>{given}</span>
  ) : text.length > LONG_TEXT ? (
    <span className={cx(LONG, !wraps && "md:py-1")}>{given}</span>
  ) : (
    given
  );
  const isBare = phone === "corner" || phone === "under_name" || phone === "inline";
  if (column.isName)
    return (
      <th
        scope="row"
        {...{ [LINE_CONTROL]: "" }}
        className={
          isUnseen
            ? cx(LINE, UNSEEN_CLASS)
            : cx(
                CELL,
                "text-left font-medium max-md:order-first max-md:w-full max-md:text-md",
                wraps ? wide : "md:whitespace-nowrap",
                wraps && "md:py-1",
                hasCorner && "max-md:pr-28",
              )
        }
      >
        {link ? (
          <Link
            {...link}
            onClick={keepRowPlace}
            onKeyDown={moveBetweenLines}
            className="outline-none after:absolute after:inset-0 after:rounded-[inherit] focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring"
          >
            {content}
          </Link>
        ) : (
          content
        )}
      </th>
    );
  return (
    <td
      className={cx(
        CELL,
        "whitespace-nowrap text-ink-soft max-md:mt-1 max-md:flex max-md:items-baseline max-md:justify-between max-md:gap-4 max-md:whitespace-normal",
        wraps && "md:py-1 md:whitespace-normal",
        wide,
        narrowClass(column),
        align === "right" && "text-right",
        (phone === undefined || phone === "under_name") && "max-md:w-full",
        phone === "hidden" && "max-md:hidden",
        phone === "inline" && "max-md:mt-0 max-md:text-xs",
        phone === "under_name" && "max-md:-order-1 max-md:mt-1.5 max-md:mb-1",
        phone === "corner" && "max-md:absolute max-md:top-2 max-md:right-4 max-md:mt-0",
      )}
    >
      {!isBare && (
        <span aria-hidden="true" className="shrink-0 text-xs text-ink-faint md:hidden">
          {column.label}
        </span>
      )}
      {isBare ? content : <span className="min-w-0 max-md:text-right">{content}</span>}
    </td>
  );
}

/** Where a text may go on in the next line: behind a dot of an address and before its @, before the last seven digits of a phone number. */
function partsOf(text: string): string[] {
  const at = text.indexOf("@");
  if (at < 0) return text.split(/(?<=^\+\d{4,5})(?=\d{7}$)/);
  return [...text.slice(0, at).split(/(?<=[._-])/), text.slice(at)];
}

const breakable = (text: string): ReactNode =>
  partsOf(text).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
