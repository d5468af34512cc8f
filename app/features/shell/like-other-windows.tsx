import { useFetcher } from "@remix-run/react";
import { useContext, useEffect, useRef } from "react";
import { LanguageContext } from "#app/components/language/language-context.tsx";
import { readCookie } from "#app/domain/access/session-token.ts";
import { DEMO_COOKIE } from "#app/domain/preferences.ts";
import { ELSEWHERE } from "./elsewhere.ts";
import { hidePage, takeOverLook, useOtherWindows } from "./use-other-windows.ts";

const isDemoKept = () => readCookie(document.cookie, DEMO_COOKIE) !== null;

/** For a page outside of the shell, such as a sign-in page or the slideshow: theme, language and demo mode of the other windows. */
export default function LikeOtherWindows() {
  const changeLanguage = useContext(LanguageContext);
  const { submit, state } = useFetcher();
  const isDemo = useRef(isDemoKept());
  // From the call on: a second message may come before the fetcher's state does.
  const isTakingOver = useRef(false);
  // Told again with what is sent in its place: names are hidden for as long as it is on its way.
  const isSwitching = useRef(false);
  useEffect(() => {
    if (state === "idle") isTakingOver.current = isSwitching.current = false;
  }, [state]);
  const takeOver = () => {
    const isOtherLanguage = takeOverLook(changeLanguage);
    const wasDemo = isDemo.current;
    isDemo.current = isDemoKept();
    const isSwitched = isDemo.current !== wasDemo;
    if (!isSwitched && !isTakingOver.current) hidePage(false);
    if (!isSwitched && !isOtherLanguage) return;
    isSwitching.current ||= isSwitched;
    const mode = isSwitching.current && { demo: isDemo.current ? "on" : "off" };
    isTakingOver.current = true;
    void submit({ [ELSEWHERE]: "1", ...mode }, { method: "post", action: "/preferences" });
  };
  useOtherWindows({ onMessage: takeOver, onVisible: takeOver, isBusy: state !== "idle" });
  return null;
}
