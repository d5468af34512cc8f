import { useEffect, useState } from "react";

const focused = (): HTMLElement | null =>
  typeof document !== "undefined" && document.activeElement instanceof HTMLElement
    ? document.activeElement
    : null;

/** What had the focus before the first of several dialogs that follow one another. */
let before: HTMLElement | null = null;

/** What is filled in. */
export const FIELD =
  "input:not([type=hidden]):not(:disabled), select:not(:disabled), textarea:not(:disabled)";

/** The dialog that lies above `element`, such as one that followed on what was chosen in another. */
const coverOf = (element: HTMLElement): Element | undefined =>
  [...document.querySelectorAll("[aria-modal=true]")].find((modal) => !modal.contains(element));

function focusIn(modal: Element): void {
  if (modal.contains(document.activeElement)) return;
  const first = modal.querySelector<HTMLElement>(FIELD) ?? modal.querySelector("button");
  first?.focus({ preventScroll: true });
}

/**
 * Gives the focus back to what had it when a dialog opened, or when the first of several did that followed one another.
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
    if (!open || opener === null) return;
    // Closed, or taken out of the page with what it was in.
    return () =>
      void requestAnimationFrame(() => {
        const target = opener.isConnected ? opener : before;
        if (!target?.isConnected) return;
        const next = coverOf(target);
        if (next === undefined) return target.focus({ preventScroll: true });
        // The next dialog gives it back. What headless dialogs give back themselves was taken from it.
        before = target;
        focusIn(next);
      });
  }, [open, opener]);
}
