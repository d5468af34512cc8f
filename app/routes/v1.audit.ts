import { z } from "zod";
import { ADMINS } from "#app/domain/access/permissions.ts";
import { auditEntryJson, auditQuery, toAuditEntryJson } from "#app/features/audit/schemas.ts";
import { listAudit } from "#app/features/audit/list-audit.server.ts";
import { defineApi } from "#app/api/define-api.server.ts";

const api = defineApi("/v1/audit", {
  GET: {
    summary:
      "Who did what to what, the newest first: everything for superusers, their customer's for admins. Page on with before=next_before",
    access: ADMINS,
    query: auditQuery,
    response: z.object({ data: z.array(auditEntryJson), next_before: z.int().nullable() }),
    async handle({ deps, actor, query }) {
      const {
        subject_type: subjectType,
        subject_id: subjectId,
        actor_user_id: actorUserId,
        before,
        limit,
      } = query;
      const { entries, nextBefore } = await listAudit(
        { ...deps, actor },
        { before, limit, subjectType, subjectId, actorUserId },
      );
      return { data: entries.map(toAuditEntryJson), next_before: nextBefore };
    },
  },
});
export const loader = api.loader;
export const action = api.action;
