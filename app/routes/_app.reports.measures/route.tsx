import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useTranslation } from "react-i18next";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { NotYet } from "#app/components/ui/not-yet.tsx";
import { requireUser } from "#app/pages/guards.server.ts";

export async function loader(args: LoaderFunctionArgs) {
  await requireUser(args);
  return null;
}

export default function MeasuresReport() {
  const { t } = useTranslation();
  return <NotYet>{t("notYet.reports")}</NotYet>;
}

export const ErrorBoundary = PageFailure;
