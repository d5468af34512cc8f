import { useTranslation } from "react-i18next";
import { cx } from "./cx.ts";
import { tryAgain } from "./try-again.ts";
import { Button } from "./ui/button.tsx";

/** Says that a part of the page could not be fetched, and comes by itself, or at once for who does not want to wait. */
export function MissingPart({ className }: { className?: string }) {
  const { t } = useTranslation();
  return (
    <div
      role="status"
      data-missing
      className={cx("flex flex-wrap items-center gap-x-3 text-xs font-medium", className)}
    >
      <p className="print-text text-warn">{t("part.failed")}</p>
      <Button size="small" className="print:hidden" onClick={tryAgain}>
        {t("errors.retry")}
      </Button>
    </div>
  );
}
