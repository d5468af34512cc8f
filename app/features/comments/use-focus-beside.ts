import { useEffect, useRef, type FocusEvent } from "react";

const FIRST = "button:not(:disabled)";

/**
 * Keeps the focus when the row that has it goes, as a comment does after it was hidden: into the row that takes its place,
 * the list where that row has no button, or the box below where no row is left. Spread over what is around list and box;
 * `count`: rows there are.
 */
export function useFocusBeside(count: number) {
  const around = useRef<HTMLDivElement>(null);
  /** The place of the row that has the focus; null: none has it. React tells of no blur when it removes what has it. */
  const place = useRef<number | null>(null);
  useEffect(() => {
    const at = place.current;
    if (at === null || document.activeElement !== document.body) return;
    place.current = null;
    const list = around.current?.querySelector<HTMLElement>("[data-rows]");
    const row = list?.children[Math.min(at, count - 1)];
    const target =
      row?.querySelector<HTMLElement>(FIRST) ?? list ?? around.current?.querySelector("textarea");
    target?.focus({ preventScroll: true });
  }, [count]);
  return {
    ref: around,
    onFocus: ({ target }: FocusEvent) => {
      const row = target.closest("[data-rows] > *");
      place.current = row === null ? null : [...(row.parentElement?.children ?? [])].indexOf(row);
    },
    onBlur: () => void (place.current = null),
  };
}
