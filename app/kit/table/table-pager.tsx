import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Select } from "#app/components/forms/select.tsx";
import { cx } from "#app/components/cx.ts";
import { useFormats } from "#app/components/use-formats.ts";
import { TableLink } from "./table-link.tsx";
import type { TableAddress } from "./use-table-address.ts";
import type { TableLines } from "./use-table-lines.ts";
import "./texts.ts";

type TablePagerProps = {
  /** What the table lists: a page may have two. */
  caption: string;
  lines: Pick<TableLines<never>, "total" | "places" | "page" | "pages">;
  address: TableAddress;
  sizes: readonly number[];
  onTurn: () => void;
};

export function TablePager({ caption, lines, address, sizes, onTurn }: TablePagerProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { total, places, page, pages } = lines;
  const turn = (to: number, label: string, icon: ReactNode) => {
    const look = "grid size-11 place-items-center rounded-control lg:size-8";
    return to < 1 || to > pages || to === page ? (
      <span className={cx(look, "text-ink-faint opacity-50")} aria-hidden="true">
        {icon}
      </span>
    ) : (
      <TableLink
        address={address}
        change={{ page: to }}
        label={label}
        onSet={onTurn}
        className={cx(look, "text-ink-soft hover:bg-hover hover:text-ink")}
      >
        {icon}
      </TableLink>
    );
  };
  const icon = "size-4";
  const shown =
    places &&
    t("table.places", {
      from: number(places.from),
      to: number(places.to),
      total: number(total),
    });
  return (
    <>
      {/* Paper has no other pages to turn to. */}
      {pages > 1 && <p className="hidden px-4 py-1.5 text-xs text-ink-soft print:block">{shown}</p>}
      <nav
        aria-label={t("table.pages", { caption })}
        className="flex flex-wrap items-center justify-end gap-x-4 gap-y-1 border-t border-line px-4 py-1.5 text-xs text-ink-soft max-md:border-0 max-md:px-0"
      >
        <label className="mr-auto flex items-center gap-2">
          {t("table.perPage")}
          <Select
            value={address.state.size}
            onChange={(event) => address.set({ size: Number(event.currentTarget.value) })}
            className="lg:h-8"
          >
            {sizes.map((size) => (
              <option key={size}>{size}</option>
            ))}
          </Select>
        </label>
        {shown && <span>{shown}</span>}
        <span className="flex items-center">
          {turn(1, t("table.first"), <ChevronsLeft className={icon} aria-hidden="true" />)}
          {turn(page - 1, t("table.previous"), <ChevronLeft className={icon} aria-hidden="true" />)}
          <span className="px-1" aria-live="polite">
            {t("table.pageOf", { page: number(page), pages: number(pages) })}
          </span>
          {turn(page + 1, t("table.next"), <ChevronRight className={icon} aria-hidden="true" />)}
          {turn(pages, t("table.last"), <ChevronsRight className={icon} aria-hidden="true" />)}
        </span>
      </nav>
    </>
  );
}
