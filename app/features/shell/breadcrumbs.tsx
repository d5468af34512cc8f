import { Link, useLocation, useMatches } from "@remix-run/react";
import { ChevronLeft } from "lucide-react";
import type { ComponentType, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "#app/components/cx.ts";
import {
  gatherNames,
  hasPage,
  isArea,
  isCrumbWord,
  splitEnd,
  toCrumbs,
  withoutFirstTab,
} from "./crumbs.ts";

/** What a page is called whose name neither its path nor its data says; its children are its path's last part. */
type Named = { Crumb?: ComponentType<{ children: ReactNode }> } | undefined;

/**
 * The way here, with the names of what is on it, on a further line where one is too short; on a phone, whose page names itself,
 * one step back.
 */
export function Breadcrumbs() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const matches = useMatches();
  const names = gatherNames(matches);
  const Own = (matches.at(-1)?.handle as Named)?.Crumb;
  const label = ({ to, segment }: { to: string; segment: string }): string => {
    if (names[to] !== undefined) return names[to];
    if (isArea(segment)) return t(`nav.${segment}`);
    return isCrumbWord(segment) ? t(`crumbs.${segment}`) : segment;
  };
  const crumbs = toCrumbs(pathname)
    .filter(({ segment }) => segment !== "dashboard")
    .map((crumb) => ({ to: crumb.to, text: label(crumb) }));
  const all = [{ to: "/dashboard", text: t("nav.dashboard") }, ...crumbs];
  const isAlone = all.length === 1;
  // The step back that a phone shows; a part of the way without a page, or with this one, is passed over.
  const here = withoutFirstTab(pathname);
  const back = all.slice(0, -1).findLast(({ to }) => hasPage(to) && to !== here);
  return (
    <nav aria-label={t("crumbs.label")} className="min-w-0">
      <ol className="flex min-w-0 items-center text-sm sm:flex-wrap">
        {all.map(({ to, text }, index) => (
          <li
            key={to}
            className={cx(
              "flex min-w-0 items-center",
              to !== back?.to && "max-sm:not-last:hidden",
              // Short words stay whole; names further on give way.
              index < Math.min(2, all.length - 1) && "sm:shrink-0",
            )}
          >
            {index > 0 && (
              <span className="px-1.5 text-ink-faint max-sm:hidden" aria-hidden="true">
                /
              </span>
            )}
            {index === all.length - 1 ? (
              <span
                aria-current="page"
                className={cx("truncate font-medium", !isAlone && "max-sm:sr-only")}
              >
                {Own ? <Own>{text}</Own> : text}
              </span>
            ) : !hasPage(to) ? (
              <span className="truncate py-1 text-ink-soft">{text}</span>
            ) : (
              <Link
                to={to}
                aria-label={text}
                className="flex min-w-0 items-center gap-1 rounded-control py-1 text-ink-soft hover:text-ink hover:underline max-lg:min-h-11"
              >
                {to === back?.to && (
                  <ChevronLeft className="size-4 shrink-0 sm:hidden" aria-hidden="true" />
                )}
                <WholeEnd name={text} />
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** A name that is cut before its last part, where it has one. */
function WholeEnd({ name }: { name: string }) {
  const [start, end] = splitEnd(name);
  return (
    <span className="flex min-w-0">
      <span className="truncate">{start}</span>
      {end !== "" && <span className="shrink-0 whitespace-pre">{end}</span>}
    </span>
  );
}
