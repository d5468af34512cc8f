import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { EmailCcList } from "#app/features/mail/email-cc-list.tsx";
import { answerEmailCcForm } from "#app/features/mail/email-ccs.page.server.ts";
import { listEmailCcs, listPotentialEmails } from "#app/features/mail/email-ccs.server.ts";
import { keepTyped } from "#app/kit/forms/keep-typed.ts";
import { readAgainUnlessLost } from "#app/kit/forms/read-again.ts";
import { requireRole } from "#app/pages/guards.server.ts";
import { readForm } from "#app/pages/read-form.server.ts";

export const handle = { partKey: "crumbs.notifications" };

export const clientAction = keepTyped;
export const shouldRevalidate = readAgainUnlessLost;

export async function loader(args: LoaderFunctionArgs) {
  const { ctx } = await requireRole(args, "superuser");
  const [people, potentialEmails] = await Promise.all([
    listEmailCcs(ctx),
    listPotentialEmails(ctx),
  ]);
  return { copied: people, offeredEmails: potentialEmails };
}

export async function action(args: ActionFunctionArgs) {
  const { ctx } = await requireRole(args, "superuser");
  const form = await readForm(args.request);
  return answerEmailCcForm(ctx, form);
}

export default function AdminNotifications() {
  const { copied, offeredEmails } = useLoaderData<typeof loader>();
  return <EmailCcList copied={copied} potentialEmails={offeredEmails} />;
}

export const ErrorBoundary = PageFailure;
