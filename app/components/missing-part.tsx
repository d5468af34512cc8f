import { useTranslation } from "react-i18next";
import { cx } from "./cx.ts";
import { tryAgain } from "./try-again.ts";
import { Button } from "./ui/button.tsx";

/**
 * Says that a part of the page could not be fetched, and works by itself as soon as it can, or at once for who does not want to
 * wait. In what the server drew it has the place where the browser says how old that is (use-drawn-age.ts).
 */
export function MissingPart({ className }: { className?: string }) {
  const { t } = useTranslation();
  return (
    <div
      data-missing
      className={cx("flex flex-wrap items-center gap-x-3 text-xs font-medium", className)}
    >
      <p role="status" className="print-text text-warn">
        <span>{t("part.failed")}</span>
      </p>
      {import.meta.env.SSR && <p data-drawn-age className="print-text text-warn" />}
      <Button size="small" className="print:hidden" onClick={tryAgain}>
        {t("errors.retry")}
      </Button>
    </div>
  );
}
