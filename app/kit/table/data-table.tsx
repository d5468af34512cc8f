/**
 * The table of the house. A list with filters, sort, groups, pages, columns and an export:
 *
 *     const columns = useMemo<TableColumn<Order>[]>(() => [
 *       { key: "name", label: t("orders.name"), value: (row) => row.name, isName: true },
 *       { key: "state", label: t("orders.state"), value: (row) => row.rank, text: (row) => t(`states.${row.state}`),
 *         canGroup: true, cell: (row) => <StateBadge state={row.state} />, phone: "corner" },
 *       { key: "sheets", label: t("orders.sheets"), value: (row) => row.sheets, align: "right" },
 *     ], [t]);
 *     <DataTable caption={t("orders.title")} columns={columns} rows={orders} rowId={(row) => String(row.id)}
 *       link={(row) => ({ to: `/orders/${row.id}` })} exportName="helios-orders.csv" />
 *
 * - `rows`: null while they load (skeleton rows stand there); `failed` with `onRetry` when they could not be read.
 * - `columns` and `rows` keep their identity from render to render (useMemo, useLoaderData), or every render sorts anew.
 * - The whole row is the link of the column with `isName`; buttons, links and inputs in other cells do not open it.
 * - Its settings are in the address. Two tables on one page: give one a `prefix`, such as "events.".
 * - Up to some thousands of rows: hand them all in. Beyond, the server does it: the loader reads the settings with
 *   `readTableState(new URL(request.url).search, SPEC)`, answers one page and the total, and the table gets
 *   `server={{ total, exportHref }}`; SPEC has the same columns, sizes and sort as the table.
 */
import type { LinkProps } from "@remix-run/react";
import { useId, useMemo, useRef, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { saveCsv } from "#app/components/save-file.ts";
import { Card } from "#app/components/layout/page.tsx";
import { useFormats } from "#app/components/use-formats.ts";
import { TableBody } from "./table-body.tsx";
import { withoutLeavingOut, type TableColumn } from "./table-column.ts";
import { rowsToCsv } from "./table-csv.ts";
import { TableHead } from "./table-head.tsx";
import { TablePager } from "./table-pager.tsx";
import { isArrangedByAwaited, PAGE_SIZES, type TableSpec, type TableState } from "./table-state.ts";
import { TableToolbar } from "./table-toolbar.tsx";
import { useShownRows } from "./use-shown-rows.ts";
import { useRowPlace } from "./use-row-place.ts";
import { useTableAddress } from "./use-table-address.ts";
import { useTableLines } from "./use-table-lines.ts";
import "./texts.ts";

export type DataTableProps<Row extends object> = {
  /** What the table lists, for those who listen. */
  caption: string;
  columns: readonly TableColumn<Row>[];
  /** null: they are loading. */
  rows: readonly Row[] | null;
  rowId: (row: Row) => string;
  /** Where a row leads. */
  link?: (row: Row) => LinkProps;
  prefix?: string;
  sizes?: readonly number[];
  /** Rows of a page at first. */
  size?: number;
  sort?: TableState["sort"];
  /** The file's name; without one there is no export. */
  exportName?: string;
  /** `rows` are the page that the address asks for. `exportHref`: answers all pages as CSV for the query string. */
  server?: { total: number; exportHref?: (search: string) => string };
  failed?: boolean;
  onRetry?: () => void;
  /** Instead of 'No records to display', when there is nothing at all. */
  empty?: string;
  /** Rows are loading anew: those shown stay, dimmed. */
  busy?: boolean;
  /** The list's own buttons (of size "small"), such as one that adds to it; at the end of the tools. */
  aside?: ReactNode;
  /** Is told the ids of the rows that the page shows, with commas, when they change. */
  onShown?: (ids: string) => void;
  /** Only rows: without filters, columns, export and buttons. */
  plain?: boolean;
};

const NONE: readonly never[] = [];

export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowId, link, prefix, sizes = PAGE_SIZES, size, sort } = props;
  const {
    exportName,
    server,
    failed = false,
    onRetry,
    empty,
    busy = false,
    plain = false,
    aside,
    onShown,
  } = props;
  const { t } = useTranslation();
  const { locale } = useFormats();
  const spec = useMemo<TableSpec>(
    () => ({ prefix, columns, sizes, size, sort }),
    [prefix, columns, sizes, size, sort],
  );
  const address = useTableAddress(spec, server !== undefined);
  const { state } = address;
  const formId = useId();
  const top = useRef<HTMLDivElement>(null);
  useRowPlace(top);
  const lines = useTableLines({
    columns,
    rows: rows ?? (NONE as readonly Row[]),
    rowId,
    state,
    locale,
    serverTotal: server?.total,
  });
  const { hidden, isWide } = state;
  const shown = columns.filter(({ key }) => !hidden.includes(key));
  const drawn = useMemo(
    () =>
      columns
        .filter(({ key, isName }) => isName || !hidden.includes(key))
        .map((column) => (isWide ? withoutLeavingOut(column) : column)),
    [columns, hidden, isWide],
  );
  useShownRows(lines.lines, onShown);
  const isReady = rows !== null && !failed;
  const isAwaited = isArrangedByAwaited(columns, state);
  const save = () => saveCsv(exportName!, rowsToCsv(shown, lines.rows()));
  return (
    <div className="min-w-0" ref={top}>
      {!plain && (
        <TableToolbar
          formId={formId}
          spec={spec}
          columns={columns}
          address={address}
          total={lines.total}
          of={server ? null : (rows?.length ?? null)}
          isReady={isReady}
          isAwaited={isAwaited}
          onExport={exportName !== undefined && !server ? save : undefined}
          exportHref={exportName === undefined ? undefined : server?.exportHref}
          exportName={exportName}
          aside={aside}
        />
      )}
      <Card className="relative max-md:border-0 max-md:bg-transparent">
        {/* Its own scroller, so that the head stays in sight and a wide table stays reachable. */}
        <div className="table-scroller">
          <table
            className="w-full border-separate border-spacing-0 text-sm max-md:block"
            aria-busy={busy || rows === null}
          >
            <caption className="sr-only">{caption}</caption>
            <TableHead
              columns={drawn}
              address={address}
              spec={spec}
              formId={formId}
              plain={plain}
            />
            <TableBody
              columns={drawn}
              lines={lines.lines}
              state={isReady ? "ready" : failed ? "failed" : "loading"}
              size={state.size}
              link={link}
              address={address}
              busy={busy}
              empty={
                isAwaited
                  ? t("table.awaited")
                  : Object.keys(state.filters).length === 0
                    ? (empty ?? t("table.empty"))
                    : t("table.empty")
              }
              onRetry={onRetry}
            />
          </table>
        </div>
        {isReady && lines.total > 0 && (
          <TablePager
            caption={caption}
            lines={lines}
            address={address}
            sizes={sizes}
            onTurn={() => {
              top.current?.querySelector(".table-scroller")?.scrollTo({ top: 0 });
              if (window.innerWidth < 768) top.current?.scrollIntoView();
            }}
          />
        )}
      </Card>
    </div>
  );
}
