import { and, eq, gt, isNull, or } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { samplerKeys, samplers } from "#app/db/schema/index.ts";

export type KeyHolder = { samplerId: number; deviceId: number; expiresAtMs: number | null };

/** Whose key this is (by its SHA-256, hex); null when no sampler has it or it has expired at `now`. */
export async function findSamplerByKey(
  { db, now }: { db: Db; now: number },
  keyHash: string,
): Promise<KeyHolder | null> {
  const row = await db
    .select({
      samplerId: samplers.id,
      deviceId: samplers.deviceId,
      expiresAtMs: samplerKeys.expiresAt,
    })
    .from(samplerKeys)
    .innerJoin(samplers, eq(samplers.id, samplerKeys.samplerId))
    .where(
      and(
        eq(samplerKeys.keyHash, keyHash),
        or(isNull(samplerKeys.expiresAt), gt(samplerKeys.expiresAt, now)),
      ),
    )
    .get();
  return row ?? null;
}
