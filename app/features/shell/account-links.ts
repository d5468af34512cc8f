import type { TFunction } from "i18next";
import {
  BellRing,
  ListChecks,
  Mails,
  MonitorPlay,
  ScrollText,
  UserRound,
  type LucideIcon,
} from "lucide-react";
import { canManageDisplays } from "#app/domain/access/display.ts";
import { canReadAudit, canReadOutbox } from "#app/domain/access/permissions.ts";
import type { ShellUser } from "./shell-user.ts";
import "./texts.ts";

export type AccountLink = { to: string; icon: LucideIcon; label: string };

/** The pages beside the tabs that somebody may open: in the account menu, on a phone's side menu and in the palette. */
export function accountLinks(user: ShellUser, t: TFunction): AccountLink[] {
  const links: [boolean, AccountLink][] = [
    [user.hasFirstSteps, { to: "/first_steps", icon: ListChecks, label: t("crumbs.first_steps") }],
    [true, { to: "/account", icon: UserRound, label: t("nav.account") }],
    [true, { to: "/alarms/journal", icon: BellRing, label: t("crumbs.journal") }],
    [canManageDisplays(user), { to: "/displays", icon: MonitorPlay, label: t("nav.displays") }],
    [canReadAudit(user), { to: "/audit", icon: ScrollText, label: t("nav.audit") }],
    [canReadOutbox(user), { to: "/outbox", icon: Mails, label: t("nav.messages") }],
  ];
  return links.flatMap(([may, link]) => (may ? [link] : []));
}
