import { redirect, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { writeAuditFile } from "#app/features/audit/audit-file.server.ts";
import { readAuditFilter, toAuditQuery } from "#app/features/audit/audit-view.ts";
import { answerFile } from "#app/pages/answer-file.server.ts";
import { requireRole } from "#app/pages/guards.server.ts";
import { findMasking } from "#app/platform/demo-mode.server.ts";

/** What the audit page's filter finds, as CSV. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { ctx, user } = await requireRole({ request, context }, "superuser", "admin");
  // In demo mode it would tell what the page hides.
  if ((await findMasking(request, user)) !== null) throw redirect("/audit");
  const filter = readAuditFilter(new URL(request.url).searchParams);
  const chunks = writeAuditFile(ctx, toAuditQuery(filter, ctx.now));
  return answerFile(ctx, () =>
    Promise.resolve({ name: "helios-audit.csv", type: "text/csv", chunks }),
  );
}
