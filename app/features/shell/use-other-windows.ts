import { useEffect, useRef } from "react";
import { readCookie } from "#app/domain/access/session-token.ts";
import {
  LANGUAGE_COOKIE,
  THEME_COOKIE,
  isLocale,
  isTheme,
  type Locale,
} from "#app/domain/preferences.ts";

/** Says only that something was done: what, the cookies tell, so that an older message cannot undo a newer choice. */
const CHANNEL = "helios-windows";
/** The one message that says what was done: demo mode was switched on, and is not kept yet. */
export const MASKS = "masks";
type Message = { what: typeof MASKS | null; /** Tells windows apart. */ from: number };
/** Who said so and is heard no more was closed meanwhile. */
const UNHEARD_MS = 10_000;

/** Nothing of the page is seen from when demo mode is switched on in another window until it is on here (app.css). */
export const hidePage = (hidden: boolean): void =>
  void document.documentElement.toggleAttribute("data-masks", hidden);

/**
 * Tells the browser's other windows when theme or language change in this one, and hears when something was done in one of
 * them. A window that slept meanwhile reads the cookies when it is visible again. Answers what tells them of anything else.
 * `isBusy`: what was heard is being taken over. `mayShow`: nor is anything that is not drawn as such yet. `show`, given to what
 * hears, ends what `hidePage` began, unless demo mode is still awaited from a window.
 */
export function useOtherWindows(on: {
  onMessage: (show: () => void) => void;
  onVisible: (show: () => void) => void;
  isBusy: boolean;
  mayShow?: () => boolean;
}): (what?: typeof MASKS) => void {
  const latest = useRef(on);
  useEffect(() => {
    latest.current = on;
  });
  const channel = useRef<BroadcastChannel | null>(null);
  const own = useRef(0);
  const tell = useRef((what: typeof MASKS | null = null) =>
    channel.current?.postMessage({ what, from: own.current } satisfies Message),
  ).current;
  /** Windows that told that demo mode comes, and not yet that it is kept: what another one tells says nothing of it. */
  const awaited = useRef(new Set<number>()).current;
  const show = useRef(() => {
    if (awaited.size === 0 && latest.current.mayShow?.() !== false) hidePage(false);
  }).current;
  const { isBusy } = on;
  useEffect(() => {
    if (!isBusy) show();
  }, [isBusy, show]);
  useEffect(() => {
    const opened = new BroadcastChannel(CHANNEL);
    channel.current = opened;
    own.current = Math.random();
    let unheard: ReturnType<typeof setTimeout> | undefined;
    opened.addEventListener("message", ({ data }: MessageEvent<Partial<Message> | null>) => {
      // A page that was open before Helios was brought up to date tells neither.
      const { what, from = 0 } = data ?? {};
      if (what !== MASKS) {
        awaited.delete(from);
        return latest.current.onMessage(show);
      }
      awaited.add(from);
      hidePage(true);
      clearTimeout(unheard);
      unheard = setTimeout(() => {
        awaited.clear();
        latest.current.onMessage(show);
      }, UNHEARD_MS);
    });
    const readIfVisible = () => {
      if (!document.hidden) latest.current.onVisible(show);
    };
    document.addEventListener("visibilitychange", readIfVisible);
    window.addEventListener("pageshow", readIfVisible);
    const observer = new MutationObserver(() => tell());
    observer.observe(document.documentElement, { attributeFilter: ["data-theme", "lang"] });
    // Somebody may have signed in with this page.
    tell();
    readIfVisible();
    return () => {
      observer.disconnect();
      clearTimeout(unheard);
      awaited.clear();
      hidePage(false);
      document.removeEventListener("visibilitychange", readIfVisible);
      window.removeEventListener("pageshow", readIfVisible);
      opened.close();
    };
  }, [awaited, show, tell]);
  return tell;
}

/** The theme and the language that the browser keeps become this page's. Answers whether the language is another one now. */
export function takeOverLook(changeLanguage: ((locale: Locale) => Promise<void>) | null): boolean {
  const page = document.documentElement;
  const theme = readCookie(document.cookie, THEME_COOKIE);
  if (isTheme(theme) && theme !== page.dataset["theme"]) page.dataset["theme"] = theme;
  const locale = readCookie(document.cookie, LANGUAGE_COOKIE);
  const isOther = isLocale(locale) && locale !== page.lang;
  if (isOther) void changeLanguage?.(locale);
  return isOther;
}
