import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Page } from "#app/components/layout/page.tsx";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { AlarmJournal } from "#app/features/alarms/alarm-journal.tsx";
import { readJournalSearch } from "#app/features/alarms/journal-question.ts";
import { countJournal, listJournal } from "#app/features/alarms/list-journal.server.ts";
import { listMachines } from "#app/features/machines/list-machines.server.ts";
import { findMasking } from "#app/platform/demo-mode.server.ts";
import { requireUser } from "#app/pages/guards.server.ts";
import "#app/features/alarms/texts.ts";

export const handle = { titleKey: "crumbs.journal" };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { actor, user, deps } = await requireUser({ request, context });
  const { filter, isOldestFirst, page, size } = readJournalSearch(
    new URL(request.url).search,
    deps.now,
  );
  const ctx = { ...deps, actor };
  const [lines, total, machines] = await Promise.all([
    listJournal(ctx, filter, { limit: size, offset: (page - 1) * size, isOldestFirst }),
    countJournal(ctx, filter),
    listMachines(ctx),
  ]);
  const facilities = new Map(
    machines.flatMap(({ facility }) => (facility === null ? [] : [[facility.id, facility.name]])),
  );
  return {
    lines,
    total,
    machines: machines.map(({ id, name }) => ({ id, name })),
    facilities: [...facilities].map(([id, name]) => ({ id, name })),
    hasFile: (await findMasking(request, user)) === null,
  };
}

export default function JournalPage() {
  const { t } = useTranslation();
  return (
    <Page
      title={t("crumbs.journal")}
      aside={<p className="text-sm text-ink-soft">{t("journal.lead")}</p>}
    >
      <AlarmJournal {...useLoaderData<typeof loader>()} />
    </Page>
  );
}

export const ErrorBoundary = PageFailure;
