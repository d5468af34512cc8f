import { useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { WifiOff } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { COMMON_ICONS } from "#app/components/common-icons.ts";
import {
  holdPages,
  isReadAnew,
  isStepHeld,
  stepNumber,
  takeEarly,
  useHeldSteps,
  type Wanted,
} from "#app/components/hold-pages.ts";
import { UNANSWERED } from "#app/components/layout/until-answered.ts";
import { Button } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { isServed } from "#app/components/is-served.ts";
import { tryAgain } from "#app/components/try-again.ts";
import { useIsCut } from "#app/live/index.ts";
import { keepTrue } from "./keep-true.ts";
import "./texts.ts";

const { CircleDashed, X } = COMMON_ICONS;

/** Asked so often whether Helios can be reached again, while somebody waits for a page. */
const ASK_MS = 3_000;

/**
 * A page that is asked for while Helios cannot be reached, or a part of this one by the address, would put an error page in
 * the place of this one. The page stays instead, says so, and opens what was wanted as soon as it can. So it does where that
 * was on its way already, and nobody answered or the answer broke off: it is asked for again (until-answered.ts).
 */
export default function OfflineNavigation() {
  const isAway = useIsAway();
  const [wanted, setWanted] = useState(takeEarly);
  const [isServedAgain, setServedAgain] = useState(false);
  const navigate = useNavigate();
  const holds = isAway && !isServedAgain;
  const opening = useOpening();
  // Not while it is rendered: React 18 would then not hear of the connection's next change (command-keys.tsx).
  useEffect(() => {
    if (!isAway) setServedAgain(false);
  }, [isAway]);
  useEffect(() => {
    if (wanted === null) return;
    if (!holds) {
      setWanted(null);
      const { location, way } = wanted;
      // Anew, so that a form with something typed in it may ask.
      if (typeof way === "number") return navigate(way - stepNumber());
      return navigate(location, {
        replace: way === "replace",
        state: location.state as unknown,
        preventScrollReset: location.pathname === window.location.pathname,
      });
    }
    let current = true;
    const timer = setInterval(
      () => void isServed().then((served) => served && current && setServedAgain(true)),
      ASK_MS,
    );
    return () => {
      current = false;
      clearInterval(timer);
    };
  }, [wanted, holds, navigate]);
  return (
    <>
      {holds && <Hold onWanted={setWanted} />}
      {wanted !== null ? (
        <Waiting onCancel={() => setWanted(null)} />
      ) : (
        opening !== null && (holds || opening.isUnanswered) && <Waiting onCancel={opening.giveUp} />
      )}
    </>
  );
}

function Hold({ onWanted }: { onWanted: (wanted: Wanted) => void }) {
  useHeldSteps(isStepHeld);
  useEffect(() => {
    const end = holdPages({ onWanted, Notice: FormNotice, keepTrue });
    return () => {
      end();
      // Of a server that was away the browser says nothing: what waits for one does not wait until it asks again.
      tryAgain();
    };
  }, [onWanted]);
  return null;
}

/** Over the page, whose own words of it are covered: at the end of what is scrolled, where nothing moves for it. */
function FormNotice({ asksOnly }: { asksOnly: boolean }) {
  const { t } = useTranslation();
  return (
    <div className="sticky bottom-0 z-10 not-in-[[aria-modal=true]]:hidden">
      <Notice
        tone="warn"
        role="status"
        icon={<WifiOff className="size-4 text-warn" aria-hidden="true" />}
      >
        {t(asksOnly ? "away.question" : "away.form")}
      </Notice>
    </div>
  );
}

function Waiting({ onCancel }: { onCancel: () => void }) {
  const { t } = useTranslation();
  return (
    <div role="status" className="fixed inset-x-0 top-16 z-40 flex justify-center px-4">
      <p className="flex items-center gap-2.5 rounded-card border border-warn/40 bg-warn-wash py-1.5 pr-1.5 pl-4 text-sm text-ink shadow-float">
        <CircleDashed className="size-4 shrink-0 animate-spin text-warn" aria-hidden="true" />
        {t("live.waitsToOpen")}
        <Button tone="bare" size="small" aria-label={t("live.stay")} onClick={onCancel}>
          <X className="size-4" aria-hidden="true" />
        </Button>
      </p>
    </div>
  );
}

/** The page that is on its way; null while there is none. */
function useOpening(): { isUnanswered: boolean; giveUp: () => void } | null {
  const { state, location: next } = useNavigation();
  const here = useLocation();
  const navigate = useNavigate();
  const hereStep = useRef(0);
  const [isUnanswered, setUnanswered] = useState(false);
  const isOpening = state === "loading" && isReadAnew(here, next);
  useEffect(() => {
    hereStep.current = stepNumber();
  }, [here]);
  useEffect(() => {
    if (!isOpening) return;
    const note = () => setUnanswered(true);
    window.addEventListener(UNANSWERED, note);
    return () => {
      window.removeEventListener(UNANSWERED, note);
      setUnanswered(false);
    };
  }, [isOpening, next]);
  if (!isOpening) return null;
  // Where the browser has made the step already, as back, that one is taken back.
  const giveUp = () => {
    const steps = hereStep.current - stepNumber();
    if (steps !== 0) return navigate(steps);
    navigate(here, { replace: true, state: here.state as unknown, preventScrollReset: true });
  };
  return { isUnanswered, giveUp };
}

/** By the browser's word, or because nothing has come for long. */
function useIsAway(): boolean {
  const isLost = useIsCut();
  const [isOffline, setOffline] = useState(() => !navigator.onLine);
  useEffect(() => {
    const read = () => setOffline(!navigator.onLine);
    read();
    window.addEventListener("online", read);
    window.addEventListener("offline", read);
    return () => {
      window.removeEventListener("online", read);
      window.removeEventListener("offline", read);
    };
  }, []);
  return isLost || isOffline;
}
