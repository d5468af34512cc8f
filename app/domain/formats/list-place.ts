/** Where a page of a list ended that is ordered by time and id, as a call's `next_before` says it: `<milliseconds>-<id>`. */
import { z } from "zod";
import { problemText } from "#app/domain/problems.ts";

/** Unix milliseconds; the id tells those of one millisecond apart. */
export type ListPlace = { at: number; id: number };

const PLACE = /^(\d{1,15})-(\d{1,15})$/;

/** The `next_before` of the page before, as a call takes it. */
export const placeText = z
  .string()
  .max(40)
  .regex(PLACE, problemText({ code: "not_correct" }));

export const writePlace = ({ at, id }: ListPlace): string => `${at}-${id}`;

/** undefined: it names no place. */
export function readPlace(text: string): ListPlace | undefined {
  const [, at, id] = PLACE.exec(text) ?? [];
  return at === undefined ? undefined : { at: Number(at), id: Number(id) };
}
