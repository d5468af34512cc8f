import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { I18nextProvider } from "react-i18next";
import { addAreaTexts } from "./components/area-texts.tsx";
import { LanguageContext } from "./components/language/language-context.tsx";
import { forgetAheadAtSends } from "./components/layout/data-ahead.ts";
import { setStandIn } from "./components/layout/lost-script.ts";
import { lostPage } from "./kit/states/lost-page.tsx";
import { onNewAreas } from "./locales/area-texts.ts";
import { changeLanguage, loadCoreTexts, loadTexts } from "./locales/load-texts.ts";
import { createPageTexts } from "./locales/page-texts.ts";
import { FALLBACK_LOCALE, isLocale, type Locale } from "./domain/preferences.ts";

async function hydrate(): Promise<void> {
  const { lang } = document.documentElement;
  const locale = isLocale(lang) ? lang : FALLBACK_LOCALE;
  const [texts] = await Promise.all([loadPageTexts(locale), decodeState()]);
  const i18n = createPageTexts(locale, texts);
  forgetAheadAtSends();
  // With a page's script, or with what it needs, its words: also ahead, when somebody points at a link to it.
  onNewAreas(() => void addAreaTexts(i18n).catch(() => undefined));
  const page = () => (
    <StrictMode>
      <I18nextProvider i18n={i18n}>
        <LanguageContext.Provider value={(next) => changeLanguage(i18n, next)}>
          <RemixBrowser />
        </LanguageContext.Provider>
      </I18nextProvider>
    </StrictMode>
  );
  startTransition(() => {
    const root = hydrateRoot(document, page());
    renderAgainAfter345(() => root.render(page()));
  });
}

/** The routes say which areas' words are needed; what every page needs comes meanwhile. */
async function loadPageTexts(locale: Locale) {
  await Promise.all([window.routesLoaded, loadCoreTexts(locale)]);
  return loadTexts(locale);
}

/**
 * RemixBrowser throws a promise until the page's data is decoded. A key that is pressed meanwhile makes React 18 hydrate at once,
 * which a root that suspends does not outlive (#345): it is drawn anew, and what was typed is lost. So that is waited for
 * before React begins. The promise is thrown before any hook is called.
 */
async function decodeState(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (thrown) {
    if (thrown instanceof Promise) await thrown;
  }
}

/**
 * Rarely, React 18 gives a render up that live values overtook ("Root did not complete. This is a bug in React.", #345) and
 * does not begin it anew until something else changes: it is begun anew here. Twice in a row it is an error like any other.
 */
function renderAgainAfter345(render: () => void): void {
  let lastAt = -Infinity;
  window.addEventListener("error", (event) => {
    if (
      !/error #345\b|Root did not complete/.test(event.message) ||
      performance.now() - lastAt < 1_000
    )
      return;
    lastAt = performance.now();
    event.preventDefault();
    render();
  });
}

/** Any service worker of an earlier product is unregistered (spec 000 §9). */
async function unregisterServiceWorkers(): Promise<void> {
  const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  await Promise.all(registrations.map((registration) => registration.unregister()));
}

setStandIn(lostPage);
void hydrate().catch(() => window.pageLost?.());
void unregisterServiceWorkers().catch(() => undefined);
