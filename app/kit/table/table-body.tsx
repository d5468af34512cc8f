import type { LinkProps } from "@remix-run/react";
import { ChevronDown, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "#app/components/ui/button.tsx";
import { cx } from "#app/components/cx.ts";
import { LINE_CONTROL, moveBetweenLines } from "./line-control.ts";
import { narrowClass, UNSEEN_CLASS, type TableColumn } from "./table-column.ts";
import { TableLink } from "./table-link.tsx";
import { CELL, LINE, TableRow } from "./table-row.tsx";
import type { TableAddress } from "./use-table-address.ts";
import { useLinesInSteps } from "./use-lines-in-steps.ts";
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
  const drawn = useLinesInSteps(lines);
  const firstRow = drawn.find(({ kind }) => kind === "row");
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
  return (
    <tbody
      aria-busy={drawn.length < lines.length || undefined}
      className={cx("max-md:grid max-md:grid-cols-1 max-md:gap-2", busy && "opacity-60")}
    >
      {drawn.map((line) =>
        line.kind === "row" ? (
          <TableRow
            key={line.id}
            columns={columns}
            row={line.row}
            link={link}
            withState={address.withState}
            hidden={address.state.hidden}
            isFirst={line === firstRow}
          />
        ) : (
          <Group key={line.id} line={line} columns={columns.length} address={address} />
        ),
      )}
    </tbody>
  );
}

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
        className="border-b border-line bg-sunken px-2 text-left font-medium max-md:block max-md:rounded-card md:h-11 lg:h-9"
      >
        <TableLink
          address={address}
          change={{
            folded: isFolded ? folded.filter((each) => each !== text) : [...folded, text],
          }}
          isExpanded={!isFolded}
          onKeyDown={moveBetweenLines}
          className="flex h-11 items-center gap-1.5 lg:h-9"
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

function Message({ columns, children }: { columns: number; children: ReactNode }) {
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
