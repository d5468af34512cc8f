import { data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useTranslation } from "react-i18next";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { Page } from "#app/components/layout/page.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { ShieldAlert } from "lucide-react";
import { requireUser } from "#app/pages/guards.server.ts";

export const handle = { titleKey: "partsQuote.title" };

/** Helios has issued no link of this kind yet, so that none is valid. */
export async function loader(args: LoaderFunctionArgs) {
  await requireUser(args);
  return data(null, { status: 401 });
}

export default function PartsQuotePage() {
  const { t } = useTranslation();
  return (
    <Page title={t("partsQuote.title")}>
      <EmptyState
        icon={<ShieldAlert className="size-6" aria-hidden="true" />}
        title={t("partsQuote.unauthorizedTitle")}
        action={<ButtonLink to="/dashboard">{t("errors.toDashboard")}</ButtonLink>}
      >
        {t("partsQuote.unauthorized")}
      </EmptyState>
    </Page>
  );
}

export const ErrorBoundary = PageFailure;
