import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Page } from "#app/components/layout/page.tsx";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { groupByCustomer } from "#app/features/displays/display.ts";
import { DisplaysPanel } from "#app/features/displays/displays-panel.tsx";
import { answerDisplayForm } from "#app/features/displays/displays.page.server.ts";
import { listDisplays } from "#app/features/displays/displays.server.ts";
import { listCustomers } from "#app/features/organizations/list-customers.server.ts";
import { listFacilities } from "#app/features/organizations/list-facilities.server.ts";
import { keepTyped } from "#app/kit/forms/keep-typed.ts";
import { readAgainUnlessLost } from "#app/kit/forms/read-again.ts";
import { requireRole } from "#app/pages/guards.server.ts";
import { readForm } from "#app/pages/read-form.server.ts";
import "#app/features/displays/pairing/texts.ts";

export const handle = { titleKey: "displays.title" };
export const clientAction = keepTyped;
export const shouldRevalidate = readAgainUnlessLost;

const requireManager = (args: Pick<LoaderFunctionArgs, "request" | "context">) =>
  requireRole(args, "admin", "superuser", "oem_superuser");

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { ctx, user } = await requireManager({ request, context });
  const [displays, facilities, customers] = await Promise.all([
    listDisplays(ctx),
    listFacilities(ctx),
    listCustomers(ctx),
  ]);
  return {
    displays,
    groups: groupByCustomer(
      customers,
      facilities.map(({ id, name, city, state, timezone, customerId }) => ({
        id,
        name,
        city,
        state,
        timezone,
        customerId,
      })),
    ),
    // workerd's list lacks UTC, the zone of whoever has no facility yet.
    timeZones: [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone")])],
    ownZone: user.timeZone,
    address: `${new URL(ctx.publicOrigin || request.url).host}/display`,
    nowMs: ctx.now,
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { ctx } = await requireManager({ request, context });
  const form = await readForm(request);
  return answerDisplayForm(ctx, form);
}

export default function DisplaysPage() {
  const { t } = useTranslation();
  const answer = useActionData<typeof action>();
  return (
    <Page
      title={t("displays.title")}
      aside={<p className="text-sm text-ink-soft">{t("displays.lead")}</p>}
      narrow
    >
      <DisplaysPanel {...useLoaderData<typeof loader>()} answer={answer} />
    </Page>
  );
}

export const ErrorBoundary = PageFailure;
