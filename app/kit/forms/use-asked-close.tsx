import { useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "#app/components/ui/button.tsx";
import "#app/kit/texts.ts";

/**
 * Before a dialog or drawer closes with something filled in: `tryToClose` is what Escape and a click beside it call, and
 * `question` stands in the place of its buttons until it is answered; null: nothing is asked.
 */
export function useAskedClose(isDirty: () => boolean, onClose: () => void) {
  const { t } = useTranslation();
  const [isAsked, setAsked] = useState(false);
  /** Where somebody was when it was asked. */
  const place = useRef<Element | null>(null);
  const keep = () => setAsked(false);
  const goOn = () => {
    keep();
    // The button that was pressed goes.
    requestAnimationFrame(() => {
      if (place.current instanceof HTMLElement) place.current.focus({ preventScroll: true });
    });
  };
  const ask = () => {
    if (!isAsked) place.current = document.activeElement;
    setAsked(true);
  };
  const question: ReactNode = isAsked ? (
    <>
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
    </>
  ) : null;
  return { tryToClose: () => (isDirty() ? ask() : onClose()), question, keep };
}
