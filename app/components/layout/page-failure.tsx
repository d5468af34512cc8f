import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { ErrorScreen, useFailureWords } from "./error-screen.tsx";
import { useRouteFailure } from "./use-route-failure.ts";

/** The ErrorBoundary of a page inside the shell: the bar above stays usable. */
export function PageFailure() {
  const { t } = useTranslation();
  const kind = useRouteFailure();
  const [title] = useFailureWords(kind);
  const name = `${title} · ${t("brand")}`;
  useEffect(() => {
    // The document's own title knows only pages that are there.
    const before = document.title;
    document.title = name;
    return () => {
      if (document.title === name) document.title = before;
    };
  }, [name]);
  return <ErrorScreen kind={kind} framed={false} />;
}
