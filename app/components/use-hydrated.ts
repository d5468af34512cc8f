import { useEffect, useLayoutEffect, useSyncExternalStore } from "react";

/** Whether the page has come alive. Never true on the server. */
let isHydrated = false;
const listeners = new Set<() => void>();

/** Called once, by an effect of the page's root: by then all of the first page is hydrated. */
export function markHydrated(): void {
  if (isHydrated) return;
  isHydrated = true;
  for (const listener of listeners) listener();
}

const listen = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
/** For what is asked once: it hears of no change. */
export const isPageHydrated = (): boolean => isHydrated;
const never = (): boolean => false;

/**
 * False on the server and during hydration: what needs JavaScript waits for it.
 *
 * What is read in the browser must say so by itself: of a component that sets its state while it is rendered, React reads
 * the browser's side also during hydration, and the page would differ from the server's.
 */
export const useHydrated = (): boolean => useSyncExternalStore(listen, isPageHydrated, never);

/** Before the browser draws; on the server, where nothing is drawn, React would complain of it. */
export const useLayoutEffectInBrowser =
  typeof document === "undefined" ? useEffect : useLayoutEffect;
