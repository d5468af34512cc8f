import type { ReactNode } from "react";
import { hasWords } from "#app/domain/formats/has-words.ts";

/** What is compared, grouped and exported; null (no value) sorts last. */
export type CellValue = string | number | null;

export type TableColumn<Row> = {
  /** Its name in the address: letters, digits and underscores. */
  key: string;
  label: string;
  value: (row: Row) => CellValue;
  /** As text where that differs from the value: what is shown, filtered by, and names a group. */
  text?: (row: Row) => string;
  /** As it is drawn; the text by default. Links and buttons in it do not open the row. */
  cell?: (row: Row) => ReactNode;
  /** In the export where that differs from the value; times in ISO 8601 with offset. null: not in it, such as buttons. */
  csv?: ((row: Row) => CellValue) | null;
  /** The row's name: its link, its title on a phone; where it is hidden, it is still the link, and there for who listens. */
  isName?: boolean;
  align?: "right";
  /** Its words may stand on several lines where the table has no room for all columns; "narrow": below 1312 px, or of more than 24 letters. */
  wraps?: boolean | "narrow";
  /** Left out on screens narrower than this (1024, 1280, 1440 px) that are no phone, where it would be scrolled to. */
  hiddenBelow?: "lg" | "xl" | "desk";
  /**
   * Classes of its width, such as "md:w-40": of a table whose columns all have one only words too long for it change where the
   * columns stand, so that they do not move while rows and values come. Their sum is no more than the table's width.
   */
  width?: string;
  canSort?: boolean;
  canFilter?: boolean;
  canGroup?: boolean;
  /** Off until it is chosen. */
  hiddenAtFirst?: boolean;
  /**
   * On a phone: in the card's upper right corner (one short line), below its name without a label, side by side with its
   * neighbours in small type and without a label (for long lists), or not at all; a line with its label by default.
   */
  phone?: "corner" | "under_name" | "inline" | "hidden";
  /** Its values are still on their way: what is filtered, sorted or grouped by it is not said to be all there is. */
  isAwaited?: boolean;
  /** Filtered by a choice of these instead of by text. */
  options?: readonly { value: string; label: string }[];
};

const HIDDEN_BELOW = {
  lg: "md:max-lg:hidden",
  xl: "md:max-xl:hidden",
  desk: "md:max-[90rem]:hidden",
} as const;
export const narrowClass = <Row>({ hiddenBelow }: Pick<TableColumn<Row>, "hiddenBelow">) =>
  hiddenBelow && HIDDEN_BELOW[hiddenBelow];

/** The same column, shown on every screen; on a phone it is a line of the card. */
export const withoutLeavingOut = <Row>(column: TableColumn<Row>): TableColumn<Row> => ({
  ...column,
  hiddenBelow: undefined,
  phone: column.phone === "hidden" ? undefined : column.phone,
});

/** Of a name that is hidden; its link covers the row all the same. The next column begins where the first one does. */
export const UNSEEN_CLASS = "w-0 p-0 md:first:pl-1";

export function textOf<Row>(column: TableColumn<Row>, row: Row): string {
  return column.text ? column.text(row) : String(column.value(row) ?? "");
}

/** Every word of what was typed is somewhere in the cell; of a column with choices, the value is the one chosen. */
export function matchesFilter<Row>(column: TableColumn<Row>, row: Row, filter: string): boolean {
  if (column.options) return String(column.value(row) ?? "") === filter;
  return hasWords(textOf(column, row), filter);
}
