/** Lists as callers of /v1 write them. */
import { z } from "zod";

const name = z.string().min(1).max(128);

/**
 * A list in a query: `name[]=a&name[]=b`, each a name as it is, or `name=a,b`, split at its commas. `x-list` tells the
 * API's description.
 */
export const queryList = (most: number) =>
  z
    .union([z.string(), z.array(z.string())])
    .transform((value) => {
      const parts = typeof value === "string" ? value.split(",").map((part) => part.trim()) : value;
      return [...new Set(parts.filter(Boolean))];
    })
    .pipe(z.array(name).min(1).max(most))
    .meta({ "x-list": true });
