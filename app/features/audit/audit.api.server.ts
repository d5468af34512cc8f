import { z } from "zod";
import { ADMINS } from "#app/domain/access/permissions.ts";
import { auditEntryJson, auditQuery, toAuditEntryJson } from "./schemas.ts";
import { listAudit } from "./list-audit.server.ts";
import { defineApi } from "#app/api/define-api.server.ts";

export const auditApi = [
  defineApi("/v1/audit", {
    GET: {
      summary:
        "Who did what to what, the newest first: everything for superusers, their customer's for admins. Page on with before=next_before",
      access: ADMINS,
      query: auditQuery,
      response: z.object({ data: z.array(auditEntryJson), next_before: z.int().nullable() }),
      async handle({ ctx, query }) {
        const {
          subject_type: subjectType,
          subject_id: subjectId,
          actor_user_id: actorUserId,
          start_time: from,
          end_time: until,
          before,
          limit,
        } = query;
        const { entries, nextBefore } = await listAudit(ctx, {
          before,
          limit,
          subjectType,
          subjectId,
          actorUserId,
          from,
          until,
        });
        return { data: entries.map(toAuditEntryJson), next_before: nextBefore };
      },
    },
  }),
];
