import { Columns3, Download, ListFilter } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Select } from "#app/components/forms/select.tsx";
import { Button, ButtonAnchor } from "#app/components/ui/button.tsx";
import { cx } from "#app/components/cx.ts";
import { loadLater } from "#app/components/load-later.tsx";
import { useFormats } from "#app/components/use-formats.ts";
import { useHydrated } from "#app/components/use-hydrated.ts";
import { useLocation } from "@remix-run/react";
import { Popover } from "#app/kit/popover.tsx";
import type { ColumnChooserProps } from "./column-chooser.tsx";
import type { TableColumn } from "./table-column.ts";
import { TableLink } from "./table-link.tsx";
import { hiddenFields, writeTableState, type TableSpec } from "./table-state.ts";
import type { TableAddress } from "./use-table-address.ts";
import "./texts.ts";

type TableToolbarProps<Row> = {
  formId: string;
  spec: TableSpec;
  columns: readonly TableColumn<Row>[];
  address: TableAddress;
  /** Rows that match. */
  total: number;
  /** Rows there are without filters; null where only the server knows. */
  of: number | null;
  isReady: boolean;
  /** How many match is not known yet. */
  isAwaited: boolean;
  onExport?: () => void;
  exportHref?: (search: string) => string;
  exportName?: string;
  aside?: ReactNode;
};

const ColumnChooser = loadLater<ColumnChooserProps>(() => import("./column-chooser.tsx"));

const TOOL =
  "inline-flex h-11 min-w-11 items-center justify-center gap-2 rounded-control border border-line-strong bg-card px-3 text-sm font-medium text-ink hover:bg-hover lg:h-8";
const PICK = "max-w-40 lg:h-8";

/** How many there are, and what can be set: filters, order (on a phone), groups, columns, export. */
export function TableToolbar<Row>({
  formId,
  spec,
  columns,
  address,
  total,
  of,
  isReady,
  isAwaited,
  onExport,
  exportHref,
  exportName,
  aside,
}: TableToolbarProps<Row>) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const hydrated = useHydrated();
  const { search } = useLocation();
  const { state } = address;
  const set = Object.keys(state.filters).length;
  const groupable = columns.filter(({ canGroup }) => canGroup);
  const sortable = columns.filter(({ canSort = true }) => canSort);
  /** There is nothing to filter, arrange or save. */
  const isEmpty = isReady && !isAwaited && total === 0 && !state.isFiltering;
  return (
    <div data-table-tools className="mb-2 flex flex-wrap items-center gap-2 lg:min-h-8">
      <p className="mr-auto text-sm text-ink-soft" aria-live="polite">
        {isReady &&
          !isEmpty &&
          (isAwaited
            ? t("table.awaited")
            : of === null || of === total
              ? t("table.records", { count: total })
              : t("table.matching", { count: of, shown: number(total), total: number(of) }))}
      </p>
      {/* On a phone beside the count, or, where they are several, in lines of their own, as the tools are. */}
      {aside && (
        <div className="flex flex-wrap justify-end gap-2 max-md:has-[>:nth-child(2)]:w-full max-md:has-[>:nth-child(2)]:justify-start md:order-last">
          {aside}
        </div>
      )}
      <div className="flex flex-wrap items-center gap-2 max-md:w-full md:justify-end">
        {/* Sends the filters where there are no scripts. */}
        <form
          id={formId}
          method="get"
          onSubmit={(event) => event.preventDefault()}
          hidden={hydrated || !state.isFiltering}
        >
          {hiddenFields(search, spec).map(([name, value], index) => (
            <input key={index} type="hidden" name={name} value={value} />
          ))}
          <Button type="submit" size="small">
            {t("table.apply")}
          </Button>
        </form>
        {set > 0 && (
          <TableLink
            address={address}
            change={{ filters: {} }}
            className="inline-flex h-11 items-center px-2 text-sm text-ink-soft underline hover:text-ink lg:h-8"
          >
            {t("table.clear")}
          </TableLink>
        )}
        {!isEmpty && (
          <>
            <TableLink
              address={address}
              change={
                state.isFiltering ? { isFiltering: false, filters: {} } : { isFiltering: true }
              }
              isExpanded={state.isFiltering}
              className={cx(TOOL, state.isFiltering && "bg-sunken")}
            >
              <ListFilter className="size-4" aria-hidden="true" />
              {t("table.filters")}
              {set > 0 && (
                <span className="rounded-full bg-accent px-1.5 text-xs text-on-accent">{set}</span>
              )}
            </TableLink>
            <Select
              aria-label={t("table.sortBy")}
              value={state.sort === null ? "" : (state.sort.desc ? "-" : "") + state.sort.key}
              onChange={({ currentTarget: { value } }) =>
                address.set({
                  sort:
                    value === ""
                      ? null
                      : { key: value.replace("-", ""), desc: value.startsWith("-") },
                })
              }
              className={cx(PICK, "md:hidden")}
            >
              <option value="">{t("table.sortBy")}</option>
              {sortable.flatMap(({ key, label }) => [
                <option key={key} value={key}>{`${label} ↑`}</option>,
                <option key={`-${key}`} value={`-${key}`}>{`${label} ↓`}</option>,
              ])}
            </Select>
            {groupable.length > 0 && (
              <Select
                aria-label={t("table.group")}
                value={state.group ?? ""}
                onChange={({ currentTarget: { value } }) =>
                  address.set({ group: value === "" ? null : value, folded: [], page: 1 })
                }
                className={PICK}
              >
                <option value="">{t("table.noGroup")}</option>
                {groupable.map(({ key, label }) => (
                  <option key={key} value={key}>
                    {t("table.groupBy", { column: label })}
                  </option>
                ))}
              </Select>
            )}
            <Popover
              title={t("table.columns")}
              align="end"
              buttonClass={TOOL}
              panel={() => (
                <ColumnChooser
                  columns={columns}
                  address={address}
                  meanwhile={(hasFailed) => (
                    <p className="min-h-64 p-2">{t(hasFailed ? "part.failed" : "table.loading")}</p>
                  )}
                />
              )}
            >
              <Columns3 className="size-4" aria-hidden="true" />
              {t("table.columns")}
            </Popover>
            {/* A phone has its line's room for the mark alone. */}
            {onExport && (
              <button type="button" onClick={onExport} className={TOOL} disabled={!isReady}>
                <Download className="size-4" aria-hidden="true" />
                <span className="max-sm:sr-only">{t("table.export")}</span>
              </button>
            )}
            {exportHref && (
              <ButtonAnchor
                href={exportHref(writeTableState(search, state, spec))}
                download={exportName}
                size="small"
                className="lg:h-8"
              >
                <Download className="size-4" aria-hidden="true" />
                <span className="max-sm:sr-only">{t("table.export")}</span>
              </ButtonAnchor>
            )}
          </>
        )}
      </div>
    </div>
  );
}
