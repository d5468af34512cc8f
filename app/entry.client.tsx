import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { I18nextProvider } from "react-i18next";
import { LanguageContext } from "~/components/language/language-context";
import { changeLanguage, loadTexts } from "~/locales/load-texts";
import { createPageTexts } from "~/locales/page-texts";
import { FALLBACK_LOCALE, isLocale } from "~/domain/preferences";

async function hydrate(): Promise<void> {
  const { lang } = document.documentElement;
  const locale = isLocale(lang) ? lang : FALLBACK_LOCALE;
  const i18n = createPageTexts(locale, await loadTexts(locale));
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <I18nextProvider i18n={i18n}>
          <LanguageContext.Provider value={(next) => changeLanguage(i18n, next)}>
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
