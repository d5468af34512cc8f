import type { Db } from "#app/db/client.server.ts";
import { passesTier, type TierCheck } from "#app/domain/access/permissions.ts";
import { listServiceTiers } from "./list-service-tiers.server.ts";

/** The name of the first service tier that opens a feature to a customer's people; null when none does. */
export async function findFirstTier(deps: { db: Db }, check: TierCheck): Promise<string | null> {
  const tiers = await listServiceTiers(deps);
  return tiers.find((tier) => passesTier({ role: "user" }, tier, check))?.name ?? null;
}
