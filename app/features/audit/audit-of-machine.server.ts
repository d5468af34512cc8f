import { sql, type SQL } from "drizzle-orm";
import { devices, facilities } from "#app/db/schema/index.ts";
import type { AuditAction, AuditSubject } from "#app/domain/access/audit.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { writeAudit, type AuditDeps } from "#app/platform/audit/write-audit.server.ts";

export type MachineChange = {
  action: AuditAction;
  id: number | SQL<number>;
  deviceId: number;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
  mustChange?: boolean;
};

/** Notes a change of something that belongs to a machine, for the customer in whose plant the machine stands. */
export const auditOfMachine = (
  deps: AuditDeps & { actor: Actor },
  { action, id, deviceId, before, after, mustChange = false }: MachineChange,
) =>
  writeAudit(deps, {
    actor: deps.actor,
    action,
    mustChange,
    subject: { type: action.slice(0, action.indexOf(".")) as AuditSubject, id },
    customerId: sql<number>`(select ${facilities.customerId} from ${facilities} join ${devices} on ${devices.facilityId} = ${facilities.id} where ${devices.id} = ${deviceId})`,
    before: before ? { device_id: deviceId, ...before } : null,
    after: after ? { device_id: deviceId, ...after } : null,
  });
