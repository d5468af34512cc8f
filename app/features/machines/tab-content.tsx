import { useLocation, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import "./texts.ts";

/** A tab's content; as soon as another tab is asked for, the place of that one's. */
export function TabContent({ basePath, children }: { basePath: string; children: ReactNode }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const asked = useNavigation().location?.pathname;
  const tabOf = (path: string) =>
    path.startsWith(`${basePath}/`) ? path.slice(basePath.length + 1).split("/")[0] : null;
  const next = asked === undefined ? null : tabOf(asked);
  if (next === null || next === tabOf(pathname)) return children;
  return (
    <div role="status" aria-label={t("machinePage.loading")} className="grid gap-3">
      <div className="skeleton h-24" />
      <div className="skeleton h-80" />
    </div>
  );
}
