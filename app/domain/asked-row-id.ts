import { z } from "zod";
import { parseRowId } from "./row-id.ts";

/** A row id as a query spells it, in decimal digits as in a path: `0x10` and `1e1` are none. */
export const askedRowId = z.preprocess(
  (text) => (typeof text === "string" ? (parseRowId(text) ?? Number.NaN) : text),
  z.coerce.number().int().min(1),
);
