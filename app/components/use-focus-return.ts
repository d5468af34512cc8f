import { useEffect, useRef, useState, type FocusEvent } from "react";
import { useSecondPress } from "./use-second-press.ts";

const focused = (): HTMLElement | null =>
  typeof document !== "undefined" &&
  document.activeElement instanceof HTMLElement &&
  document.activeElement !== document.body
    ? document.activeElement
    : null;

/**
 * What had the focus when a dialog opened, and what is around it, the nearest first. Where the address opened the dialog,
 * nothing had it, or what led there from another page: then `address` says what the dialog belongs to.
 */
type Opener = { element: HTMLElement | null; rows: Element[]; address: string };

/** Of the first of several dialogs that follow one another. */
let before: Opener | null = null;

/** What is filled in. */
export const FIELD =
  "input:not([type=hidden]):not(:disabled), select:not(:disabled), textarea:not(:disabled)";

/** Headless dialogs stay for some frames after they were closed. */
const MOST_FRAMES = 30;

const openModals = (): Element[] => [...document.querySelectorAll("[aria-modal=true]")];

/**
 * The rows, cards and sections that an element is in, rows and cards with those beside them, the nearest first: what is
 * done in a dialog may take its opener out of its row, or the row out of its list.
 */
function rowsAround(element: Element | null): Element[] {
  const row = element?.parentElement?.closest("li, tr, article, section");
  if (!row) return [];
  if (row.matches("section")) return [row, ...rowsAround(row)];
  const beside = [row.nextElementSibling, row.previousElementSibling].filter(
    (near) => near !== null,
  );
  return [row, ...beside, ...rowsAround(row)];
}

/** What can be pressed first in the row, or the row itself. */
function controlIn(row: Element): HTMLElement | null {
  const controls = row.querySelectorAll<HTMLElement>("a[href], button:not(:disabled)");
  const control = [...controls].find((each) => each.checkVisibility()) ?? null;
  if (control || !(row instanceof HTMLElement)) return control;
  row.tabIndex = -1;
  return row;
}

/** The link that opens the same dialog, such as its row's; else the heading of the page. Null away from that page. */
function placeOfAddress(address: string): HTMLElement | null {
  // `…/measure/{tag}` opens a dialog too, and goes when that is closed.
  if (!`${new URL(address).pathname}/`.startsWith(`${window.location.pathname}/`)) return null;
  const links = document.querySelectorAll<HTMLAnchorElement>("main a[href]:not([aria-current])");
  const link = [...links].find((each) => each.href === address && each.checkVisibility());
  if (link) return link;
  const heading = document.querySelector<HTMLElement>("main h1");
  if (heading === null) return null;
  heading.tabIndex = -1;
  // Nothing to press: it needs no ring.
  heading.classList.add("outline-none");
  return heading;
}

/** Where the focus goes back to, of what is still in the page. */
function placeOf({ element, rows }: Opener): HTMLElement | null {
  if (element?.isConnected) return element;
  const row = rows.find(({ isConnected }) => isConnected);
  return row ? controlIn(row) : null;
}

/** Not where it is when nothing has it, nor in a dialog that is on its way out. */
const isFocusMeant = (): boolean =>
  document.activeElement !== document.body && !document.activeElement?.closest("[role$=dialog]");

function focusIn(modal: Element): void {
  if (modal.contains(document.activeElement)) return;
  const first = modal.querySelector<HTMLElement>(FIELD) ?? modal.querySelector("button");
  first?.focus({ preventScroll: true });
}

/**
 * Gives the focus back to what had it when a dialog opened, or when the first of several did that followed one another; to
 * its row where it is gone, or to one beside it where that is gone too. One that the address opened gives it to the
 * link in the page that opens it, or to the page's heading.
 * Headless dialogs remember that only from the moment they are loaded, and ours are loaded by the click that opens them.
 */
export function useFocusReturn(open: boolean): void {
  // Not set while it is first rendered: in a page that comes alive, React would then take useHydrated for true at once.
  const [held, setHeld] = useState<{ open: boolean; opener: HTMLElement | null }>(() => ({
    open,
    opener: open ? focused() : null,
  }));
  if (open !== held.open) setHeld({ open, opener: open ? focused() : held.opener });
  const { opener } = held;
  useEffect(() => {
    if (!open) return;
    const own: Opener = {
      ...{ element: opener, rows: rowsAround(opener) },
      address: window.location.href,
    };
    const opened = new Set(openModals());
    const atFirst = opened.size;
    // Headless dialogs stand in the page some frames later.
    let opening = 0;
    const noteOwn = (frames: number): void => {
      openModals().forEach((modal) => opened.add(modal));
      const isThere = opened.size > atFirst || frames === 0;
      opening = isThere ? 0 : requestAnimationFrame(() => noteOwn(frames - 1));
    };
    opening = requestAnimationFrame(() => noteOwn(MOST_FRAMES));
    const giveBack = (frames: number): void => {
      const place = placeOf(own);
      const known = place ?? (before && placeOf(before));
      const target = known ?? placeOfAddress((before ?? own).address);
      const covers = openModals().filter((modal) => !modal.contains(target));
      /** Followed on what was chosen in this one. */
      const next = covers.find((modal) => !opened.has(modal));
      if (!next && covers.length > 0 && frames > 0)
        return void requestAnimationFrame(() => giveBack(frames - 1));
      const first = place === null && before ? before : own;
      before = null;
      if (!target) return;
      const cover = next ?? covers[0];
      // Somebody gave the focus to what they meant, where there was no place to go back to.
      const isTaken = known === null && isFocusMeant();
      if (cover === undefined) return isTaken ? undefined : target.focus({ preventScroll: true });
      // The next dialog gives it back. What headless dialogs give back themselves was taken from it.
      before = first;
      focusIn(cover);
    };
    // Closed, or taken out of the page with what it was in.
    return () => {
      // Closed before that: what stands there is this one, and nothing that followed on it.
      if (opening !== 0) openModals().forEach((modal) => opened.add(modal));
      cancelAnimationFrame(opening);
      requestAnimationFrame(() => giveBack(MOST_FRAMES));
    };
  }, [open, opener]);
}

/**
 * Keeps the focus in an open dialog or drawer when what had it goes, as the button of a form that becomes what it made:
 * Tab would begin anew, and who listens would be told nothing.
 */
export function useFocusKept(panel: HTMLElement | null): void {
  useEffect(() => {
    if (panel === null) return;
    let frame = 0;
    // Looked at a frame later: on the way from one field to the next nothing has the focus either, and a field that is
    // checked as it is left changes the panel at that moment.
    const observer = new MutationObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        if (document.activeElement === document.body) panel.focus({ preventScroll: true });
      });
    });
    observer.observe(panel, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [panel]);
}

/**
 * Headless dialogs take the focus from what has it before they ask to be closed by Escape; one that stays open, because it
 * has to be answered or is busy, gives it back. `ask` is its `onClose`, `noteFocus` the `onFocus` of its panel. The second
 * press of a double click on what opens one does not ask.
 */
export function useEscape(open: boolean, onClose: () => void) {
  useSecondPress();
  const isOpen = useRef(open);
  const last = useRef<HTMLElement | null>(null);
  useEffect(() => {
    isOpen.current = open;
  }, [open]);
  return {
    noteFocus: ({ target }: FocusEvent<HTMLElement>) => void (last.current = target),
    ask: () => {
      onClose();
      requestAnimationFrame(() => {
        if (isOpen.current && document.activeElement === document.body)
          last.current?.focus({ preventScroll: true });
      });
    },
  };
}
