import { Link, type LinkProps } from "@remix-run/react";
import { ChevronDown, ChevronRight } from "lucide-react";
import { Fragment, type KeyboardEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "#app/components/ui/button.tsx";
import { cx } from "#app/components/cx.ts";
import { narrowClass, textOf, UNSEEN_CLASS, type TableColumn } from "./table-column.ts";
import { TableLink } from "./table-link.tsx";
import type { TableAddress } from "./use-table-address.ts";
import type { TableLine } from "./use-table-lines.ts";
import "./texts.ts";

type TableBodyProps<Row> = {
  columns: readonly TableColumn<Row>[];
  lines: readonly TableLine<Row>[];
  state: "ready" | "loading" | "failed";
  /** Rows of a page, for the skeleton. */
  size: number;
  link?: (row: Row) => LinkProps;
  address: TableAddress;
  busy: boolean;
  empty: string;
  onRetry?: () => void;
};

/** Marks what the arrow keys go through: the main control of each line. */
const LINE_CONTROL = "data-line-control";

/** Up and down go from line to line, Home and End to the first and last one of the page. */
function moveBetweenLines(event: KeyboardEvent<HTMLAnchorElement>): void {
  const body = event.currentTarget.closest("tbody");
  const all = [...(body?.querySelectorAll<HTMLElement>(`[${LINE_CONTROL}] a`) ?? [])];
  const here = all.indexOf(event.currentTarget);
  const next = {
    ArrowDown: all[here + 1],
    ArrowUp: all[here - 1],
    Home: all[0],
    End: all.at(-1),
  }[event.key];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

export function TableBody<Row>({
  columns,
  lines,
  state,
  size,
  link,
  address,
  busy,
  empty,
  onRetry,
}: TableBodyProps<Row>) {
  const { t } = useTranslation();
  if (state === "loading")
    return <Skeleton columns={columns} count={size} hidden={address.state.hidden} />;
  if (state === "failed")
    return (
      <Message columns={columns.length}>
        <span role="alert">{t("table.failed")}</span>
        {onRetry && <Button onClick={onRetry}>{t("errors.retry")}</Button>}
      </Message>
    );
  if (lines.length === 0)
    return (
      <Message columns={columns.length}>
        {empty}
        {Object.keys(address.state.filters).length > 0 && (
          <Button onClick={() => address.set({ filters: {} })}>{t("table.clear")}</Button>
        )}
      </Message>
    );
  const kept = (row: Row): LinkProps => {
    const { to, ...rest } = link!(row);
    // To the same page: its table stays as it is set.
    const isHere = typeof to === "string" && to.startsWith("?");
    return { ...rest, to: isHere ? address.withState(to) : to };
  };
  return (
    <tbody className={cx("max-md:grid max-md:grid-cols-1 max-md:gap-2", busy && "opacity-60")}>
      {lines.map((line) =>
        line.kind === "row" ? (
          <Row
            key={line.id}
            columns={columns}
            row={line.row}
            link={link && kept}
            hidden={address.state.hidden}
          />
        ) : (
          <Group key={line.id} line={line} columns={columns.length} address={address} />
        ),
      )}
    </tbody>
  );
}

/** The name's link covers the row; what else can be pressed lies above it. */
function Row<Row>({
  columns,
  row,
  link,
  hidden,
}: {
  columns: readonly TableColumn<Row>[];
  row: Row;
  link?: (row: Row) => LinkProps;
  hidden: readonly string[];
}) {
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
          link={link}
          hasCorner={hasCorner}
          isUnseen={hidden.includes(column.key)}
        />
      ))}
    </tr>
  );
}

/** A longer one takes several lines instead of the other columns' room. */
const LONG_TEXT = 40;
const LONG = "wrap-anywhere md:inline-block md:max-w-80 md:min-w-48 md:py-1 md:whitespace-normal";
/** From here on a narrow column needs no second line: 1280 px, and what a scroll bar and its row take of them. */
const WIDE = "min-[82rem]:whitespace-nowrap";
const LINE = "border-b border-line group-last/row:border-0 max-md:border-0";
const CELL = `${LINE} px-3 md:max-lg:px-1.5 md:first:pl-4 md:last:pr-4 md:max-lg:first:pl-3 md:max-lg:last:pr-3 max-md:p-0 md:h-9`;

function Cell<Row>({
  column,
  row,
  link,
  hasCorner,
  isUnseen,
}: {
  column: TableColumn<Row>;
  row: Row;
  link?: (row: Row) => LinkProps;
  /** Whether something stands beside the name on a phone. */
  hasCorner: boolean;
  /** A name that is hidden. */
  isUnseen: boolean;
}) {
  const { align, phone, wraps } = column;
  const text = textOf(column, row) || "–";
  const given = column.cell ? column.cell(row) : wraps ? breakable(text) : text;
  const content = isUnseen ? (
    <span className="sr-only">{text}</span>
  ) : text.length > LONG_TEXT ? (
    <span className={LONG}>{given}</span>
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
                wraps !== true && (wraps ? WIDE : "md:whitespace-nowrap"),
                wraps && "md:py-1",
                hasCorner && "max-md:pr-28",
              )
        }
      >
        {link ? (
          <Link
            {...link(row)}
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
        wraps === "narrow" && WIDE,
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

function Group<Row>({
  line: { text, count, isFolded, isContinued },
  columns,
  address,
}: {
  line: Extract<TableLine<Row>, { kind: "group" }>;
  columns: number;
  address: TableAddress;
}) {
  const { t } = useTranslation();
  const { folded } = address.state;
  const Chevron = isFolded ? ChevronRight : ChevronDown;
  return (
    <tr className="max-md:block">
      <th
        scope="colgroup"
        colSpan={columns}
        {...{ [LINE_CONTROL]: "" }}
        className="border-b border-line bg-sunken px-2 text-left font-medium max-md:block max-md:rounded-card md:h-9"
      >
        <TableLink
          address={address}
          change={{
            folded: isFolded ? folded.filter((each) => each !== text) : [...folded, text],
          }}
          isExpanded={!isFolded}
          onKeyDown={moveBetweenLines}
          className="flex h-11 items-center gap-1.5 md:h-9"
        >
          <Chevron className="size-4 text-ink-soft" aria-hidden="true" />
          {text || "–"}
          <span className="font-normal text-ink-faint">
            {t("table.records", { count })}
            {isContinued && ` · ${t("table.continued")}`}
          </span>
        </TableLink>
      </th>
    </tr>
  );
}

function Message({ columns, children }: { columns: number; children: React.ReactNode }) {
  return (
    <tbody className="max-md:block">
      <tr className="max-md:block">
        <td
          colSpan={columns}
          className="h-40 px-4 text-center text-ink-soft max-md:block max-md:py-12"
        >
          <div className="flex flex-col items-center gap-3">{children}</div>
        </td>
      </tr>
    </tbody>
  );
}

/** As many and as high as the rows of a page will be. */
function Skeleton<Row>({
  columns,
  count,
  hidden,
}: {
  columns: readonly TableColumn<Row>[];
  count: number;
  hidden: readonly string[];
}) {
  const { t } = useTranslation();
  return (
    <tbody className="max-md:grid max-md:gap-2">
      {Array.from({ length: count }, (_, index) => (
        <tr
          key={index}
          className="max-md:block max-md:rounded-card max-md:border max-md:border-line max-md:bg-card max-md:px-4 max-md:py-3"
        >
          {columns.map((column, place) => (
            <td
              key={column.key}
              className={
                hidden.includes(column.key)
                  ? cx(LINE, UNSEEN_CLASS)
                  : cx(CELL, narrowClass(column), place > 1 && "max-md:hidden")
              }
            >
              <span className="skeleton block h-4 w-full max-md:mt-1 max-md:w-2/3" />
              {index === 0 && place === 0 && (
                <span role="status" className="sr-only">
                  {t("table.loading")}
                </span>
              )}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
