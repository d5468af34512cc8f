import { useBlocker, type Location, type NavigationType } from "@remix-run/react";
import { useEffect, useSyncExternalStore, type ComponentType } from "react";

/** Where somebody wanted to go, and how: a new step, one in the place of the present one, or to the step of this number. */
export type Wanted = { location: Location; way: "push" | "replace" | number };
type Hold = {
  onWanted: (wanted: Wanted) => void;
  /** What an open form says of it. `asksOnly`: nothing is filled in there. */
  Notice: ComponentType<{ asksOnly: boolean }>;
  /** Of a drawn part that is not alive: nobody can choose what it does not show. Answers how to end that. */
  keepTrue: (drawn: Element) => () => void;
};

/** Remix asks one blocker, the last that came: each asks here first whether a page can be opened at all. */
let held: Hold | null = null;
let way: Wanted["way"] = "push";
const listeners = new Set<() => void>();
const change = (next: Hold | null): void => {
  held = next;
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Whether no page can be opened now, as Helios is not reached. */
export const arePagesHeld = (): boolean => held !== null;
export const useHold = (): Hold | null =>
  useSyncExternalStore(
    subscribe,
    () => held,
    () => null,
  );

/** From now on `hold` counts, until what is answered is called. */
export function holdPages(hold: Hold): () => void {
  change(hold);
  return () => {
    if (held === hold) change(null);
  };
}

/** A blocker's answer: whether this step is held. How it was to be made is known at this moment only. */
export const isStepHeld = (step: Step): boolean => held !== null && isStepToHold(step);

/** The same of a page that has yet to load what holds pages: by the browser's word alone. */
export const isStepHeldEarly = (step: Step): boolean => !navigator.onLine && isStepToHold(step);

function isStepToHold({ currentLocation, nextLocation, historyAction }: Step): boolean {
  if (!isReadAnew(currentLocation, nextLocation)) return false;
  way = historyAction === "POP" ? stepNumber() : historyAction === "REPLACE" ? "replace" : "push";
  return true;
}

/** Where somebody wanted to go before what holds pages had come. */
let early: Wanted | null = null;

/** Tells of the step that was held just now. */
export function tellHeld(location: Location): void {
  if (held !== null) held.onWanted({ location, way });
  else early = { location, way };
}

/** Keeps the page where `isHeld` says so of a step, and tells where it was to lead. */
export function useHeldSteps(isHeld: (step: Step) => boolean): void {
  const blocker = useBlocker(isHeld);
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    tellHeld(blocker.location);
    blocker.reset();
  }, [blocker]);
}

/** What was held early, told once. */
export function takeEarly(): Wanted | null {
  const wanted = early;
  early = null;
  return wanted;
}

/** Of the step of the history that the browser is at. */
export const stepNumber = (): number =>
  // The browser's own step to a part of the page, as by a link to it, has none.
  (window.history.state as { idx: number } | null)?.idx ?? 0;

/** Whether the router reads something for it. A table whose rows are there changes the address by itself (use-table-address.ts). */
export const isReadAnew = (from: Place, to: Place): boolean =>
  from.pathname !== to.pathname || from.search !== to.search;

type Place = { pathname: string; search: string };
type Step = {
  currentLocation: Place;
  nextLocation: Place;
  historyAction: `${NavigationType}`;
};
