import { Check } from "lucide-react";
import { MenuItem } from "@headlessui/react";
import type { ReactNode } from "react";
import { THEME_COOKIE, preferenceCookie, type Theme } from "#app/domain/preferences.ts";

const isSecure = (): boolean => window.location.protocol === "https:";

/** Takes effect at once; the cookie makes the next page come that way. */
export function chooseTheme(theme: Theme): void {
  document.cookie = preferenceCookie(THEME_COOKIE, theme, isSecure());
  document.documentElement.dataset["theme"] = theme;
}

/** A line of the account menu, high enough for a finger where there may be one. */
export const MENU_ITEM =
  "flex min-h-11 w-full items-center gap-2.5 rounded-control px-2.5 text-left text-sm text-ink data-focus:bg-hover lg:min-h-8";

/** One choice of a menu group, with a mark on the chosen one. */
export function ChoiceItem({
  chosen,
  onChoose,
  icon,
  children,
  lang,
}: {
  chosen: boolean;
  onChoose: () => void;
  icon?: ReactNode;
  children: ReactNode;
  lang?: string;
}) {
  return (
    <MenuItem
      as="button"
      type="button"
      lang={lang}
      aria-current={chosen ? "true" : undefined}
      onClick={onChoose}
      className={MENU_ITEM}
    >
      {icon && <span className="text-ink-faint">{icon}</span>}
      <span className="flex-1">{children}</span>
      {chosen && <Check className="size-4 text-ink-soft" aria-hidden="true" />}
    </MenuItem>
  );
}
