import { useLocation } from "@remix-run/react";
import { RefreshCw } from "lucide-react";
import { useTranslation } from "react-i18next";
import { cx } from "#app/components/cx.ts";
import { COMMON_ICONS } from "#app/components/common-icons.ts";
import { useHydrated } from "#app/components/use-hydrated.ts";

/**
 * Says of a page that is not alive that what it shows does not change (load-after-paint.ts brings it to sight), and that a
 * button which was pressed waits for it (early-acts.tsx). It is there from the server on, since what would draw it may be what
 * did not come.
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

const WALLS = new Set(["/dashboard/slideshow", "/display"]);

function Notice() {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  // Nobody is beside a wall: it says so in its own head (wall-bar.tsx).
  const isWall = WALLS.has(pathname);
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-4 z-30 flex flex-col items-center gap-2 px-4"
    >
      <p
        className={cx(
          "pointer-events-auto hidden items-center gap-2.5 rounded-card border border-warn/40 bg-warn-wash px-4 py-2.5 text-sm text-ink shadow-float",
          isWall ? "max-lg:in-data-still:flex" : "in-data-still:flex",
        )}
      >
        <RefreshCw className="size-4 shrink-0 text-warn" aria-hidden="true" />
        <span>
          {t("live.standsStill")}{" "}
          <a href={pathname + search} className="inline-block py-1 font-medium text-ink underline">
            {t("live.reload")}
          </a>
        </span>
      </p>
      <p className="hidden items-center gap-3 rounded-card border border-line-strong bg-card px-4 py-2.5 text-sm text-ink shadow-float in-data-waits:flex">
        <COMMON_ICONS.CircleDashed className="size-5 shrink-0 text-ink-soft" aria-hidden="true" />
        {t("part.loading")}
      </p>
    </div>
  );
}
