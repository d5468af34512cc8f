import { sql, type SQL } from "drizzle-orm";
import { devices, facilities } from "../../db/schema/index.ts";
import type { Actor } from "../../domain/access/types.ts";
import { writeAudit, type AuditDeps } from "../audit/write-audit.server.ts";

type Change = {
  action: `sampler.${string}` | `mapping.${string}`;
  id: number | SQL<number>;
  deviceId: number;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
};

/** Notes a change of a sampler or mapping, for the customer in whose plant the machine stands. */
export const auditSampler = (deps: AuditDeps & { actor: Actor }, { action, id, deviceId, before, after }: Change) =>
  writeAudit(deps, {
    actor: deps.actor,
    action,
    subject: { type: action.startsWith("mapping.") ? "mapping" : "sampler", id },
    customerId: sql<number>`(select ${facilities.customerId} from ${facilities} join ${devices} on ${devices.facilityId} = ${facilities.id} where ${devices.id} = ${deviceId})`,
    before: before ? { device_id: deviceId, ...before } : null,
    after: after ? { device_id: deviceId, ...after } : null,
  });
