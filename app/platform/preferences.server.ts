import { RemixI18Next } from "remix-i18next/server";
import { readCookie as readCookieOf } from "#app/domain/access/session-token.ts";
import {
  CONSENT_COOKIE,
  CONSENT_GIVEN,
  FALLBACK_LOCALE,
  LANGUAGE_COOKIE,
  LOCALES,
  THEME_COOKIE,
  isLocale,
  isTheme,
  type Locale,
  type Theme,
} from "#app/domain/preferences.ts";

const readCookie = (request: Request, name: string): string | null =>
  readCookieOf(request.headers.get("Cookie"), name);

export function readTheme(request: Request): Theme {
  const value = readCookie(request, THEME_COOKIE);
  return isTheme(value) ? value : "system";
}

export const hasCookieConsent = (request: Request): boolean =>
  readCookie(request, CONSENT_COOKIE) === CONSENT_GIVEN;

/** Cookie first, then what the user's account says, then the browser's Accept-Language. */
export async function negotiateLocale(
  request: Request,
  userLocale: Locale | null,
): Promise<Locale> {
  const detector = new RemixI18Next({
    detection: {
      supportedLanguages: [...LOCALES],
      fallbackLanguage: FALLBACK_LOCALE,
      order: ["custom", "header"],
      findLocale: async () => {
        const chosen = readCookie(request, LANGUAGE_COOKIE);
        return isLocale(chosen) ? chosen : userLocale;
      },
    },
  });
  const locale = await detector.getLocale(request);
  return isLocale(locale) ? locale : FALLBACK_LOCALE;
}
