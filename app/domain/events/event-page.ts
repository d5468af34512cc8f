/** How a call asks for the next page of a machine's events. */
import { z } from "zod";
import { placeText } from "#app/domain/formats/list-place.ts";

/** Of one answer. */
export const MAX_EVENTS = 5000;

export const eventPageQuery = {
  /** The `next_before` of the page before. */
  before: placeText.optional(),
  limit: z.coerce.number().int().min(1).max(MAX_EVENTS).default(MAX_EVENTS),
};
