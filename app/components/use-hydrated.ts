import { useEffect, useLayoutEffect, useSyncExternalStore } from "react";

/** Whether the page has come alive. Never true on the server. */
let isHydrated = false;
const listeners = new Set<() => void>();

/** What waits for it is drawn anew at once by React, as a store's value is: in no more than so many tasks. */
const TASKS = 8;

/**
 * Called once, by an effect of the page's root: by then all of the first page is hydrated. A few components are told in each
 * task, as to draw them all keeps a phone busy for 100 ms; all at once of a page that nobody looks at, whose tasks wait, and
 * of one on which somebody did something that is to be repeated.
 * @param done Once all of them were told.
 * @returns Ends it.
 */
export function markHydrated(hasEarlyActs: boolean, done: () => void): () => void {
  isHydrated = true;
  const waiting = [...listeners];
  const isAtOnce = hasEarlyActs || document.hidden;
  const atOnce = isAtOnce ? waiting.length : Math.ceil(waiting.length / TASKS);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tell = () => {
    for (const listener of waiting.splice(0, atOnce)) if (listeners.has(listener)) listener();
    timer = setTimeout(waiting.length > 0 ? tell : done);
  };
  tell();
  return () => clearTimeout(timer);
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
