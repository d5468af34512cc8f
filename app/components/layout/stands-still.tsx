import { useLocation } from "@remix-run/react";
import { RefreshCw } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useHydrated } from "#app/components/use-hydrated.ts";

/**
 * Says of a page that is not alive that what it shows does not change (load-after-paint.ts brings it to sight). It is there from
 * the server on, since what would draw it may be what did not come.
 */
export function StandsStill() {
  if (useHydrated()) return null;
  return import.meta.env.SSR ? (
    <Notice />
  ) : (
    // What the server drew is left as it is.
    <div suppressHydrationWarning dangerouslySetInnerHTML={{ __html: "" }} />
  );
}

function Notice() {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-4 z-30 flex justify-center px-4"
    >
      <p className="pointer-events-auto hidden items-center gap-2.5 rounded-card border border-warn/40 bg-warn-wash px-4 py-2.5 text-sm text-ink shadow-float in-data-still:flex">
        <RefreshCw className="size-4 shrink-0 text-warn" aria-hidden="true" />
        <span>
          {t("live.standsStill")}{" "}
          <a href={pathname + search} className="inline-block py-1 font-medium text-ink underline">
            {t("live.reload")}
          </a>
        </span>
      </p>
    </div>
  );
}
