import { useLocation } from "@remix-run/react";
import { useContext, type MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "#app/components/cx.ts";
import { LANGUAGE_NAMES, LOCALES, type Locale } from "#app/domain/preferences.ts";
import { LanguageContext } from "./language-context.tsx";

/** The languages of a page before sign-in, each by its own name. A form without JavaScript; with it, nothing is loaded anew. */
export function LanguageSwitch() {
  const { t, i18n } = useTranslation();
  const { pathname, search } = useLocation();
  const change = useContext(LanguageContext);
  const choose = (event: MouseEvent, locale: Locale) => {
    if (change === null) return;
    event.preventDefault();
    void change(locale);
  };
  return (
    <form
      method="post"
      action="/preferences"
      aria-label={t("preferences.language")}
      className="flex"
    >
      <input type="hidden" name="redirect" value={pathname + search} />
      {LOCALES.map((locale) => (
        <button
          key={locale}
          type="submit"
          name="language"
          value={locale}
          lang={locale}
          aria-pressed={i18n.language === locale}
          onClick={(event) => choose(event, locale)}
          className={cx(
            "h-11 rounded-control px-2.5 text-sm lg:h-8",
            i18n.language === locale
              ? "font-semibold text-ink"
              : "text-ink-soft hover:bg-hover hover:text-ink",
          )}
        >
          {LANGUAGE_NAMES[locale]}
        </button>
      ))}
    </form>
  );
}
