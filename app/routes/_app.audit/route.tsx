import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Page } from "#app/components/layout/page.tsx";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { AuditLog } from "#app/features/audit/audit-log.tsx";
import { readAuditFilter, toAuditQuery } from "#app/features/audit/audit-view.ts";
import { listAudit } from "#app/features/audit/list-audit.server.ts";
import { listPeople } from "#app/features/people/list-people.server.ts";
import { parseRowId } from "#app/domain/row-id.ts";
import { readAgainUnlessLost } from "#app/kit/forms/read-again.ts";
import { findMasking } from "#app/platform/demo-mode.server.ts";
import { requireRole } from "#app/pages/guards.server.ts";
import "#app/features/audit/texts.ts";

export const handle = { titleKey: "nav.audit" };

const PER_PAGE = 50;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { ctx, user } = await requireRole({ request, context }, "superuser", "admin");
  const query = new URL(request.url).searchParams;
  const filter = readAuditFilter(query);
  const before = parseRowId(query.get("before") ?? "");
  const [{ entries, nextBefore }, people] = await Promise.all([
    listAudit(ctx, {
      ...toAuditQuery(filter, ctx.now),
      limit: PER_PAGE,
      ...(before === null ? {} : { before }),
    }),
    listPeople(ctx),
  ]);
  return {
    audit: entries.map(({ customerId: _owner, countedAs: _counted, ...entry }) => entry),
    filter,
    people: people.map(({ id, firstName, lastName }) => ({ id, firstName, lastName })),
    nextBefore,
    isFirst: before === null,
    ownZone: user.timeZone,
    nowMs: ctx.now,
    hasFile: (await findMasking(request, user)) === null,
  };
}

export const shouldRevalidate = readAgainUnlessLost;

export default function AuditPage() {
  const { t } = useTranslation();
  return (
    <Page
      title={t("audit.title")}
      aside={<p className="text-sm text-ink-soft">{t("audit.lead")}</p>}
    >
      <AuditLog {...useLoaderData<typeof loader>()} />
    </Page>
  );
}

export const ErrorBoundary = PageFailure;
