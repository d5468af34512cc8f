import { Link, useLocation } from "@remix-run/react";
import { LogOut, RefreshCw, WifiOff } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useHasSessionEnded, useIsCut, useNewBuild } from "#app/live/index.ts";

/** Says once, for the whole page, that values have stopped moving, that the sign-in ended, or that the page is old; over the page, so that nothing moves for it. */
export function ConnectionBanner() {
  const { t } = useTranslation();
  const lost = useIsCut();
  const hasEnded = useHasSessionEnded();
  const isOld = useNewBuild();
  const { pathname, search } = useLocation();
  return (
    <div
      role="status"
      // The page ends above it (app.css), and messages stand above it. On a desk an open drawer leaves it the screen's left.
      data-over-end={lost || hasEnded || isOld || undefined}
      className="pointer-events-none fixed inset-x-0 bottom-4 z-30 flex justify-center px-4 lg:modal-open:justify-start lg:modal-open:pr-[calc(50%+15rem)]"
    >
      {hasEnded && (
        <p className="pointer-events-auto flex items-center gap-2.5 rounded-card border border-warn/40 bg-warn-wash px-4 py-2.5 text-sm text-ink shadow-float">
          <LogOut className="size-4 shrink-0 text-warn" aria-hidden="true" />
          <span>
            {t("live.ended")}{" "}
            <Link
              className="inline-block py-1 font-medium text-ink underline"
              to={`/login?redirect=${encodeURIComponent(pathname + search)}`}
            >
              {t("live.signIn")}
            </Link>
          </span>
        </p>
      )}
      {lost && !hasEnded && (
        <p className="flex items-center gap-2.5 rounded-card border border-warn/40 bg-warn-wash px-4 py-2.5 text-sm text-ink shadow-float">
          <WifiOff className="size-4 shrink-0 text-warn" aria-hidden="true" />
          {t("live.lost")}
        </p>
      )}
      {isOld && !lost && (
        <p className="pointer-events-auto flex items-center gap-2.5 rounded-card border border-line bg-card px-4 py-2.5 text-sm text-ink shadow-float">
          <RefreshCw className="size-4 shrink-0 text-ink-soft" aria-hidden="true" />
          {t("live.newBuild")}
          <button
            type="button"
            className="-my-1.5 min-h-11 font-medium text-ink underline lg:my-0 lg:min-h-8"
            onClick={() => location.reload()}
          >
            {t("live.reload")}
          </button>
        </p>
      )}
    </div>
  );
}
