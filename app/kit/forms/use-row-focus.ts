import { useEffect, useRef } from "react";
import { FIELD } from "#app/components/use-focus-return.ts";

/**
 * Where the focus goes when rows of a form come and go: into the new row's first field, and from a row that goes to its
 * neighbour's button, or to the one that adds. `list` is around the rows, which have `data-row`, and the button that adds.
 *
 *     const { list, came, went } = useRowFocus();
 *     <div ref={list}>{rows.map((row, n) => <div data-row>…<Button onClick={() => { went(n); remove(row) }} /></div>)} …
 */
export function useRowFocus() {
  const list = useRef<HTMLDivElement>(null);
  const change = useRef<"came" | number | null>(null);
  useEffect(() => {
    const happened = change.current;
    change.current = null;
    if (happened === null || list.current === null) return;
    const rows = [...list.current.querySelectorAll<HTMLElement>("[data-row]")];
    const target =
      happened === "came"
        ? rows.at(-1)?.querySelector<HTMLElement>(FIELD)
        : (rows[happened] ?? rows.at(-1))?.querySelector<HTMLElement>("button:enabled");
    (target ?? list.current.querySelector<HTMLElement>(":scope > button:enabled"))?.focus();
  });
  return {
    list,
    /** Before a row is added at the end. */
    came: () => void (change.current = "came"),
    /** Before the row goes that has this place. */
    went: (index: number) => void (change.current = index),
  };
}
