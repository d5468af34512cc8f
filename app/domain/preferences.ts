/** Display choices of a device. The languages of Helios: English is what a missing or unknown one falls back to. */
export const LOCALES = ["en", "es"] as const;
export type Locale = (typeof LOCALES)[number];
export const FALLBACK_LOCALE: Locale = "en";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export const isLocale = (value: unknown): value is Locale =>
  LOCALES.some((locale) => locale === value);
export const isTheme = (value: unknown): value is Theme => THEMES.some((theme) => theme === value);

/** The ways to look at the dashboard's machines; while none is chosen the view follows the room that there is. */
export const MACHINE_VIEWS = ["grid", "carousel", "list"] as const;
export type MachineView = (typeof MACHINE_VIEWS)[number];
export const toMachineView = (value: unknown): MachineView | null =>
  MACHINE_VIEWS.find((view) => view === value) ?? null;

/** In which order the dashboard's machines stand; by need while none is chosen. */
export const MACHINE_ORDERS = ["need", "name"] as const;
export type MachineOrder = (typeof MACHINE_ORDERS)[number];
export const toMachineOrder = (value: unknown): MachineOrder | null =>
  MACHINE_ORDERS.find((order) => order === value) ?? null;

/** A language's own name, which is never translated. */
export const LANGUAGE_NAMES: Record<Locale, string> = { en: "English", es: "Español" };

export const LANGUAGE_COOKIE = "language";
export const THEME_COOKIE = "theme";
/** Present once the reader agreed to cookies. */
export const CONSENT_COOKIE = "cookieConsent";
export const CONSENT_GIVEN = "agreed";
/** Demo mode of a superuser: the number of the sample order that is shown; absent when it is off. */
export const DEMO_COOKIE = "demoMode";
const YEAR_S = 365 * 24 * 3600;

type PreferenceName =
  | typeof LANGUAGE_COOKIE
  | typeof THEME_COOKIE
  | typeof CONSENT_COOKIE
  | typeof DEMO_COOKIE;

/** A plain cookie of this device: readable by the page, of no worth to a thief. An empty value forgets it. */
export const preferenceCookie = (name: PreferenceName, value: string, secure: boolean): string =>
  `${name}=${value}; Path=/; Max-Age=${value === "" ? 0 : YEAR_S}; SameSite=Lax${secure ? "; Secure" : ""}`;
