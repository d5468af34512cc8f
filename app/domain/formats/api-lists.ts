/** Lists as callers of /v1 write them. */
import { z } from "zod";

const name = z.string().min(1).max(128);

/** A list in a query: `name[]=a&name[]=b` or `name=a,b`. `x-list` tells the API's description. */
export const queryList = (most: number) =>
  z
    .union([z.string(), z.array(z.string())])
    .transform((value) => [
      ...new Set(
        [value]
          .flat()
          .flatMap((part) => part.split(","))
          .map((part) => part.trim())
          .filter(Boolean),
      ),
    ])
    .pipe(z.array(name).min(1).max(most))
    .meta({ "x-list": true });
