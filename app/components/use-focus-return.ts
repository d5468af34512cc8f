import { useEffect, useState } from "react";

const focused = (): HTMLElement | null =>
  typeof document !== "undefined" && document.activeElement instanceof HTMLElement
    ? document.activeElement
    : null;

/**
 * Gives the focus back to what had it when a dialog opened. Headless dialogs remember that only from the moment they
 * are loaded, and ours are loaded by the click that opens them.
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
    if (open || opener === null) return;
    const frame = requestAnimationFrame(() => {
      if (opener.isConnected) opener.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [open, opener]);
}
