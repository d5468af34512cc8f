import { useFetcher, useFetchers } from "@remix-run/react";
import { useContext, useEffect, useRef } from "react";
import { LanguageContext } from "#app/components/language/language-context.tsx";
import { readCookie } from "#app/domain/access/session-token.ts";
import { demoOrderOf } from "#app/domain/demo/demo-order.ts";
import { LANGUAGE_COOKIE, THEME_COOKIE, isLocale, isTheme } from "#app/domain/preferences.ts";
import { useHasSessionEnded, useRenewSocket } from "#app/live/index.ts";
import { ELSEWHERE } from "./elsewhere.ts";
import type { ShellUser } from "./shell-user.ts";

/** Says only that something was done: what, the cookies tell, so that an older message cannot undo a newer choice. */
const CHANNEL = "helios-windows";

type Props = { user: ShellUser; /** As this window shows it. */ isDemo: boolean };

/**
 * The session, theme, language and demo mode belong to a browser: who signs in or chooses in one of its windows has done so in
 * all of them, at once. A window that slept meanwhile looks when it is seen again.
 */
export default function OtherWindows({ user, isDemo }: Props) {
  const changeLanguage = useContext(LanguageContext);
  const { submit } = useFetcher();
  const hasEnded = useHasSessionEnded();
  const renew = useRenewSocket();
  const switches = useFetchers().filter(({ formData }) => formData?.has("demo"));
  const isSwitching = switches.length > 0;
  // Its cookie is there with the answer, before the page's data.
  const isSwitched = switches.some(
    ({ formData, state }) => state === "loading" && !formData?.has(ELSEWHERE),
  );
  const isToldMeanwhile = useRef(false);

  const readAnew = (mode: Record<string, string> = {}) =>
    void submit({ [ELSEWHERE]: "1", ...mode }, { method: "post", action: "/preferences" });
  const takeOver = () => {
    const page = document.documentElement;
    const theme = readCookie(document.cookie, THEME_COOKIE);
    if (isTheme(theme) && theme !== page.dataset["theme"]) page.dataset["theme"] = theme;
    const locale = readCookie(document.cookie, LANGUAGE_COOKIE);
    const isOtherLanguage = isLocale(locale) && locale !== page.lang;
    if (isOtherLanguage) void changeLanguage?.(locale);
    const isDemoElsewhere = demoOrderOf(document.cookie, user) !== null;
    isToldMeanwhile.current = isSwitching;
    if (!isSwitching && isDemoElsewhere !== isDemo)
      readAnew({ demo: isDemoElsewhere ? "on" : "off" });
    else if (isOtherLanguage) readAnew();
  };
  const hear = () => {
    if (hasEnded) renew();
    takeOver();
  };
  const latest = useRef({ takeOver, hear, readAnew });
  useEffect(() => {
    latest.current = { takeOver, hear, readAnew };
  });

  const channel = useRef<BroadcastChannel | null>(null);
  useEffect(() => {
    const opened = new BroadcastChannel(CHANNEL);
    channel.current = opened;
    opened.addEventListener("message", () => latest.current.hear());
    const look = () => {
      if (!document.hidden) latest.current.takeOver();
    };
    document.addEventListener("visibilitychange", look);
    window.addEventListener("pageshow", look);
    const tell = () => opened.postMessage(null);
    const observer = new MutationObserver(tell);
    observer.observe(document.documentElement, { attributeFilter: ["data-theme", "lang"] });
    // Somebody may have signed in with this page.
    tell();
    look();
    return () => {
      observer.disconnect();
      document.removeEventListener("visibilitychange", look);
      window.removeEventListener("pageshow", look);
      opened.close();
    };
  }, []);
  useEffect(() => {
    if (isSwitched) channel.current?.postMessage(null);
  }, [isSwitched]);
  useEffect(() => {
    if (!isSwitching && isToldMeanwhile.current) latest.current.takeOver();
  }, [isSwitching]);
  // Whoever signed in meanwhile may be somebody else.
  const wasEnded = useRef(false);
  useEffect(() => {
    if (wasEnded.current && !hasEnded) latest.current.readAnew();
    wasEnded.current = hasEnded;
  }, [hasEnded]);
  return null;
}
