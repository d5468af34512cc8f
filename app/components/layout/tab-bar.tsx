import { NavLink, useLocation, useNavigation } from "@remix-run/react";
import { Lock } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "#app/components/cx.ts";

export type PageTab = {
  to: string;
  label: string;
  /** An address that is part of the tab without standing below it. */ alsoAt?: string;
  /** Seen but not opened by the service tier. */ locked?: boolean;
  /** Why it leads nowhere for now. */ offReason?: string | undefined;
};

const TAB =
  "flex h-11.5 items-center gap-1.5 border-b-2 px-2.5 text-sm whitespace-nowrap focus-visible:-outline-offset-2 lg:h-9";

/** The parts of one page, as links; where they do not fit they are moved sideways, and a shadow says that there is more. */
export function TabBar({
  label,
  tabs,
  replace = false,
  saysReasons = true,
}: {
  label: string;
  tabs: readonly PageTab[];
  replace?: boolean;
  /** Off where what stands below says why tabs lead nowhere. */
  saysReasons?: boolean;
}) {
  const { t } = useTranslation();
  // The tab that was asked for is the chosen one at once, while its content comes.
  const asked = useNavigation().location?.pathname;
  const { pathname } = useLocation();
  const isBelow = (path: string, to: string | undefined) =>
    to !== undefined && (path === to || path.startsWith(`${to}/`));
  const next = asked && tabs.find((tab) => isBelow(asked, tab.to) || isBelow(asked, tab.alsoAt));
  const bar = useRef<HTMLElement>(null);
  useEffect(() => showChosen(bar.current), [pathname]);
  const reasons = [...new Set(tabs.flatMap(({ offReason }) => offReason ?? []))];
  return (
    <>
      <nav
        ref={bar}
        aria-label={label}
        className="relative -mx-4 mb-3 more-sideways overflow-x-auto px-4 shadow-[inset_0_-1px_0_var(--line)] lg:-mx-6 lg:px-6"
      >
        {/* As wide as its tabs: there is a gutter behind the last one too. */}
        <ul className="flex w-max gap-1">
          {tabs.map((tab) => (
            <li key={tab.to}>
              {tab.offReason === undefined ? (
                <NavLink
                  to={tab.to}
                  replace={replace}
                  prefetch="intent"
                  className={({ isActive }) =>
                    cx(
                      TAB,
                      (next ? next === tab : isActive || isBelow(pathname, tab.alsoAt))
                        ? "border-ink font-semibold text-ink"
                        : "border-transparent text-ink-soft hover:text-ink",
                    )
                  }
                >
                  {tab.label}
                  {tab.locked && <LockMark text={t("upsell.notSupported")} />}
                </NavLink>
              ) : (
                <span
                  role="link"
                  aria-disabled="true"
                  className={cx(TAB, "cursor-not-allowed border-transparent text-ink-faint")}
                >
                  {tab.label}
                  <LockMark text={tab.offReason} />
                </span>
              )}
            </li>
          ))}
        </ul>
      </nav>
      {(saysReasons ? reasons : []).map((reason) => (
        <p key={reason} className="mb-3 text-sm text-ink-soft">
          {reason}
        </p>
      ))}
    </>
  );
}

/** On a phone the chosen tab would be out of sight; it stands in the middle then, between its neighbours. */
function showChosen(bar: HTMLElement | null): void {
  const tab = bar?.querySelector('[aria-current="page"]');
  if (!bar || !tab) return;
  const [frame, place] = [bar.getBoundingClientRect(), tab.getBoundingClientRect()];
  if (place.left >= frame.left && place.right <= frame.right) return;
  bar.scrollLeft += place.left + place.width / 2 - (frame.left + frame.width / 2);
}

function LockMark({ text }: { text: string }) {
  return (
    <>
      <Lock className="size-3.5 text-ink-faint" aria-hidden="true" />
      <span className="sr-only">{text}</span>
    </>
  );
}
