/** Display choices of a device. The languages of Helios: English is what a missing or unknown one falls back to. */
export const LOCALES = ["en", "es"] as const;
export type Locale = (typeof LOCALES)[number];
export const FALLBACK_LOCALE: Locale = "en";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export const isLocale = (value: unknown): value is Locale =>
  LOCALES.some((locale) => locale === value);
export const isTheme = (value: unknown): value is Theme => THEMES.some((theme) => theme === value);

/** A language's own name, which is never translated. */
export const LANGUAGE_NAMES: Record<Locale, string> = { en: "English", es: "Español" };

export const LANGUAGE_COOKIE = "language";
export const THEME_COOKIE = "theme";
/** Present once the reader agreed to cookies. */
export const CONSENT_COOKIE = "cookieConsent";
export const CONSENT_GIVEN = "agreed";
/** Demo mode of a superuser: the number of the sample order that is shown; absent when it is off. */
export const DEMO_COOKIE = "demoMode";
/** In which order the dashboard's machines stand: "name", else by need. */
export const MACHINE_ORDER_COOKIE = "machineOrder";
/** How the dashboard shows its machines: "grid", "carousel" or "list"; absent: by the room there is. */
export const MACHINE_VIEW_COOKIE = "machineView";
const YEAR_S = 365 * 24 * 3600;

type PreferenceName =
  | typeof LANGUAGE_COOKIE
  | typeof THEME_COOKIE
  | typeof CONSENT_COOKIE
  | typeof DEMO_COOKIE
  | typeof MACHINE_ORDER_COOKIE
  | typeof MACHINE_VIEW_COOKIE;

/** A plain cookie of this device: readable by the page, of no worth to a thief. An empty value forgets it. */
export const preferenceCookie = (name: PreferenceName, value: string, secure: boolean): string =>
  `${name}=${value}; Path=/; Max-Age=${value === "" ? 0 : YEAR_S}; SameSite=Lax${secure ? "; Secure" : ""}`;
