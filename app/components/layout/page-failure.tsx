import { useRevalidator } from "@remix-run/react";
import { useCallback, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { isServed } from "#app/components/is-served.ts";
import { ErrorScreen, useFailureWords } from "./error-screen.tsx";
import { useRouteFailure, type FailureKind } from "./use-route-failure.ts";

/** How often a page asks whether Helios answers again, where it did not. */
export const RETRY_MS = 3_000;
/** Where it answered with a failure: seldom, as each page that asks adds to what it has to do. */
const SERVER_RETRY_MS = 30_000;

/**
 * The ErrorBoundary of a page inside the shell, or of a tab inside its frame: what is around it stays usable. A page that
 * reads itself again may fail while nobody looks, so it comes back by itself.
 */
export function PageFailure() {
  const kind = useRouteFailure();
  const { busy, retry } = useRetry();
  useEffect(() => {
    if (kind !== "offline" && kind !== "server") return;
    const timer = setInterval(retry, kind === "offline" ? RETRY_MS : SERVER_RETRY_MS);
    return () => clearInterval(timer);
  }, [kind, retry]);
  return <FailedPage kind={kind} busy={busy} onRetry={retry} />;
}

/** The ErrorBoundary of what has nothing of Helios around it: of the document, of the signed-in area, of the wall. */
export function DocumentFailure() {
  return <FailedPage kind={useRouteFailure()} framed />;
}

type FailedPageProps = {
  kind: FailureKind;
  framed?: boolean;
  busy?: boolean;
  onRetry?: () => void;
};

/** A failure in the place of a page or tab, which the document's title tells too. */
export function FailedPage({ kind, framed = false, busy = false, onRetry }: FailedPageProps) {
  const { t } = useTranslation();
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
  return <ErrorScreen kind={kind} framed={framed} busy={busy} {...(onRetry && { onRetry })} />;
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
