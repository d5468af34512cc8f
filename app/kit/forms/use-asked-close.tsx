import { Fragment, useEffect, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "#app/components/ui/button.tsx";
import "#app/kit/texts.ts";

/**
 * Before a dialog or drawer closes with something filled in: `tryToClose` is what Escape and a click beside it call, and
 * `question` stands in the place of its buttons until it is answered, or Escape goes back to what is filled in; null: nothing is
 * asked.
 */
export function useAskedClose(isDirty: () => boolean, onClose: () => void) {
  const { t } = useTranslation();
  const [isAsked, setAsked] = useState(false);
  /** What had the focus before it was asked: at that moment Escape has taken it away already. */
  const place = useRef<EventTarget | null>(null);
  const isHeld = useRef(false);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      if (!isHeld.current) place.current = target;
    };
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  }, []);
  useEffect(() => {
    if (!isAsked) isHeld.current = false;
  }, [isAsked]);
  const keep = () => setAsked(false);
  const goOn = () => {
    keep();
    // The button that was pressed goes.
    requestAnimationFrame(() => {
      if (place.current instanceof HTMLElement) place.current.focus({ preventScroll: true });
    });
  };
  const ask = () => {
    isHeld.current = true;
    setAsked(true);
  };
  const question: ReactNode = isAsked ? (
    // Buttons of its own: one that stood in its place would not take the focus.
    <Fragment key="question">
      <p role="alert" className="mr-auto self-center text-sm font-medium">
        {t("kit.discardAsk")}
      </p>
      <Button autoFocus onClick={goOn}>
        {t("kit.keepEditing")}
      </Button>
      <Button
        tone="danger"
        onClick={() => {
          keep();
          onClose();
        }}
      >
        {t("kit.discard")}
      </Button>
    </Fragment>
  ) : null;
  const tryToClose = () => {
    if (!isDirty()) onClose();
    else if (isAsked) goOn();
    else ask();
  };
  return { tryToClose, question, keep };
}
