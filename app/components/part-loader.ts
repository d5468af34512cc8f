import { useEffect, useState, type ComponentType } from "react";
import type { i18n as I18n } from "i18next";
import { useTranslation } from "react-i18next";
import { addAreaTexts } from "./area-texts.tsx";
import { useHold } from "./hold-pages.ts";
import { isPageHydrated } from "./use-hydrated.ts";

/**
 * Waited before a module is asked for again, in milliseconds, then the last one each time, for as long as it is wanted:
 * what it stands for, or that it is missing, is on the page meanwhile, which must not be lost with the network.
 */
const AGAIN_MS = [500, 2_000, 5_000, 10_000];

export type Load<Props extends object> = () => Promise<{ default: ComponentType<Props> }>;

let lastTask = Promise.resolve();

/**
 * Parts that are wanted at the same time are asked for one after the other, and drawn one after the other: each in one go with
 * all that it holds, several at once would keep the page from answering for as long as all of them take.
 */
const ownTask = (): Promise<void> =>
  (lastTask = lastTask.then(() => new Promise((done) => setTimeout(done))));

export type Loader<Props extends object> = {
  /** `failed`: how often it could not be fetched; once at least while Helios is not reached. */
  useLoaded: (isWanted: boolean) => { Part: ComponentType<Props> | null; failed: number };
  /** `phoneMs`: so long after on a phone, whose own work is dear and which has no menu that prints; left out: never there. */
  useAhead: (phoneMs?: number) => void;
};

/** Fetches a module once it is wanted, again while that fails; null until it is there with the words that it says. */
export function createLoader<Props extends object>(
  load: Load<Props>,
  /** What `load` answers, where it is here: only a first page waits for it. */
  here: ComponentType<Props> | null = null,
): Loader<Props> {
  let loaded: ComponentType<Props> | null = null;
  const whole = async (i18n: I18n) => {
    await ownTask();
    const module = await load();
    await addAreaTexts(i18n);
    await ownTask();
    loaded = module.default;
  };
  function useAhead(phoneMs?: number) {
    const { i18n } = useTranslation();
    useEffect(() => {
      const waitMs = window.matchMedia("(hover: hover)").matches ? 0 : phoneMs;
      if ((here ?? loaded) !== null || waitMs === undefined) return;
      // What fails is asked for again when it is rendered.
      return whenIdle(waitMs, () => void whole(i18n).catch(() => undefined));
    }, [i18n, phoneMs]);
  }
  function useLoaded(isAsked: boolean) {
    const [Part, setPart] = useState(() => loaded ?? (isPageHydrated() ? here : null));
    const [failed, setFailed] = useState(0);
    const { i18n } = useTranslation();
    const isAway = useHold() !== null;
    // Nothing has to be fetched for it: it says by itself how old it is, as all that is alive does.
    const isWanted = isAsked || (isAway && (here ?? loaded) !== null);
    // What was asked by a dead connection fails only after minutes.
    const least = isAway && isWanted ? 1 : 0;
    useEffect(() => {
      if (!isWanted) return;
      if (loaded !== null) return setPart(() => loaded);
      let current = true;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const again = () => current && setFailed((count) => count + 1);
      const wait = () => {
        if (!current) return;
        timer = setTimeout(again, AGAIN_MS[failed] ?? AGAIN_MS.at(-1)!);
        window.addEventListener("online", again);
      };
      whole(i18n).then(() => current && setPart(() => loaded), wait);
      return () => {
        current = false;
        clearTimeout(timer);
        window.removeEventListener("online", again);
      };
    }, [isWanted, failed, i18n]);
    // At once where it is here already: paper does not wait.
    return { Part: Part ?? (isWanted ? loaded : null), failed: failed || least };
  }
  return { useLoaded, useAhead };
}

/** A browser without a call for it waits so long. */
const IDLE_MS = 2_000;

function whenIdle(waitMs: number, act: () => void): () => void {
  const hasCall = typeof window.requestIdleCallback === "function";
  const timer = setTimeout(
    () => (hasCall ? window.requestIdleCallback(act) : act()),
    waitMs + (hasCall ? 0 : IDLE_MS),
  );
  return () => clearTimeout(timer);
}
