import { useTranslation } from "react-i18next";
import { cx } from "./cx.ts";
import { tryAgain } from "./try-again.ts";
import { Button } from "./ui/button.tsx";

type MissingPartProps = {
  className?: string;
  /** It comes with what the server drew of the part: the browser says in it how old that is (use-drawn-age.ts). */
  isDrawn?: boolean;
};

/** Says that a part of the page could not be fetched, and works by itself, or at once for who does not want to wait. */
export function MissingPart({ className, isDrawn = false }: MissingPartProps) {
  const { t } = useTranslation();
  return (
    <div
      data-missing
      className={cx("flex flex-wrap items-center gap-x-3 text-xs font-medium", className)}
    >
      <p role="status" className="print-text text-warn">
        <span>{t("part.failed")}</span>
      </p>
      {isDrawn && <p data-drawn-age className="print-text text-warn first-letter:uppercase" />}
      <Button size="small" className="print:hidden" onClick={tryAgain}>
        {t("errors.retry")}
      </Button>
    </div>
  );
}
