import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useHold } from "#app/components/hold-pages.ts";
import { loadLater, loadWhenOpened } from "#app/components/load-later.tsx";
import { useHydrated } from "#app/components/use-hydrated.ts";
import { LiveProvider } from "#app/live/index.ts";
import { cx } from "#app/components/cx.ts";
import { ConnectionBanner } from "./connection-banner.tsx";
import { HoldEarly } from "./hold-early.tsx";
import { ProviderBar } from "./provider-bar.tsx";
import { CONTENT_ID } from "./skip-link.tsx";
import type { ShellUser } from "./shell-user.ts";
import { useMaskingSoon } from "./use-masking-soon.ts";
import { TopBar } from "./top-bar.tsx";

/** What nobody has asked for yet need not be loaded; keys and the bar come once the page is alive. */
const CommandKeys = loadLater(() => import("./command-keys.tsx"));
const LogoUnread = loadLater(() => import("./logo-unread.tsx"));
const LogOutDialog = loadWhenOpened(() => import("./log-out-dialog.tsx"), "nav.logOut");
const OfflineNavigation = loadLater(() => import("./offline-navigation.tsx"));
const OtherWindows = loadLater(() => import("./other-windows.tsx"));
const PrintedAt = loadLater(() => import("./printed-at.tsx"));
const SideMenu = loadWhenOpened(() => import("./side-menu.tsx"), "nav.label");
const TakenAway = loadLater(() => import("./taken-away.tsx"));
const TermsDialog = loadLater(() => import("./terms/terms-dialog.tsx"));

type AppShellProps = {
  user: ShellUser;
  nowMs: number;
  /** Of demo mode; null when it is off. */ demoOrder: number | null;
  /** In the superusers' second bar. */ tools?: ReactNode;
  children: ReactNode;
};

/** Everything around a signed-in page, and the one live socket beneath it. */
export function AppShell({ user, nowMs, demoOrder, tools, children }: AppShellProps) {
  const { t } = useTranslation();
  const [menuOpen, setMenuOpen] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const masksSoon = useMaskingSoon();
  const isAway = useHold() !== null;
  const termsWanted = useHydrated() && !user.termsAccepted;
  const askToLeave = () => {
    setMenuOpen(false);
    setLeaving(true);
  };
  return (
    <LiveProvider nowMs={nowMs} demoOrder={demoOrder}>
      <TopBar user={user} onOpenMenu={() => setMenuOpen(true)} onLogOut={askToLeave} />
      {user.role === "superuser" && <ProviderBar isDemo={demoOrder !== null} tools={tools} />}
      <ConnectionBanner />
      <OfflineNavigation meanwhile={<HoldEarly />} />
      <TakenAway user={user} />
      <OtherWindows user={user} isDemo={demoOrder !== null} />
      {user.isLogoUnread && <LogoUnread />}
      <CommandKeys user={user} onLogOut={askToLeave} />
      {masksSoon && (
        <p
          role="status"
          className="visible pointer-events-none fixed inset-x-4 top-[40dvh] z-10 text-center text-ink-soft"
        >
          {t(isAway ? "part.failed" : "provider.masking")}
        </p>
      )}
      <main
        id={CONTENT_ID}
        tabIndex={-1}
        className={cx(
          "focus:outline-none",
          user.role === "superuser" && "pt-2",
          masksSoon && "invisible",
        )}
      >
        <PrintedAt />
        {children}
      </main>
      <SideMenu
        open={menuOpen}
        onClose={() => setMenuOpen(false)}
        user={user}
        onLogOut={askToLeave}
      />
      <LogOutDialog open={leaving} onClose={() => setLeaving(false)} />
      {termsWanted && <TermsDialog open={!user.termsAccepted} />}
    </LiveProvider>
  );
}
