import type { KeyboardEvent } from "react";

/** Marks what the arrow keys go through: the main control of each line. */
export const LINE_CONTROL = "data-line-control";

/** Up and down go from line to line, Home and End to the first and last one of the page. */
export function moveBetweenLines(event: KeyboardEvent<HTMLAnchorElement>): void {
  const body = event.currentTarget.closest("tbody");
  const all = [...(body?.querySelectorAll<HTMLElement>(`[${LINE_CONTROL}] a`) ?? [])];
  const here = all.indexOf(event.currentTarget);
  const next = {
    ArrowDown: all[here + 1],
    ArrowUp: all[here - 1],
    Home: all[0],
    End: all.at(-1),
  }[event.key];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
