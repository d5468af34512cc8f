import { eq, sql } from "drizzle-orm";
import { devices } from "#app/db/schema/index.ts";
import { canConfigureMachine } from "#app/domain/access/permissions.ts";
import { AppError } from "#app/domain/errors.ts";
import { auditOfMachine } from "#app/features/audit/audit-of-machine.server.ts";
import { requireMachineInService } from "#app/features/machines/get-machine.server.ts";
import { pushRecorderConfig } from "#app/features/samplers/push-recorder-config.server.ts";
import type { ConfigureDeps } from "./update-machine.server.ts";

/** Sends the recorder of a machine anew all that it must know. Answers when, in Unix milliseconds. */
export async function refreshShadow(
  deps: ConfigureDeps,
  idOrSerial: string | number,
): Promise<{ lastShadowUpdateAt: number }> {
  const { db, now, actor } = deps;
  if (!canConfigureMachine(actor)) throw new AppError("forbidden");
  const { id, lastShadowUpdateAt } = await requireMachineInService(deps, idOrSerial);
  await db.batch([
    db
      .update(devices)
      .set({ lastShadowUpdateAt: now, recorderVersion: sql`${devices.recorderVersion} + 1` })
      .where(eq(devices.id, id)),
    auditOfMachine(deps, {
      action: "machine.shadow_refreshed",
      id,
      deviceId: id,
      before: { last_shadow_update_at: lastShadowUpdateAt },
      after: { last_shadow_update_at: now },
    }),
  ]);
  await pushRecorderConfig(deps, id);
  return { lastShadowUpdateAt: now };
}
