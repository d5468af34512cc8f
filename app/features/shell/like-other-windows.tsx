import { useFetcher } from "@remix-run/react";
import { useContext, useRef } from "react";
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
  const takeOver = () => {
    const isOtherLanguage = takeOverLook(changeLanguage);
    const wasDemo = isDemo.current;
    isDemo.current = isDemoKept();
    if (isDemo.current === wasDemo && state === "idle") hidePage(false);
    if (isDemo.current === wasDemo && !isOtherLanguage) return;
    const mode = isDemo.current === wasDemo ? null : { demo: isDemo.current ? "on" : "off" };
    void submit({ [ELSEWHERE]: "1", ...mode }, { method: "post", action: "/preferences" });
  };
  useOtherWindows({ onMessage: takeOver, onVisible: takeOver, isBusy: state !== "idle" });
  return null;
}
