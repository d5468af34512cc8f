import type { MouseEvent, RefObject } from "react";
import { useLayoutEffectInBrowser } from "#app/components/use-hydrated.ts";
import { LINE_CONTROL } from "./line-control.ts";

/** Which row was followed, and how far its table was scrolled; in the state of that step of the history. */
type Place = { href: string; at: number; top: number };
const stateOfStep = () => window.history.state as { rowPlace?: Place } | null;

const linksIn = (table: Element | null | undefined): HTMLAnchorElement[] => [
  ...(table?.querySelectorAll<HTMLAnchorElement>(`[${LINE_CONTROL}] a`) ?? []),
];

/** For a row's link: whoever comes back from there by the history finds the table as it was. */
export function keepRowPlace({ currentTarget: link }: MouseEvent<HTMLAnchorElement>): void {
  const table = link.closest("table");
  const top = table?.parentElement?.scrollTop ?? 0;
  const rowPlace: Place = { href: link.href, at: linksIn(table).indexOf(link), top };
  window.history.replaceState({ ...stateOfStep(), rowPlace }, "");
}

/** The other half: a table that is come back to is scrolled as it was, and the row has the focus. */
export function useRowPlace(frame: RefObject<Element | null>): void {
  useLayoutEffectInBrowser(() => {
    const { rowPlace, ...state } = stateOfStep() ?? {};
    if (rowPlace === undefined) return;
    const { href, at, top } = rowPlace;
    const links = linksIn(frame.current);
    // Rows of several things may lead to one page.
    const link = links[at]?.href === href ? links[at] : links.find((each) => each.href === href);
    if (link === undefined) return;
    // Once: who loads the page again begins at its top.
    window.history.replaceState(state, "");
    link.closest("table")?.parentElement?.scrollTo({ top });
    link.focus({ preventScroll: true });
  }, [frame]);
}
