import { useEffect } from "react";
import type { TableLine } from "./use-table-lines.ts";

/** Tells the ids of the rows that a page shows, with commas. */
export function useShownRows<Row>(
  lines: readonly TableLine<Row>[],
  onShown?: (ids: string) => void,
): void {
  const ids = lines.flatMap(({ kind, id }) => (kind === "row" ? id : [])).join();
  useEffect(() => onShown?.(ids), [ids, onShown]);
}
