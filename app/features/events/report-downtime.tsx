import { FilePlus2 } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { loadWhenOpened } from "#app/components/load-later.tsx";
import { askToReport, REPORT_ASKED } from "#app/components/report-asked.ts";

/** Opens the event form from any page. */
export function ReportDowntime() {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={askToReport}
      className="flex min-h-11 items-center gap-2 rounded-control px-1.5 text-sm whitespace-nowrap text-ink-soft hover:text-ink max-sm:min-w-11 max-sm:justify-center lg:min-h-8"
    >
      <FilePlus2 className="size-4" aria-hidden="true" />
      <span className="max-sm:sr-only">{t("provider.report")}</span>
    </button>
  );
}

const ReportOfAny = loadWhenOpened(() => import("./report-of-any.tsx"), "provider.report");

/** The event form, for whoever asks for it. */
export function AskedReport() {
  const [isAsked, setAsked] = useState(false);
  useEffect(() => {
    const hear = () => setAsked(true);
    window.addEventListener(REPORT_ASKED, hear);
    return () => window.removeEventListener(REPORT_ASKED, hear);
  }, []);
  return <ReportOfAny open={isAsked} onClose={() => setAsked(false)} />;
}
