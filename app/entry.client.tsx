import { RemixBrowser } from "@remix-run/react";
import i18next from "i18next";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { I18nextProvider, initReactI18next } from "react-i18next";
import { LanguageContext } from "~/components/language/language-context";
import { I18N_OPTIONS } from "~/locales/i18n";
import { changeLanguage, loadTexts } from "~/locales/load-texts";
import { FALLBACK_LOCALE, isLocale } from "~/domain/preferences";

async function hydrate(): Promise<void> {
  const { lang } = document.documentElement;
  const locale = isLocale(lang) ? lang : FALLBACK_LOCALE;
  await i18next
    .use(initReactI18next)
    .init({ ...I18N_OPTIONS, fallbackLng: locale, lng: locale, resources: { [locale]: await loadTexts(locale) } });
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <I18nextProvider i18n={i18next}>
          <LanguageContext.Provider value={(next) => changeLanguage(i18next, next)}>
            <RemixBrowser />
          </LanguageContext.Provider>
        </I18nextProvider>
      </StrictMode>,
    );
  });
}

/** Any service worker of an earlier product is unregistered (spec 000 §9). */
async function unregisterServiceWorkers(): Promise<void> {
  const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  await Promise.all(registrations.map((registration) => registration.unregister()));
}

void hydrate();
void unregisterServiceWorkers().catch(() => undefined);
