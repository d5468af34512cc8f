import { useFetcher, useFetchers } from "@remix-run/react";
import { useContext, useEffect, useRef } from "react";
import { LanguageContext } from "#app/components/language/language-context.tsx";
import { demoOrderOf } from "#app/domain/demo/demo-order.ts";
import { useHasSessionEnded, useRenewSocket } from "#app/live/index.ts";
import { DemoAway } from "./demo-away.tsx";
import { ELSEWHERE } from "./elsewhere.ts";
import type { ShellUser } from "./shell-user.ts";
import { MASKS, takeOverLook, useOtherWindows } from "./use-other-windows.ts";

type Props = { user: ShellUser; /** As this window shows it. */ isDemo: boolean };

/**
 * The session, theme, language and demo mode belong to a browser: who signs in or chooses in one of its windows has done so in
 * all of them, at once.
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
  const isMasking = switches.some(
    ({ formData, state }) =>
      state === "submitting" && formData?.get("demo") === "on" && !formData.has(ELSEWHERE),
  );
  const isToldMeanwhile = useRef(false);

  const readAnew = (mode: Record<string, string> = {}) =>
    void submit({ [ELSEWHERE]: "1", ...mode }, { method: "post", action: "/preferences" });
  const takeOver = (show: () => void) => {
    const isOtherLanguage = takeOverLook(changeLanguage);
    const isDemoElsewhere = demoOrderOf(document.cookie, user) !== null;
    isToldMeanwhile.current = isSwitching;
    if (!isSwitching && isDemoElsewhere !== isDemo)
      readAnew({ demo: isDemoElsewhere ? "on" : "off" });
    else {
      // Nothing came of it, or it is on here already.
      if (!isSwitching) show();
      if (isOtherLanguage) readAnew();
    }
  };
  const onMessage = (show: () => void) => {
    if (hasEnded) renew();
    takeOver(show);
  };
  const latest = useRef({ takeOver, readAnew });
  useEffect(() => {
    latest.current = { takeOver, readAnew };
  });

  const tell = useOtherWindows({ onMessage, onVisible: takeOver, isBusy: isSwitching });
  useEffect(() => {
    if (!isMasking) return;
    tell(MASKS);
    // Whether or not it is kept: the cookie says it.
    return () => tell();
  }, [isMasking, tell]);
  useEffect(() => {
    if (isSwitched) tell();
  }, [isSwitched, tell]);
  useEffect(() => {
    // What was hidden shows with the end of the switch itself.
    if (!isSwitching && isToldMeanwhile.current) latest.current.takeOver(() => {});
  }, [isSwitching]);
  // Whoever signed in meanwhile may be somebody else.
  const wasEnded = useRef(false);
  useEffect(() => {
    if (wasEnded.current && !hasEnded) latest.current.readAnew();
    wasEnded.current = hasEnded;
  }, [hasEnded]);
  return <DemoAway />;
}
