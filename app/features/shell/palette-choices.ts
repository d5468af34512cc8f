import type { TFunction } from "i18next";
import { canShowSlideshow } from "#app/domain/access/permissions.ts";
import { machineOfPath, machineTabs } from "#app/domain/machine-tabs.ts";
import { accountLinks } from "./account-links.ts";
import { sideTabs } from "./tabs.ts";
import type { ShellUser } from "./shell-user.ts";
import "./texts.ts";

/** `value` is a path, or `do:` and an act. */
export type PaletteChoice = { value: string; label: string; note: string };
export const ACTS = [
  "report",
  "light",
  "dark",
  "system",
  "language",
  "print",
  "keys",
  "logOut",
] as const;
export type Act = (typeof ACTS)[number];
export const toAct = (value: string): Act | null =>
  ACTS.find((act) => value === `do:${act}`) ?? null;

type PaletteContext = {
  user: ShellUser;
  machines: readonly { id: number; name: string; opensEvents: boolean }[];
  pathname: string;
  t: TFunction;
  /** Of the language that is not the one shown. */
  otherLanguage: string;
};

/** Everything that can be opened or done, in the order in which it is listed while nothing is typed. */
export function paletteChoices({
  user,
  machines,
  pathname,
  t,
  otherLanguage,
}: PaletteContext): PaletteChoice[] {
  const here = machines.find(({ id }) => id === machineOfPath(pathname));
  const tabs = machineTabs(user).map((tab) => ({
    value: `/machines/${here?.id}/${tab}`,
    label: t(`crumbs.${tab}`),
    note: here?.name ?? "",
  }));
  const pages = [
    ...sideTabs(user).map(({ key, to }) => ({ value: to, label: t(`nav.${key}`) })),
    ...accountLinks(user, t).map(({ to, label }) => ({ value: to, label })),
    ...(canShowSlideshow(user)
      ? [{ value: "/dashboard/slideshow", label: t("palette.wall") }]
      : []),
  ];
  const acts: Record<Act, string | null> = {
    report: machines.some(({ opensEvents }) => opensEvents) ? t("provider.report") : null,
    light: `${t("preferences.theme")}: ${t("preferences.light")}`,
    dark: `${t("preferences.theme")}: ${t("preferences.dark")}`,
    system: `${t("preferences.theme")}: ${t("preferences.system")}`,
    language: `${t("preferences.language")}: ${otherLanguage}`,
    print: t("palette.print"),
    keys: t("palette.keys"),
    logOut: t("nav.logOut"),
  };
  return [
    ...(here === undefined ? [] : tabs),
    ...pages.map((page) => ({ ...page, note: t("palette.page") })),
    ...ACTS.flatMap((act) => {
      const label = acts[act];
      return label === null ? [] : { value: `do:${act}`, label, note: t("palette.act") };
    }),
    // Last, as they may be many: who looks for one types its name.
    ...machines.map(({ id, name }) => ({
      value: `/machines/${id}`,
      label: name,
      note: t("palette.machine"),
    })),
  ];
}
