/** The audit log as /v1 answers it. */
import { z } from "zod";
import { AUDIT_MEANS, AUDIT_SUBJECTS } from "#app/domain/access/audit.ts";
import { ACTOR_ROLES } from "#app/domain/access/types.ts";
import { rowIdField } from "#app/domain/row-id-field.ts";
import { apiTime } from "#app/domain/formats/api-time.ts";
import type { AuditRow } from "./list-audit.server.ts";

export const auditQuery = z.object({
  before: rowIdField.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
  subject_type: z.enum(AUDIT_SUBJECTS).optional(),
  subject_id: rowIdField.optional(),
  actor_user_id: rowIdField.optional(),
  start_time: apiTime.optional(),
  end_time: apiTime.optional(),
});

const fields = z.record(z.string(), z.unknown()).nullable();
export const auditEntryJson = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  /** null: nobody was signed in. */
  actor: z
    .object({ id: z.int(), name: z.string().nullable(), role: z.enum(ACTOR_ROLES).nullable() })
    .nullable(),
  /** What acted where nobody was signed in, or with whose token somebody acted; null: the person in the portal. */
  means: z
    .object({ kind: z.enum(AUDIT_MEANS), id: z.int().nullable(), name: z.string().nullable() })
    .nullable(),
  action: z.string(),
  subject_type: z.enum(AUDIT_SUBJECTS),
  subject_id: z.int().nullable(),
  customer_id: z.int().nullable(),
  address: z.string().nullable(),
  before: fields,
  after: fields,
  /** More than 1: so often within an hour of `at`, such as failed sign-ins. */
  count: z.int(),
});

export const toAuditEntryJson = (row: AuditRow): z.input<typeof auditEntryJson> => ({
  id: row.id,
  at: new Date(row.at).toISOString(),
  actor:
    row.actorUserId === null
      ? null
      : { id: row.actorUserId, name: row.actorName, role: row.actorRole },
  means: row.means === null ? null : { kind: row.means, id: row.meansId, name: row.meansName },
  action: row.action,
  subject_type: row.subjectType,
  subject_id: row.subjectId,
  customer_id: row.customerId,
  address: row.address,
  before: row.before,
  after: row.after,
  count: row.count,
});
