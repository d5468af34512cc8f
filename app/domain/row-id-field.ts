import { z } from "zod";
import { parseRowId } from "./row-id.ts";

/**
 * A row id in a query, a form or JSON: a number, or text of decimal digits as in a path. `0x10`, `1e1` and `true` are none.
 */
export const rowIdField = z.preprocess((id) => {
  if (typeof id !== "string") return id;
  return id === "" ? undefined : (parseRowId(id) ?? Number.NaN);
}, z.int().positive());
