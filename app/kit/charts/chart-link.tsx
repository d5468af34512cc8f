import { createContext, useContext, useRef, useSyncExternalStore, type ReactNode } from "react";
import type { ChartView } from "./types.ts";

export type Store<T> = {
  get: () => T;
  set: (next: T) => void;
  subscribe: (listener: () => void) => () => void;
};

export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** What the charts of a page share: where the crosshair is, and what of the range is shown (null: all of it). */
export type ChartLink = {
  crosshairMs: Store<number | null>;
  view: Store<ChartView | null>;
  /** Left of the plots of small charts, px: as much as the widest labels want, or the crosshair is broken between them. */
  leftPx: Store<number>;
};

export const createChartLink = (): ChartLink => ({
  crosshairMs: createStore<number | null>(null),
  view: createStore<ChartView | null>(null),
  leftPx: createStore(0),
});

const LinkContext = createContext<ChartLink | null>(null);

/** Charts below have one crosshair and one zoom. */
export function LinkedCharts({ link, children }: { link?: ChartLink; children: ReactNode }) {
  const own = useRef<ChartLink | null>(null);
  own.current ??= link ?? createChartLink();
  return <LinkContext.Provider value={link ?? own.current}>{children}</LinkContext.Provider>;
}

/** The page's link, or the chart's own where the page has none. */
export function useChartLink(): ChartLink {
  const shared = useContext(LinkContext);
  const own = useRef<ChartLink | null>(null);
  own.current ??= shared ?? createChartLink();
  return shared ?? own.current;
}

const nothing = () => null;

/** null on the server and while the page comes alive. */
export const useStored = <T,>(store: Store<T | null>): T | null =>
  useSyncExternalStore(store.subscribe, store.get, nothing);
