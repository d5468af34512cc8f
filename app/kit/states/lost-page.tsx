import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { useCallback, useEffect, useState } from "react";
import { keepTyped } from "#app/kit/forms/keep-typed.ts";
import type { PageModule } from "#app/components/layout/lost-script.ts";
import { FailedPage, RETRY_MS } from "#app/components/layout/page-failure.tsx";
import { untilAnswered } from "#app/components/layout/until-answered.ts";

/**
 * In the place of a page whose script is lost: says so inside of what is around it, and loads the document at the address
 * that was wanted once the script is served again, or a Helios that has no such script any more. What shows no page is asked
 * until somebody answers: its failure would take the page beside which it is read.
 */
export function lostPage(script: string, isPage: boolean): PageModule {
  function LostPage() {
    const [asks, setAsks] = useState(true);
    const [isLost, setLost] = useState(false);
    const retry = useCallback(async () => {
      setAsks(true);
      if (await isAnswered(script)) window.location.reload();
      setAsks(false);
      setLost(true);
    }, []);
    useEffect(() => {
      void retry();
      const timer = setInterval(() => void retry(), RETRY_MS);
      return () => clearInterval(timer);
    }, [retry]);
    return isLost && <FailedPage kind="offline" busy={asks} onRetry={() => void retry()} />;
  }
  // Also of a route without a page, that forms are sent to and lists are read from: both go on.
  const clientLoader = ({ serverLoader, request }: ClientLoaderFunctionArgs) =>
    isPage ? serverLoader() : untilAnswered(serverLoader, request.signal);
  return { default: LostPage, ErrorBoundary: LostPage, clientAction: keepTyped, clientLoader };
}

const isAnswered = (script: string): Promise<boolean> =>
  fetch(script, { method: "HEAD", cache: "no-store" }).then(
    ({ status }) => status < 500,
    () => false,
  );
