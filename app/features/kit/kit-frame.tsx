import { createInstance, type i18n, type ResourceLanguage } from "i18next";
import { useSearchParams } from "@remix-run/react";
import { createContext, useContext, useMemo, type ReactNode } from "react";
import { I18nextProvider } from "react-i18next";
import { cx } from "#app/components/cx.ts";
import { LOCALES, LANGUAGE_NAMES, type Locale } from "#app/domain/preferences.ts";
import { I18N_OPTIONS } from "#app/locales/i18n.ts";

const THEMES = { light: "theme-light", dark: "theme-dark" } as const;

/** All words of both languages, which the page of the kit hands to every part that it shows. */
export const KitTexts = createContext<Record<Locale, ResourceLanguage>>({ en: {}, es: {} });

function inLanguage(locale: Locale, texts: ResourceLanguage): i18n {
  const instance = createInstance();
  void instance.init({
    ...I18N_OPTIONS,
    lng: locale,
    resources: { [locale]: texts },
    initImmediate: false,
  });
  return instance;
}

/** Where a part is on the page: its first component. */
export const kitAnchor = (name: string): string => name.split(",")[0]!;

/** One component in all its states, in both languages and both themes, side by side; `?cell=en-light` draws that cell alone. */
export function KitSection({ name, children }: { name: string; children: ReactNode }) {
  const [search] = useSearchParams();
  const cell = search.get("cell");
  return (
    <section id={kitAnchor(name)} aria-label={name} className="border-b border-line py-6">
      <h2 className="mb-3 text-md font-semibold">{name}</h2>
      <div className="grid gap-3 xl:grid-cols-2">
        {(["light", "dark"] as const).map((theme) =>
          LOCALES.filter((locale) => cell === null || cell === `${locale}-${theme}`).map(
            (locale) => (
              <Cell key={theme + locale} theme={theme} locale={locale}>
                {children}
              </Cell>
            ),
          ),
        )}
      </div>
    </section>
  );
}

function Cell({
  theme,
  locale,
  children,
}: {
  theme: keyof typeof THEMES;
  locale: Locale;
  children: ReactNode;
}) {
  const texts = useContext(KitTexts)[locale];
  const instance = useMemo(() => inLanguage(locale, texts), [locale, texts]);
  return (
    <div
      lang={locale}
      className={cx("min-w-0 rounded-card border border-line bg-page p-4 text-ink", THEMES[theme])}
    >
      <p className="mb-3 text-2xs text-ink-faint">{`${LANGUAGE_NAMES[locale]} · ${theme}`}</p>
      <I18nextProvider i18n={instance}>
        <div className="flex flex-wrap items-start gap-3">{children}</div>
      </I18nextProvider>
    </div>
  );
}
