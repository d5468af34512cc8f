import {
  Menu,
  MenuButton,
  MenuHeading,
  MenuItem,
  MenuItems,
  MenuSection,
  MenuSeparator,
} from "@headlessui/react";
import { Link } from "@remix-run/react";
import { LogOut, Search, Monitor, Moon, Sun } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { LANGUAGE_NAMES, LOCALES, THEMES, isTheme, type Theme } from "#app/domain/preferences.ts";
import { ACCOUNT_BUTTON, AccountButtonFace } from "./account-button-face.tsx";
import { accountLinks } from "./account-links.ts";
import { ChoiceItem, MENU_ITEM, chooseTheme } from "./display-choice.tsx";
import { paletteView } from "./palette-view.ts";
import type { ShellUser } from "./shell-user.ts";
import { useLanguageChoice } from "#app/components/language/use-language-choice.tsx";
import "./texts.ts";

const THEME_ICONS = { system: Monitor, light: Sun, dark: Moon } as const;

type Props = { user: ShellUser; onLogOut: () => void };

export default function AccountMenu({ user, onLogOut }: Props) {
  const { t, i18n } = useTranslation();
  const [theme, setTheme] = useState<Theme>("system");
  const button = useRef<HTMLButtonElement>(null);
  // It was asked for by a click on the button that it replaces: open it, by the key that headless menus listen to.
  useEffect(() => {
    button.current?.focus();
    button.current?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
  }, []);
  useEffect(() => {
    const current = document.documentElement.dataset["theme"];
    if (isTheme(current)) setTheme(current);
  }, []);
  const pick = (next: Theme) => {
    chooseTheme(next);
    setTheme(next);
  };
  const language = useLanguageChoice();
  const name = `${user.firstName} ${user.lastName}`;
  return (
    <Menu as="div" className="relative">
      <MenuButton ref={button} className={ACCOUNT_BUTTON}>
        <AccountButtonFace user={user} />
      </MenuButton>
      {/* Placed by styles: what measures itself first stands at the page's corner for a frame, where a pointer misses it. */}
      <MenuItems className="absolute top-full right-0 z-40 mt-2 max-h-[calc(100dvh-4.5rem)] w-64 overflow-y-auto rounded-card bg-card p-1.5 shadow-float transition duration-150 ease-calm focus:outline-none starting:-translate-y-1 starting:opacity-0">
        <div className="px-2.5 py-2">
          <p className="truncate text-sm font-semibold">{name}</p>
          <p className="truncate text-xs text-ink-soft">{user.email}</p>
          <p className="mt-0.5 text-xs text-ink-faint">{t(`roles.${user.role}`)}</p>
        </div>
        <MenuSeparator className="my-1 h-px bg-line" />
        <MenuItem
          as="button"
          type="button"
          onClick={() => paletteView.set("palette")}
          className={MENU_ITEM}
        >
          <Search className="size-4 text-ink-faint" aria-hidden="true" />
          <span className="flex-1">{t("palette.find")}</span>
          <kbd className="font-sans text-xs text-ink-faint max-md:hidden">
            {t("withKey", { key: "K" })}
          </kbd>
        </MenuItem>
        {accountLinks(user, t).map(({ to, icon: Icon, label }) => (
          <MenuItem key={to}>
            <Link to={to} className={MENU_ITEM}>
              <Icon className="size-4 text-ink-faint" aria-hidden="true" />
              {label}
            </Link>
          </MenuItem>
        ))}
        <MenuSeparator className="my-1 h-px bg-line" />
        <MenuSection>
          <MenuHeading className="eyebrow px-2.5 pt-1.5 pb-1">
            {t("preferences.language")}
          </MenuHeading>
          {LOCALES.map((locale) => (
            <ChoiceItem
              key={locale}
              lang={locale}
              chosen={i18n.language === locale}
              onChoose={() => language.choose(locale)}
            >
              {LANGUAGE_NAMES[locale]}
            </ChoiceItem>
          ))}
        </MenuSection>
        <MenuSection>
          <MenuHeading className="eyebrow px-2.5 pt-1.5 pb-1">{t("preferences.theme")}</MenuHeading>
          {THEMES.map((option) => {
            const Icon = THEME_ICONS[option];
            return (
              <ChoiceItem
                key={option}
                chosen={theme === option}
                onChoose={() => pick(option)}
                icon={<Icon className="size-4" aria-hidden="true" />}
              >
                {t(`preferences.${option}`)}
              </ChoiceItem>
            );
          })}
        </MenuSection>
        <MenuSeparator className="my-1 h-px bg-line" />
        <MenuItem as="button" type="button" onClick={onLogOut} className={MENU_ITEM}>
          <LogOut className="size-4 text-ink-faint" aria-hidden="true" />
          {t("nav.logOut")}
        </MenuItem>
      </MenuItems>
      {language.notice}
    </Menu>
  );
}
