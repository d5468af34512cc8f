import { useEffect } from "react";
import type { TableLine } from "./use-table-lines.ts";

/** Tells which rows a page shows, and which columns it hides. */
export function useShownRows<Row>(
  lines: readonly TableLine<Row>[],
  hidden: readonly string[],
  onShown?: (ids: readonly string[], hidden: readonly string[]) => void,
): void {
  const ids = onShown ? lines.flatMap(({ kind, id }) => (kind === "row" ? id : [])) : [];
  const shown = JSON.stringify([ids, hidden]);
  useEffect(() => {
    onShown?.(...(JSON.parse(shown) as [string[], string[]]));
  }, [shown, onShown]);
}
