import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Page } from "#app/components/layout/page.tsx";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { AlarmJournal } from "#app/features/alarms/alarm-journal.tsx";
import { loadJournal } from "#app/features/alarms/load-journal.server.ts";
import { listMachines } from "#app/features/machines/list-machines.server.ts";
import { readAgainUnlessLost } from "#app/kit/forms/read-again.ts";
import { findMasking } from "#app/platform/demo-mode.server.ts";
import { negotiateLocale } from "#app/platform/preferences.server.ts";
import { requireUser } from "#app/pages/guards.server.ts";
import "#app/features/alarms/texts.ts";

export const handle = { titleKey: "crumbs.journal" };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { ctx, user } = await requireUser({ request, context });
  const locale = await negotiateLocale(request, user.locale);
  const [{ lines, total }, machines] = await Promise.all([
    loadJournal(ctx, new URL(request.url).search, locale),
    listMachines(ctx),
  ]);
  const placed = machines.flatMap(({ facility }) => facility ?? []);
  const facilities = new Map(placed.map(({ id, name }) => [id, name]));
  const customers = new Map(
    placed.map(({ customerId, customerName }) => [customerId, customerName]),
  );
  return {
    lines,
    total,
    machines: machines.map(({ id, name }) => ({ id, name })),
    facilities: [...facilities].map(([id, name]) => ({ id, name })),
    customers: [...customers].map(([id, name]) => ({ id, name })),
    hasFile: (await findMasking(request, user)) === null,
  };
}

export const shouldRevalidate = readAgainUnlessLost;

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
