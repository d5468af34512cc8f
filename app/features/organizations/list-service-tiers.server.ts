import { asc } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { serviceTiers } from "#app/db/schema/index.ts";

export type ServiceTier = typeof serviceTiers.$inferSelect;

/** Every service tier, in the order of their making. */
export const listServiceTiers = ({ db }: { db: Db }): Promise<ServiceTier[]> =>
  db.select().from(serviceTiers).orderBy(asc(serviceTiers.id));
