/**
 * How /v1 shows a thing: names with underscores, moments as ISO 8601 in UTC. Helios' own code has names in camelCase and
 * moments as Unix milliseconds; the view says both at once, so that nobody maps by hand.
 */
import { z } from "zod";

export type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;
export type CamelKeys<T> = { [Key in keyof T as CamelCase<Key & string>]: T[Key] };

const iso = z.iso.datetime();
/** A moment, and one that may not have come yet. */
export const moment = { always: iso, orNull: iso.nullable() } as const;
type Moments = Record<string, keyof typeof moment>;

type MomentSchemas<M extends Moments> = { [Key in keyof M]: (typeof moment)[M[Key]] };
type MomentMs<M extends Moments> = {
  [Key in keyof M]: M[Key] extends "orNull" ? number | null : number;
};
/** What of a thing the view needs; it may have more. */
export type Shown<Fields extends z.ZodRawShape, M extends Moments> = CamelKeys<
  z.input<z.ZodObject<Fields>> & MomentMs<M>
>;

/** `schema`: of the JSON. `toJson`: a thing as that JSON, with nothing else of it. */
export function jsonView<Fields extends z.ZodRawShape, const M extends Moments>(
  fields: Fields,
  moments: M,
) {
  const momentSchemas = Object.fromEntries(
    Object.entries(moments).map(([name, kind]) => [name, moment[kind]]),
  ) as MomentSchemas<M>;
  const schema = z.object({ ...fields, ...momentSchemas });
  const names = Object.keys(schema.shape).map((name) => [name, camelCase(name)] as const);
  const toJson = (thing: Shown<Fields, M>): z.input<typeof schema> => {
    const values = thing as Record<string, unknown>;
    return Object.fromEntries(
      names.map(([name, own]) => {
        const value = values[own];
        return [
          name,
          name in moments && typeof value === "number" ? new Date(value).toISOString() : value,
        ];
      }),
    ) as z.input<typeof schema>;
  };
  return { schema, toJson };
}

export const camelCase = (name: string): string =>
  name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** The other way round. */
export const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A body or form of /v1's names as the input of a use case; what was left out stays left out. */
export const toCamelKeys = <T extends Record<string, unknown>>(body: T): CamelKeys<T> =>
  Object.fromEntries(
    Object.entries(body)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [camelCase(name), value]),
  ) as CamelKeys<T>;
