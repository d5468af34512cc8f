import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useTranslation } from "react-i18next";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { NotYet } from "#app/components/ui/not-yet.tsx";
import { requireRole } from "#app/pages/guards.server.ts";

export async function loader(args: LoaderFunctionArgs) {
  await requireRole(args, "superuser");
  return null;
}

export default function AdminNotifications() {
  const { t } = useTranslation();
  return <NotYet>{t("notYet.admin")}</NotYet>;
}

export const ErrorBoundary = PageFailure;
