import { Link, NavLink } from "@remix-run/react";
import { LifeBuoy, Menu as MenuIcon } from "lucide-react";
import { useTranslation } from "react-i18next";
import { cx } from "#app/components/cx.ts";
import { Logo } from "#app/components/layout/logo.tsx";
import { SUPPORT_URL } from "#app/domain/support.ts";
import { NameTip } from "#app/kit/controls/name-tip.tsx";
import { ConnectionMark } from "./connection-mark.tsx";
import { AccountButton } from "./account-button.tsx";
import type { ShellUser } from "./shell-user.ts";
import { topTabs } from "./tabs.ts";

export function TopBar({
  user,
  onOpenMenu,
  onLogOut,
}: {
  user: ShellUser;
  onOpenMenu: () => void;
  onLogOut: () => void;
}) {
  const { t } = useTranslation();
  const help = `${t("nav.help")} (${t("nav.opensNewTab")})`;
  return (
    <header className="sticky top-0 z-30 h-14 border-b border-line bg-card">
      <div className="mx-auto flex h-full max-w-[1600px] items-center gap-2 px-2 md:gap-6 md:px-4 lg:px-6">
        <button
          type="button"
          onClick={onOpenMenu}
          aria-label={t("nav.openMenu")}
          className="grid size-11 place-items-center rounded-control text-ink-soft hover:bg-hover md:hidden"
        >
          <MenuIcon className="size-5" aria-hidden="true" />
        </button>
        <Link
          to="/dashboard"
          aria-label={`${t("brand")}, ${t("nav.dashboard")}`}
          className="flex min-h-11 items-center rounded-control"
        >
          <Logo customer={user.logo} />
        </Link>
        <nav aria-label={t("nav.label")} className="hidden h-full items-stretch gap-1 md:flex">
          {topTabs(user).map((tab) => (
            <NavLink
              key={tab.key}
              to={tab.to}
              prefetch="intent"
              className={({ isActive }) =>
                cx(
                  "relative flex items-center px-2.5 text-sm font-medium transition-colors duration-150 hover:text-ink",
                  isActive
                    ? "text-ink after:absolute after:inset-x-2.5 after:bottom-[-1px] after:h-0.5 after:bg-ink"
                    : "text-ink-soft",
                )
              }
            >
              {t(`nav.${tab.key}`)}
            </NavLink>
          ))}
        </nav>
        <div className="ml-auto flex min-w-0 items-center gap-1">
          <ConnectionMark />
          <NameTip name={help}>
            <a
              href={SUPPORT_URL}
              target="_blank"
              rel="noreferrer"
              className="hidden size-11 place-items-center rounded-control text-ink-soft transition-colors duration-150 hover:bg-hover hover:text-ink md:grid lg:size-9"
            >
              <LifeBuoy className="size-[18px]" aria-hidden="true" />
              <span className="sr-only">{help}</span>
            </a>
          </NameTip>
          <AccountButton user={user} onLogOut={onLogOut} />
        </div>
      </div>
    </header>
  );
}
