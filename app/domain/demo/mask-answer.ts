/**
 * An answer as a guest may see it: names become their kind and id (names.ts says which fields are names), order fields those
 * of a sample order. The one place that masks: /v1's answers, the pages' data and files go through it.
 */
import { camelCase } from "#app/domain/json-view.ts";
import {
  HIDDEN,
  HIDDEN_FIELDS,
  hideField,
  KIND_OF_PLACE,
  kindOf,
  NAMES,
  NAMES_BESIDE,
  type Kind,
  type MaskWords,
} from "./names.ts";
import { isOrderMetric, sampleValue } from "./sample-orders.ts";

export type Masking = {
  words: MaskWords;
  /** Which sample order is shown. */
  order: number;
  /** Whose own name may stay: they are the one who shows. */
  ownId: number;
  /** Which metric was asked for, where the answer does not say it. */
  metric?: string | undefined;
};
type Json = unknown;
type Fields = Record<string, Json>;

const isFields = (value: Json): value is Fields => {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

/** The answer masked; `place`: under which name it stands (`customers`), so that what stands there is known for what it is. */
export function maskAnswer(value: Json, masking: Masking, place: string | null = null): Json {
  if (Array.isArray(value)) return value.map((each: Json) => maskAnswer(each, masking, place));
  if (value instanceof Promise) return value.then((late) => maskAnswer(late, masking, place));
  if (isFields(value)) return maskFields(value, masking, place);
  return isAddress(value) && isOfPeople(place) ? HIDDEN : value;
}

/** A list of nothing but people's e-mail addresses. */
const isAddress = (value: Json): boolean => typeof value === "string" && value.includes("@");
const isOfPeople = (place: string | null): boolean =>
  place !== null && ["person", "copied"].includes(inTable(KIND_OF_PLACE, place) ?? "");

function maskFields(value: Fields, masking: Masking, place: string | null): Fields {
  const own = new Map(Object.entries(value).map(([name, field]) => [camelCase(name), field]));
  const kind = kindOf(place, own);
  const id = idOf(own, kind);
  const staysNamed = kind === "person" && id === masking.ownId;
  const masked: Fields = {};
  for (const [name, field] of Object.entries(value)) {
    // A newest value of an order that the sample order does not have is left out, as if no sampler had sent it.
    if (isReading(field) && isOrderMetric(name) && sampleValue(name, masking.order) === null)
      continue;
    const spelled = camelCase(name);
    const mask = kind === null || staysNamed ? undefined : inTable(NAMES[kind], spelled);
    const beside = inTable(NAMES_BESIDE, spelled);
    if (mask) masked[name] = field === null ? null : mask(masking.words, id, field);
    else if (beside && typeof field === "string")
      masked[name] = nameOf(beside.of, masking.words, Number(own.get(beside.id) ?? 0));
    else if (spelled === "author") masked[name] = authorOf(own, masking.words, field);
    else if (spelled === "crumbNames" && isFields(field))
      masked[name] = crumbs(field, own, masking);
    else if (spelled === "title" && own.has("crumbNames"))
      masked[name] = titleOf(field, own, masking);
    else masked[name] = maskField(name, field, masking, PASSED_ON.has(spelled) ? place : null);
  }
  return masked;
}

const isReading = (field: Json): boolean => isFields(field) && "timeMs" in field;

/** What only wraps the things that stand in it. */
const PASSED_ON = new Set(["data", "rows", "items", "page"]);
const inTable = <T>(table: Record<string, T>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/** A machine is named by its id or, where a thing of it stands, by `deviceId`; a quote's work by the maintenance. */
const idOf = (own: ReadonlyMap<string, Json>, kind: Kind | null): number =>
  Number(
    (kind === "customWork" ? own.get("maintenanceId") : null) ??
      own.get("id") ??
      own.get(kind === "machine" ? "deviceId" : `${kind}Id`) ??
      0,
  );

const nameOf = (kind: Kind, words: MaskWords, id: number): string =>
  String(NAMES[kind]["name"]?.(words, id, "") ?? "");

function maskField(name: string, field: Json, masking: Masking, place: string | null): Json {
  if (isOrderMetric(name)) return maskOrder(name, field, masking.order);
  const { metric } = masking;
  if (metric !== undefined && isOrderMetric(metric) && name === "value")
    return maskOrder(metric, field, masking.order);
  if (HIDDEN_FIELDS.has(camelCase(name))) return hideField(camelCase(name), field);
  return maskAnswer(
    field,
    masking,
    inTable(KIND_OF_PLACE, camelCase(name)) ? camelCase(name) : place,
  );
}

/** Of an event: a person, or a sampler, whose name often says which machine it is at. */
function authorOf(own: ReadonlyMap<string, Json>, words: MaskWords, author: Json): Json {
  const [user, sampler] = [own.get("user"), own.get("sampler")];
  if (isFields(user)) return nameOf("person", words, Number(user["id"] ?? 0));
  if (isFields(sampler)) return nameOf("sampler", words, Number(sampler["id"] ?? 0));
  return author === null ? null : hideField("author", author);
}

/** Names of a page's path by the path: what stands at `/customers/7` is the customer 7. */
const crumbs = (names: Fields, own: ReadonlyMap<string, Json>, masking: Masking): Fields =>
  Object.fromEntries(
    Object.entries(names).map(([path, name]) => {
      const [place = "", segment = ""] = path.split("/").slice(-2);
      const kind = inTable(KIND_OF_PLACE, place);
      if (kind === undefined) return [path, name];
      // A machine's page is found by its serial number too.
      const page = own.get("page");
      const thing = own.get(kind) ?? (isFields(page) ? page[kind] : undefined);
      const id = /^\d+$/.test(segment)
        ? Number(segment)
        : isFields(thing)
          ? Number(thing["id"])
          : 0;
      const isOwn = kind === "person" && id === masking.ownId;
      return [path, isOwn ? name : nameOf(kind, masking.words, id)];
    }),
  );

/** A page's title that is the name of something in its path. */
function titleOf(title: Json, own: ReadonlyMap<string, Json>, masking: Masking): Json {
  const names = own.get("crumbNames");
  if (!isFields(names)) return title;
  const masked = crumbs(names, own, masking);
  const at = Object.keys(names).find((path) => names[path] === title);
  return at === undefined ? title : masked[at];
}

/** Values of an order metric, however they are laid out: one, a list of points, or lists of points by machine. Gaps stay gaps. */
function maskOrder(metric: string, field: Json, order: number): Json {
  const shown = sampleValue(metric, order);
  const mask = (value: Json): Json => {
    if (value === null) return null;
    if (Array.isArray(value)) return value.map(mask);
    if (!isFields(value)) return shown;
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [
        name,
        VALUES.has(name) ? numberLike(each, shown) : name === "points" ? mask(each) : each,
      ]),
    );
  };
  return mask(field);
}

const VALUES = new Set(["value", "min", "max", "upper", "lower"]);
/** Bounds are numbers: where the sample is a text, they are left out. */
const numberLike = (each: Json, shown: Json): Json =>
  each === null || (typeof each === "number" && typeof shown === "string") ? null : shown;
