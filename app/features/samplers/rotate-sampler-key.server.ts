import { and, eq, gt, isNull, or } from "drizzle-orm";
import { onlyIf } from "#app/db/only-if.ts";
import { isInService } from "#app/db/scopes.ts";
import { samplerKeys } from "#app/db/schema/index.ts";
import { outOfService } from "#app/domain/access/in-service.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { hashSamplerKey, REPLACED_KEY_MS } from "#app/domain/samplers/keys.ts";
import { newSamplerKey } from "./new-sampler-key.server.ts";
import { auditOfMachine } from "#app/features/audit/audit-of-machine.server.ts";
import {
  bumpRecorderVersion,
  pushRecorderConfig,
  type ConfigPushDeps,
} from "./push-recorder-config.server.ts";
import { isForeignKeyRefused, isNullRefused } from "#app/platform/db-errors.ts";
import { noSuchSampler, requireSamplerInService } from "./sampler-record.server.ts";

/** `previous_key_expires_at` is null where none was valid any more, as after a machine was brought back into service. */
export type RotatedKey = { id: number; key: string; previous_key_expires_at: string | null };

/**
 * A new key; the old one stays valid for one more hour, so that nothing is lost while it is carried to the site. 409 for
 * a machine that is out of service: it takes no samples.
 */
export async function rotateSamplerKey(
  deps: ConfigPushDeps & { actor: Actor },
  samplerId: string | number,
): Promise<RotatedKey> {
  const { db, now } = deps;
  const { id, deviceId } = await requireSamplerInService(deps, samplerId);
  const key = newSamplerKey();
  const keyHash = await hashSamplerKey(key);
  const expiresAt = now + REPLACED_KEY_MS;
  const rotating = db.batch([
    // A key that was to expire sooner does not live on because of this.
    db
      .update(samplerKeys)
      .set({ expiresAt })
      .where(
        and(
          eq(samplerKeys.samplerId, id),
          or(isNull(samplerKeys.expiresAt), gt(samplerKeys.expiresAt, expiresAt)),
        ),
      )
      .returning({ id: samplerKeys.samplerId }),
    db
      .insert(samplerKeys)
      .values({ samplerId: onlyIf(isInService(deviceId), id), keyHash, createdAt: now }),
    bumpRecorderVersion(deps, deviceId),
    auditOfMachine(deps, {
      action: "sampler.key_rotated",
      id,
      deviceId,
      after: { previous_valid_until: expiresAt },
    }),
  ]);
  const [previous] = await rotating.catch((error: unknown) => {
    if (isNullRefused(error, "sampler_keys.sampler_id")) throw outOfService();
    throw isForeignKeyRefused(error) ? noSuchSampler() : error;
  });
  await pushRecorderConfig(deps, deviceId);
  const wasValid = previous.length > 0;
  return { id, key, previous_key_expires_at: wasValid ? new Date(expiresAt).toISOString() : null };
}
