import { useLocation } from "@remix-run/react";
import type { i18n as I18n } from "i18next";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { isLocale } from "#app/domain/preferences.ts";
import { FailedPage } from "./layout/page-failure.tsx";
import { hasAreaTexts, loadAreaTexts } from "#app/locales/area-texts.ts";

/** Waited before texts are asked for again, in milliseconds; the last one from then on. */
const AGAIN_MS = [500, 2_000, 5_000];

/** Adds the words of every area whose components are loaded, also of one that comes while the others' words are fetched. */
export async function addAreaTexts(
  i18n: Pick<I18n, "language" | "addResourceBundle">,
): Promise<void> {
  const locale = i18n.language;
  if (!isLocale(locale)) return;
  while (!hasAreaTexts(locale))
    i18n.addResourceBundle(locale, "common", await loadAreaTexts(locale), true, true);
}

/**
 * Shows a page as soon as the words of its areas are there. The first page of a visit has them before it is drawn; a
 * later one waits for those that no page before it had.
 */
export function WithAreaTexts({
  children,
  placeOf = (pathname) => pathname,
}: {
  children: ReactNode;
  /** Of a path, the part whose change may bring new words; around what is nested deeper, that has its own. */
  placeOf?: (pathname: string) => string;
}) {
  const { i18n } = useTranslation();
  const { pathname } = useLocation();
  const place = placeOf(pathname);
  const [failed, setFailed] = useState(0);
  const [added, setAdded] = useState(0);
  const shown = useRef<string | null>(null);
  // What comes later into a page that is shown waits for its words by itself (load-later.tsx).
  const isReady =
    shown.current === place || !isLocale(i18n.language) || hasAreaTexts(i18n.language);
  if (isReady) shown.current = place;
  useEffect(() => {
    if (isReady) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isCurrent = true;
    addAreaTexts(i18n).then(
      () => isCurrent && setAdded((count) => count + 1),
      () => {
        if (isCurrent)
          timer = setTimeout(
            () => setFailed((count) => count + 1),
            AGAIN_MS[failed] ?? AGAIN_MS.at(-1),
          );
      },
    );
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
    // `added`: a part that came since may have brought an area of its own, whose words are still to come.
  }, [isReady, i18n, failed, added]);
  if (isReady) return children;
  if (failed === 0) return <Coming />;
  return <FailedPage kind="offline" busy={false} onRetry={() => setFailed((count) => count + 1)} />;
}

/** Not to be seen where the words come soon, as nearly always. */
function Coming() {
  const { t } = useTranslation();
  return (
    <div
      role="status"
      aria-label={t("part.loading")}
      className="my-4 skeleton h-80 transition-opacity delay-400 starting:opacity-0"
    />
  );
}
