import { ArrowDown, ArrowUp } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Select } from "#app/components/forms/select.tsx";
import { cx } from "#app/components/cx.ts";
import { narrowClass, UNSEEN_CLASS, type TableColumn } from "./table-column.ts";
import { TableLink } from "./table-link.tsx";
import { filterField, nextSort, type TableSpec } from "./table-state.ts";
import type { TableAddress } from "./use-table-address.ts";
import "./texts.ts";

type TableHeadProps<Row> = {
  columns: readonly TableColumn<Row>[];
  address: TableAddress;
  spec: TableSpec;
  formId: string;
  plain: boolean;
};

/** A longer one may stand on two lines where the table has no room. */
const LONG_LABEL = 20;

/** Labels that sort, and below them the filter row; on a phone the labels are for those who listen, each filter has its own. */
export function TableHead<Row>({ columns, address, spec, formId, plain }: TableHeadProps<Row>) {
  const { sort, isFiltering, hidden } = address.state;
  const cell =
    "bg-card px-3 text-left font-medium md:max-lg:px-1.5 md:first:pl-4 md:last:pr-4 md:max-lg:first:pl-3 md:max-lg:last:pr-3";
  return (
    <thead className="z-20 text-xs text-ink-faint max-md:block md:sticky md:top-0">
      <tr className="max-md:sr-only">
        {columns.map((column) => {
          const { key, label, align, wraps, width, canSort = true } = column;
          const isSorted = sort?.key === key;
          const Arrow = isSorted && sort.desc ? ArrowDown : ArrowUp;
          if (hidden.includes(key))
            return (
              <th
                key={key}
                scope="col"
                className={cx(UNSEEN_CLASS, !isFiltering && "border-b border-line")}
              >
                <span className="sr-only">{label}</span>
              </th>
            );
          return (
            <th
              key={key}
              scope="col"
              aria-sort={isSorted ? (sort.desc ? "descending" : "ascending") : undefined}
              className={cx(
                cell,
                "h-11 lg:h-9",
                width,
                narrowClass(column),
                wraps !== true && label.length <= LONG_LABEL && "whitespace-nowrap",
                wraps === "narrow" && "max-[82rem]:whitespace-normal",
                !isFiltering && "border-b border-line",
                align === "right" && "text-right",
              )}
            >
              {/* Where the labels are not seen no focus goes to them: the toolbar sorts there. */}
              {canSort && !plain && <span className="md:hidden">{label}</span>}
              {canSort && !plain ? (
                <TableLink
                  address={address}
                  change={{ sort: nextSort(address.state, key, spec) }}
                  className={cx(
                    "group/sort relative inline-flex min-h-11 items-center max-md:hidden lg:min-h-9 hover:text-ink",
                    isSorted && "text-ink",
                  )}
                >
                  {label}
                  <Arrow
                    className={cx(
                      // It stands between two columns and takes no room of theirs.
                      "absolute size-3.5 md:max-lg:size-3",
                      align === "right" ? "right-full lg:mr-0.5" : "left-full lg:ml-0.5",
                      !isSorted &&
                        "opacity-0 group-hover/sort:opacity-60 group-focus-visible/sort:opacity-60",
                    )}
                    aria-hidden="true"
                  />
                </TableLink>
              ) : (
                label
              )}
            </th>
          );
        })}
      </tr>
      {isFiltering && !plain && (
        <tr className="max-md:mb-3 max-md:grid max-md:grid-cols-2 max-md:gap-x-3 max-md:gap-y-2">
          {columns.map((column) => (
            <td
              key={column.key}
              className={cx(
                narrowClass(column),
                hidden.includes(column.key) ? UNSEEN_CLASS : cell,
                "border-b border-line pb-2 max-md:border-0 max-md:bg-transparent max-md:p-0 max-md:empty:hidden",
              )}
            >
              {column.canFilter !== false && !hidden.includes(column.key) && (
                <Filter
                  column={column}
                  address={address}
                  name={filterField(spec, column.key)}
                  formId={formId}
                />
              )}
            </td>
          ))}
        </tr>
      )}
    </thead>
  );
}

const FIELD =
  "h-11 w-full min-w-14 rounded-control border border-line-strong bg-card px-2 text-md font-normal text-ink placeholder:text-ink-faint max-md:placeholder:text-transparent focus-visible:outline-offset-0 md:text-xs lg:h-8 md:max-lg:min-w-12 md:max-lg:px-1.5";

function Filter<Row>({
  column: { key, label, options, isName },
  address,
  name,
  formId,
}: {
  column: TableColumn<Row>;
  address: TableAddress;
  name: string;
  formId: string;
}) {
  const { t } = useTranslation();
  const set = address.state.filters[key] ?? "";
  const [text, setText] = useState(set);
  const [round, setRound] = useState(address.round);
  if (address.round !== round) {
    // Cleared or set elsewhere. While the reader types, the table follows the typed text, trimmed.
    setRound(address.round);
    if (text.trim() !== set) setText(set);
  }
  const change = (value: string) => {
    setText(value);
    address.type(key, value.trim());
  };
  const common = {
    name,
    form: formId,
    "aria-label": t("table.filterBy", { column: label }),
    className: FIELD,
  };
  return (
    <label className="block min-w-0">
      <span className="mb-1 block truncate md:hidden">{label}</span>
      {options ? (
        <Select {...common} value={text} onChange={(event) => change(event.currentTarget.value)}>
          <option value="">{t("table.any")}</option>
          {options.map(({ value, label: name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </Select>
      ) : (
        <input
          {...common}
          type="search"
          data-filters-names={isName ? "" : undefined}
          size={6}
          maxLength={100}
          autoComplete="off"
          placeholder={label}
          value={text}
          onChange={(event) => change(event.currentTarget.value)}
          onBlur={address.flush}
        />
      )}
    </label>
  );
}
