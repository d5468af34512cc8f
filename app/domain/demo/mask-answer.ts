/**
 * An answer of /v1 as a guest may see it: names of machines, plants, customers and people become their kind and id, order
 * fields become those of a sample order. It goes by what the fields are called, so that an endpoint cannot forget it.
 */
import { maskSerial, type MaskWords } from "./masks.ts";
import { isOrderMetric, sampleValue } from "./sample-orders.ts";

export type Masking = {
  words: MaskWords;
  /** Which sample order is shown. */
  order: number;
  /** Whose own name may stay: they are the one who shows. */
  ownId: number;
};
type Json = unknown;
type Fields = Record<string, Json>;

const HIDDEN = "***";
const isFields = (value: Json): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const idIn = (fields: Fields, name = "id"): number => Number(fields[name] ?? 0);

/** The answer masked; `metric`: which one the query asked for, where the answer does not say it. */
export function maskAnswer(value: Json, masking: Masking, metric?: string): Json {
  if (Array.isArray(value)) return value.map((each: Json) => maskAnswer(each, masking, metric));
  if (!isFields(value)) return value;
  const masked = Object.entries(value).map(([name, field]) => [
    name,
    maskField(name, field, masking, metric),
  ]);
  return { ...(Object.fromEntries(masked) as Fields), ...namesOf(value, masking) };
}

function maskField(name: string, field: Json, masking: Masking, metric?: string): Json {
  if (isOrderMetric(name)) return maskOrder(name, field, masking.order);
  if (metric !== undefined && isOrderMetric(metric) && name === "value")
    return maskOrder(metric, field, masking.order);
  if (SECRETIVE.has(name)) return hidden(field);
  if (name === "samplers" && Array.isArray(field))
    return field.map((each: Json) => maskSampler(each, masking));
  if (name === "sampler") return maskSampler(field, masking);
  return maskAnswer(field, masking, metric);
}

/** Fields that hold the name or address of somebody wherever they stand. */
const SECRETIVE = new Set([
  "contact_name",
  "contact_email",
  "contact_phone",
  "extra_emails",
  "FunctLoc",
  "Reportedby",
  "external_id",
  "user_name",
]);
const hidden = (field: Json): Json => (Array.isArray(field) ? [] : field === null ? null : HIDDEN);

/** What of a thing's fields is a name, by what kind of thing its fields make it. */
function namesOf(fields: Fields, { words, ownId }: Masking): Fields {
  const id = idIn(fields);
  if ("serial_number" in fields)
    return {
      name: words.machine(id),
      serial_number: maskSerial(id),
      ...("manufacturer_serial_number" in fields ? { manufacturer_serial_number: null } : {}),
    };
  if ("device_name" in fields) return { device_name: words.machine(idIn(fields, "device_id")) };
  if ("external_id" in fields)
    return { name: words.customer(id), ...placeOf(fields, words, id), logo: null };
  if ("city" in fields && "name" in fields)
    return { name: words.facility(id), ...placeOf(fields, words, id) };
  if ("first_name" in fields) return id === ownId ? {} : personOf(fields, words, id);
  if ("only_mapped_tags" in fields) return { name: words.sampler(id) };
  if ("author" in fields) return { author: authorOf(fields, words) };
  if ("action" in fields && "actor" in fields)
    return { actor: actorOf(fields, words, ownId), before: null, after: null, address: null };
  if ("template" in fields && "to" in fields) return { to: HIDDEN, subject: HIDDEN };
  return {};
}

const placeOf = (fields: Fields, words: MaskWords, id: number): Fields => ({
  city: words.city(id),
  state: fields["state"] === null ? null : words.state,
});

const personOf = (fields: Fields, words: MaskWords, id: number): Fields => ({
  first_name: words.person(id),
  last_name: "",
  ...("email" in fields ? { email: HIDDEN } : {}),
  ...("phone" in fields ? { phone: null } : {}),
});

/** Of an event: a person, or a sampler, whose name often says which machine it is at. */
const authorOf = ({ user, sampler, author }: Fields, words: MaskWords): Json =>
  isFields(user)
    ? words.person(idIn(user))
    : isFields(sampler)
      ? words.sampler(idIn(sampler))
      : author;

const maskSampler = (sampler: Json, masking: Masking): Json =>
  isFields(sampler)
    ? { ...(maskAnswer(sampler, masking) as Fields), name: masking.words.sampler(idIn(sampler)) }
    : sampler;

const actorOf = ({ actor }: Fields, words: MaskWords, ownId: number): Json =>
  isFields(actor) && idIn(actor) !== ownId ? { ...actor, name: words.person(idIn(actor)) } : actor;

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
