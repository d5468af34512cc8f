import { z } from "zod";
import { ADMINS } from "~/domain/access/permissions";
import { auditEntryJson, auditQuery, toAuditEntryJson } from "~/features/audit/schemas";
import { listAudit } from "~/features/audit/list-audit.server";
import { defineApi } from "~/http/define-api.server";

const api = defineApi("/v1/audit", {
  GET: {
    summary:
      "Who did what to what, the newest first: everything for superusers, their customer's for admins. Page on with before=next_before",
    access: ADMINS,
    query: auditQuery,
    response: z.object({ data: z.array(auditEntryJson), next_before: z.int().nullable() }),
    async handle({ deps, actor, query }) {
      const { subject_type: subjectType, subject_id: subjectId, actor_user_id: actorUserId, before, limit } = query;
      const { entries, nextBefore } = await listAudit({ ...deps, actor }, { before, limit, subjectType, subjectId, actorUserId });
      return { data: entries.map(toAuditEntryJson), next_before: nextBefore };
    },
  },
});
export const loader = api.loader;
export const action = api.action;
