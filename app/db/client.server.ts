import { drizzle, type DrizzleD1Database } from "drizzle-orm/d1";
import * as schema from "./schema/index.ts";

export type Db = DrizzleD1Database<typeof schema>;

/** D1 through drizzle; cheap, one per request. */
export const openDb = (d1: D1Database): Db => drizzle(d1, { schema });
