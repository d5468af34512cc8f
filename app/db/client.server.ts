import { drizzle, type DrizzleD1Database } from "drizzle-orm/d1";
import { gatherReads } from "./gather-reads.ts";
import * as schema from "./schema/index.ts";

export type Db = DrizzleD1Database<typeof schema>;

/** D1 through drizzle; cheap, one per request. Reads that are asked for side by side go as one. */
export const openDb = (d1: D1Database): Db => drizzle(gatherReads(d1), { schema });
