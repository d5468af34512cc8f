import { useFetcher, useFetchers } from "@remix-run/react";
import { useContext, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { arePagesHeld, useHold } from "#app/components/hold-pages.ts";
import { LanguageContext } from "#app/components/language/language-context.tsx";
import { Toast } from "#app/components/ui/toast.tsx";
import { demoOrderOf } from "#app/domain/demo/demo-order.ts";
import { useHasSessionEnded, useRenewSocket } from "#app/live/index.ts";
import { ELSEWHERE } from "./elsewhere.ts";
import type { ShellUser } from "./shell-user.ts";
import { hidePage, MASKS, takeOverLook, useOtherWindows } from "./use-other-windows.ts";
import "./texts.ts";

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
  const takeOver = () => {
    const isOtherLanguage = takeOverLook(changeLanguage);
    const isDemoElsewhere = demoOrderOf(document.cookie, user) !== null;
    isToldMeanwhile.current = isSwitching;
    if (!isSwitching && isDemoElsewhere !== isDemo)
      readAnew({ demo: isDemoElsewhere ? "on" : "off" });
    else {
      // Nothing came of it, or it is on here already.
      if (!isSwitching) hidePage(false);
      if (isOtherLanguage) readAnew();
    }
  };
  const onMessage = () => {
    if (hasEnded) renew();
    takeOver();
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
    if (!isSwitching && isToldMeanwhile.current) latest.current.takeOver();
  }, [isSwitching]);
  // Whoever signed in meanwhile may be somebody else.
  const wasEnded = useRef(false);
  useEffect(() => {
    if (wasEnded.current && !hasEnded) latest.current.readAnew();
    wasEnded.current = hasEnded;
  }, [hasEnded]);
  return <DemoAway />;
}

/**
 * Without a connection demo mode can't be switched: what is sent would fail, and an error take the place of the page. A press
 * on its switch says so instead.
 */
function DemoAway() {
  const { t } = useTranslation();
  const isHeld = useHold() !== null;
  const [isAsked, setAsked] = useState(false);
  useEffect(() => {
    const refuse = (event: SubmitEvent) => {
      if (!arePagesHeld() || event.submitter?.getAttribute("name") !== "demo") return;
      event.preventDefault();
      event.stopPropagation();
      setAsked(true);
    };
    // Before the switch's own handler.
    window.addEventListener("submit", refuse, true);
    return () => window.removeEventListener("submit", refuse, true);
  }, []);
  useEffect(() => {
    if (!isHeld) setAsked(false);
  }, [isHeld]);
  if (!isAsked) return null;
  return <Toast tone="alarm" text={t("away.question")} onClose={() => setAsked(false)} />;
}
