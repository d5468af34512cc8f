import type { Locale } from "#app/domain/preferences.ts";
import { intlTag } from "./numbers.ts";
import { formatZone } from "./times.ts";

const MAX_LENGTH = 64;

/** Whether the name is an IANA time zone that this engine knows. */
export function isTimeZone(name: string): boolean {
  try {
    return (
      name.length > 0 &&
      name.length <= MAX_LENGTH &&
      new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== ""
    );
  } catch {
    return false;
  }
}

/** What Spanish calls otherwise: the world's parts, and places that customers' plants and people are likely to be near. */
const SPANISH: Record<string, string> = {
  Africa: "África",
  America: "América",
  Antarctica: "Antártida",
  Arctic: "Ártico",
  Atlantic: "Atlántico",
  Europe: "Europa",
  Indian: "Índico",
  Pacific: "Pacífico",
  Bahia_Banderas: "Bahía de Banderas",
  Bogota: "Bogotá",
  Cancun: "Cancún",
  Ciudad_Juarez: "Ciudad Juárez",
  Havana: "La Habana",
  London: "Londres",
  Los_Angeles: "Los Ángeles",
  Mazatlan: "Mazatlán",
  Merida: "Mérida",
  Mexico_City: "Ciudad de México",
  New_York: "Nueva York",
  North_Dakota: "Dakota del Norte",
  Panama: "Panamá",
};

/** A zone as its place is called, the nearest first: "New York, America" for America/New_York, "Nueva York, América". */
export function placeOfZone(locale: Locale, zone: string): string {
  const parts = zone.split("/").reverse();
  return parts
    .map((part) => (locale === "es" && SPANISH[part]) || part.replaceAll("_", " "))
    .join(", ");
}

/** What people call the zones of North America in Spanish; Intl has "hora oriental" and "hora estándar central". */
const SPANISH_NAMES: Record<string, string> = {
  Eastern: "hora del Este",
  Central: "hora del Centro",
  Mountain: "hora de la Montaña",
  Pacific: "hora del Pacífico",
};
const NORTH_AMERICAN = /^(\w+)(?: Standard)? Time$/;

/**
 * A zone as people call it, with the label that stands beside times at that moment: "Eastern Time (EST)",
 * "hora del Este (GMT-5)"; the label alone of a zone without a name, such as UTC.
 */
export function nameZone(locale: Locale, timeMs: number, zone: string): string {
  const label = formatZone(locale, timeMs, zone);
  const english = longName("en", timeMs, zone);
  if (english.startsWith("GMT")) return label;
  const known = SPANISH_NAMES[NORTH_AMERICAN.exec(english)?.[1] ?? ""];
  const name = locale === "en" ? english : (known ?? longName(locale, timeMs, zone));
  return `${name} (${label})`;
}

const longName = (locale: Locale, timeMs: number, zone: string): string =>
  new Intl.DateTimeFormat(intlTag(locale), { timeZone: zone, timeZoneName: "longGeneric" })
    .formatToParts(timeMs)
    .find(({ type }) => type === "timeZoneName")?.value ?? zone;
