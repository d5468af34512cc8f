import { Dialog, DialogBackdrop, DialogPanel, DialogTitle } from "@headlessui/react";
import { NavLink } from "@remix-run/react";
import {
  ChartNoAxesColumn,
  Cog,
  ExternalLink,
  Factory,
  LayoutDashboard,
  LifeBuoy,
  LogOut,
  Settings2,
  Users,
  X,
} from "lucide-react";
import { useTranslation } from "react-i18next";
import { cx } from "#app/components/cx.ts";
import { Logo } from "#app/components/layout/logo.tsx";
import { SUPPORT_URL } from "#app/domain/support.ts";
import { accountLinks } from "./account-links.ts";
import type { ShellUser } from "./shell-user.ts";
import { sideTabs } from "./tabs.ts";

const ICONS = {
  dashboard: LayoutDashboard,
  machines: Cog,
  organization: Factory,
  customers: Users,
  reports: ChartNoAxesColumn,
  admin: Settings2,
} as const;
const ITEM = "flex h-12 items-center gap-3 rounded-control px-3 text-md";

/** The navigation on a phone. */
export default function SideMenu({
  open,
  onClose,
  user,
  onLogOut,
}: {
  open: boolean;
  onClose: () => void;
  user: ShellUser;
  onLogOut: () => void;
}) {
  const { t } = useTranslation();
  const itemClass = ({ isActive }: { isActive: boolean }) =>
    cx(ITEM, isActive ? "bg-hover font-semibold text-ink" : "text-ink-soft");
  return (
    <Dialog open={open} onClose={onClose} className="relative z-50 outline-none md:hidden">
      <DialogBackdrop className="fixed inset-0 bg-black/45 transition-opacity duration-150 starting:opacity-0" />
      <DialogPanel className="fixed inset-y-0 left-0 flex w-72 max-w-[85vw] flex-col bg-card p-3 shadow-float transition duration-150 ease-calm starting:-translate-x-4 starting:opacity-0">
        <div className="flex h-11 items-center justify-between pl-3">
          <DialogTitle className="sr-only">{t("nav.label")}</DialogTitle>
          <Logo customer={user.logo} />
          <button
            type="button"
            onClick={onClose}
            aria-label={t("nav.closeMenu")}
            className="grid size-11 place-items-center rounded-control text-ink-soft hover:bg-hover"
          >
            <X className="size-5" aria-hidden="true" />
          </button>
        </div>
        <nav
          aria-label={t("nav.label")}
          className="mt-3 flex flex-1 flex-col gap-0.5 overflow-y-auto"
        >
          {sideTabs(user).map((tab) => {
            const Icon = ICONS[tab.key];
            return (
              <NavLink key={tab.key} to={tab.to} className={itemClass} onClick={onClose}>
                <Icon className="size-5" aria-hidden="true" />
                {t(`nav.${tab.key}`)}
              </NavLink>
            );
          })}
          <a
            href={SUPPORT_URL}
            target="_blank"
            rel="noreferrer"
            className={cx(ITEM, "text-ink-soft")}
          >
            <LifeBuoy className="size-5" aria-hidden="true" />
            <span className="flex-1">{t("nav.help")}</span>
            <ExternalLink className="size-4 text-ink-faint" aria-label={t("nav.opensNewTab")} />
          </a>
          {accountLinks(user, t).map(({ to, icon: Icon, label }) => (
            <NavLink key={to} to={to} className={itemClass} onClick={onClose}>
              <Icon className="size-5" aria-hidden="true" />
              {label}
            </NavLink>
          ))}
          <button type="button" onClick={onLogOut} className={cx(ITEM, "mt-auto text-ink-soft")}>
            <LogOut className="size-5" aria-hidden="true" />
            {t("nav.logOut")}
          </button>
        </nav>
      </DialogPanel>
    </Dialog>
  );
}
