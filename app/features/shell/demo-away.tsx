import { useFetcher, useFetchers } from "@remix-run/react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { arePagesHeld, useHold } from "#app/components/hold-pages.ts";
import { Toast } from "#app/components/ui/toast.tsx";
import "./texts.ts";

/**
 * Without a connection demo mode can't be switched: what is sent would fail, and an error take the place of the page. A press
 * on its switch says so instead, and so does one that was lost before the page knew of it.
 */
export function DemoAway() {
  const { t } = useTranslation();
  const isHeld = useHold() !== null;
  const [isAsked, setAsked] = useState(false);
  const answer = useSwitchAnswer();
  useEffect(() => {
    if (answer?.ok === false) setAsked(true);
  }, [answer]);
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

/** What /preferences answered the switch last. */
function useSwitchAnswer(): { ok: boolean } | undefined {
  const sending = useFetchers().find(({ formData }) => formData?.has("demo") === true)?.key;
  const [key, setKey] = useState("demo");
  if (sending !== undefined && sending !== key) setKey(sending);
  return useFetcher<{ ok: boolean }>({ key }).data;
}
