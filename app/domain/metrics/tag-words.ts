/**
 * The name and unit of a tag that Helios does not know, read from the tag itself: `bearing_temp_1_f` is "Bearing temperature
 * 1" in °F. Only where every part of it is known; half a translation is worse than the tag.
 */
import type { Locale } from "#app/domain/preferences.ts";

type Words = Record<Locale, string>;
/** What is measured, with the endings that are its units. */
type Quantity = { words: Words; units: Readonly<Record<string, string>> };

const PERCENT = { pct: "%", percent: "%" };
const TEMPERATURE: Quantity = {
  words: { en: "temperature", es: "temperatura" },
  units: { f: "°F", c: "°C" },
};
const PRESSURE: Quantity = {
  words: { en: "pressure", es: "presión" },
  units: { psi: "psi", bar: "bar", kpa: "kPa" },
};
const VIBRATION: Quantity = {
  words: { en: "vibration", es: "vibración" },
  units: { mms: "mm/s", ips: "in/s", g: "g" },
};
const FREQUENCY: Quantity = {
  words: { en: "frequency", es: "frecuencia" },
  units: { hz: "Hz" },
};
const QUANTITIES = new Map<string, Quantity>([
  ["temp", TEMPERATURE],
  ["temperature", TEMPERATURE],
  ["press", PRESSURE],
  ["pressure", PRESSURE],
  ["vib", VIBRATION],
  ["vibration", VIBRATION],
  ["freq", FREQUENCY],
  ["frequency", FREQUENCY],
  [
    "speed",
    {
      words: { en: "speed", es: "velocidad" },
      units: { rpm: "rpm", fpm: "ft/min", mpm: "m/min" },
    },
  ],
  ["current", { words: { en: "current", es: "corriente" }, units: { a: "A", ma: "mA" } }],
  ["voltage", { words: { en: "voltage", es: "tensión" }, units: { v: "V", mv: "mV" } }],
  ["power", { words: { en: "power", es: "potencia" }, units: { w: "W", kw: "kW" } }],
  ["torque", { words: { en: "torque", es: "par" }, units: { ...PERCENT, nm: "N·m" } }],
  ["load", { words: { en: "load", es: "carga" }, units: PERCENT }],
  ["level", { words: { en: "level", es: "nivel" }, units: PERCENT }],
  ["humidity", { words: { en: "humidity", es: "humedad" }, units: PERCENT }],
  ["flow", { words: { en: "flow", es: "caudal" }, units: { gpm: "gal/min", lpm: "l/min" } }],
]);

const NOUNS = new Map<string, Words>([
  ["bearing", { en: "bearing", es: "rodamiento" }],
  ["motor", { en: "motor", es: "motor" }],
  ["drive", { en: "drive", es: "accionamiento" }],
  ["gearbox", { en: "gearbox", es: "reductor" }],
  ["oil", { en: "oil", es: "aceite" }],
  ["air", { en: "air", es: "aire" }],
  ["water", { en: "water", es: "agua" }],
  ["steam", { en: "steam", es: "vapor" }],
  ["vacuum", { en: "vacuum", es: "vacío" }],
  ["ink", { en: "ink", es: "tinta" }],
  ["glue", { en: "glue", es: "adhesivo" }],
  ["starch", { en: "starch", es: "almidón" }],
  ["pump", { en: "pump", es: "bomba" }],
  ["fan", { en: "fan", es: "ventilador" }],
  ["blower", { en: "blower", es: "soplador" }],
  ["belt", { en: "belt", es: "banda" }],
  ["feed", { en: "feed", es: "alimentación" }],
  ["feeder", { en: "feeder", es: "alimentador" }],
  ["cylinder", { en: "cylinder", es: "cilindro" }],
  ["roll", { en: "roll", es: "rodillo" }],
  ["dryer", { en: "dryer", es: "secador" }],
  ["cabinet", { en: "cabinet", es: "gabinete" }],
]);

/** Said before its noun in English and after it in Spanish; only such as are the same of every Spanish noun. */
const ADJECTIVES = new Map<string, Words>([
  ["main", { en: "main", es: "principal" }],
  ["upper", { en: "upper", es: "superior" }],
  ["lower", { en: "lower", es: "inferior" }],
]);

/** `unit`: as printed, "" without one. null where a part of the tag is not known. */
export function tagWords(tag: string, locale: Locale): { title: string; unit: string } | null {
  const parts = tag.toLowerCase().split("_");
  const quantity = parts.flatMap((part) => QUANTITIES.get(part) ?? [])[0];
  if (quantity === undefined) return null;
  const { units } = quantity;
  const last = parts.at(-1) ?? "";
  const unit = Object.hasOwn(units, last) ? units[last] : undefined;
  const named = unit === undefined ? parts : parts.slice(0, -1);
  const numbers = named.filter((part) => /^\d{1,3}$/.test(part));
  const nouns: string[] = [];
  const adjectives: string[] = [];
  /** With the adjectives that stood before it in the tag. */
  const qualified = (noun: Words): string => {
    const said = adjectives.splice(0);
    return (locale === "es" ? [noun.es, ...said] : [...said, noun.en]).join(" ");
  };
  let head = quantity.words[locale];
  for (const part of named) {
    if (numbers.includes(part)) continue;
    const adjective = ADJECTIVES.get(part);
    const noun = NOUNS.get(part);
    if (QUANTITIES.get(part) === quantity) head = qualified(quantity.words);
    else if (adjective !== undefined) adjectives.push(adjective[locale]);
    else if (noun !== undefined) nouns.push(qualified(noun));
    else return null;
  }
  if (adjectives.length > 0) return null;
  const words =
    locale === "es" ? [head, ...nouns.reverse()].join(" de ") : [...nouns, head].join(" ");
  const name = [words, ...numbers].join(" ");
  return { title: `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`, unit: unit ?? "" };
}
