import { useTranslation } from "react-i18next";

/** Of what a page of the shell is about. */
export const CONTENT_ID = "content";

/** The first thing for a keyboard, before the notice of cookies too. Over the bar, beside the logo, wherever the bar is. */
export function SkipLink() {
  const { t } = useTranslation();
  return (
    <div className="sticky top-0 z-50 h-0">
      <a
        href={`#${CONTENT_ID}`}
        className="sr-only rounded-control bg-card px-4 py-2 text-sm font-medium shadow-float focus:not-sr-only focus:absolute focus:top-2 focus:left-40 focus:px-4 focus:py-2"
      >
        {t("skipToContent")}
      </a>
    </div>
  );
}
