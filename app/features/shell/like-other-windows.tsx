import { useFetcher } from "@remix-run/react";
import { useContext, useEffect, useRef } from "react";
import { LanguageContext } from "#app/components/language/language-context.tsx";
import { readCookie } from "#app/domain/access/session-token.ts";
import { DEMO_COOKIE } from "#app/domain/preferences.ts";
import { ELSEWHERE } from "./elsewhere.ts";
import { takeOverLook, useOtherWindows } from "./use-other-windows.ts";

const isDemoKept = () => readCookie(document.cookie, DEMO_COOKIE) !== null;

/** For a page outside of the shell, such as a sign-in page or the slideshow: theme, language and demo mode of the other windows. */
export default function LikeOtherWindows() {
  const changeLanguage = useContext(LanguageContext);
  const language = useFetcher();
  // Its own: the end of a language that is taken over is not that of a switch that was heard meanwhile.
  const demo = useFetcher();
  const isDemo = useRef(isDemoKept());
  // From the call on, as the fetcher's state comes later: names are hidden for as long as the switch is on its way.
  const isSwitching = useRef(false);
  useEffect(() => {
    if (demo.state === "idle") isSwitching.current = false;
  }, [demo.state]);
  const takeOver = (show: () => void) => {
    const isOtherLanguage = takeOverLook(changeLanguage);
    const wasDemo = isDemo.current;
    isDemo.current = isDemoKept();
    const isSwitched = isDemo.current !== wasDemo;
    if (!isSwitched && !isSwitching.current) show();
    if (!isSwitched && !isOtherLanguage) return;
    isSwitching.current ||= isSwitched;
    // Told again, it is sent again with what is sent in its place.
    const mode = isSwitching.current && { demo: isDemo.current ? "on" : "off" };
    const { submit } = isSwitching.current ? demo : language;
    void submit({ [ELSEWHERE]: "1", ...mode }, { method: "post", action: "/preferences" });
  };
  useOtherWindows({
    ...{ onMessage: takeOver, onVisible: takeOver },
    isBusy: language.state !== "idle" || demo.state !== "idle",
    mayShow: () => !isSwitching.current,
  });
  return null;
}
