import { NavLink } from "@remix-run/react";
import { Lock } from "lucide-react";
import { useTranslation } from "react-i18next";
import { cx } from "#app/components/cx.ts";

export type PageTab = {
  to: string;
  label: string;
  /** Seen but not opened by the service tier. */ locked?: boolean;
};

/** The parts of one page, as links; on a phone they are moved sideways. */
export function TabBar({
  label,
  tabs,
  replace = false,
}: {
  label: string;
  tabs: readonly PageTab[];
  replace?: boolean;
}) {
  const { t } = useTranslation();
  return (
    <nav
      aria-label={label}
      className="-mx-4 mb-3 overflow-x-auto border-b border-line px-4 lg:-mx-6 lg:px-6"
    >
      <ul className="flex gap-1">
        {tabs.map((tab) => (
          <li key={tab.to}>
            <NavLink
              to={tab.to}
              replace={replace}
              prefetch="intent"
              className={({ isActive }) =>
                cx(
                  "-mb-px flex h-11 items-center gap-1.5 border-b-2 px-2.5 text-sm whitespace-nowrap focus-visible:-outline-offset-2 lg:h-9",
                  isActive
                    ? "border-ink font-semibold text-ink"
                    : "border-transparent text-ink-soft hover:text-ink",
                )
              }
            >
              {tab.label}
              {tab.locked && (
                <>
                  <Lock className="size-3.5 text-ink-faint" aria-hidden="true" />
                  <span className="sr-only">{t("upsell.notSupported")}</span>
                </>
              )}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
