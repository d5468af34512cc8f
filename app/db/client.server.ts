import { drizzle, type DrizzleD1Database } from "drizzle-orm/d1";
import { batchingD1 } from "./batching-d1.ts";
import { BriefMemory } from "./brief-memory.ts";

export type Db = DrizzleD1Database;

/** D1 through drizzle; cheap, one per request. Reads that are asked for side by side go as one. */
export const openDb = (d1: D1Database): Db => drizzle(batchingD1(d1));

/** One memory per isolate and database. */
const memories = new WeakMap<D1Database, BriefMemory>();
const memoryOf = new WeakMap<Db, BriefMemory>();

/** As openDb, and `readCached` caches: for callers that hear of writes, or can use what is two seconds old. */
export function openCachingDb(d1: D1Database): Db {
  const memory = memories.get(d1) ?? new BriefMemory();
  memories.set(d1, memory);
  const db = drizzle(batchingD1(d1, () => memory.forget()));
  memoryOf.set(db, memory);
  return db;
}

/** What `load` says, or said up to two seconds ago; with a Db that does not cache always what it says now. */
export const readCached = <T>(
  db: Db,
  key: string,
  load: () => Promise<T>,
  shouldCache?: (value: T) => boolean,
): Promise<T> => memoryOf.get(db)?.readCached(key, Date.now(), load, shouldCache) ?? load();
