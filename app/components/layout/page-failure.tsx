import { useRevalidator } from "@remix-run/react";
import { useCallback, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorScreen, useFailureWords } from "./error-screen.tsx";
import { useRouteFailure } from "./use-route-failure.ts";

/** So often it is looked whether Helios answers again, where it did not. */
const ASK_MS = 3_000;

/** The ErrorBoundary of a page inside the shell, or of a tab inside its frame: what is around it stays usable. */
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
  const { busy, retry } = useRetry();
  useEffect(() => {
    if (kind !== "offline") return;
    const timer = setInterval(retry, ASK_MS);
    return () => clearInterval(timer);
  }, [kind, retry]);
  return <ErrorScreen kind={kind} framed={false} busy={busy} onRetry={retry} />;
}

/** Reads the page again once Helios answers: asked before, it would take with it what is around the page. */
function useRetry(): { busy: boolean; retry: () => void } {
  const { revalidate, state } = useRevalidator();
  const [asks, setAsks] = useState(false);
  const retry = useCallback(() => {
    setAsks(true);
    void isServed()
      .then((served) => served && revalidate())
      .finally(() => setAsks(false));
  }, [revalidate]);
  return { busy: asks || state !== "idle", retry };
}

const isServed = (): Promise<boolean> =>
  fetch("/build", { cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );
