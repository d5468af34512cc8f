import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { PROVIDERS } from "#app/domain/access/permissions.ts";
import { MAKES } from "#app/domain/access/types.ts";
import { EnrollmentKeyList } from "#app/features/enrollment/enrollment-key-list.tsx";
import { listEnrollmentKeys } from "#app/features/enrollment/enrollment-keys.server.ts";
import { answerEnrollmentKeyForm } from "#app/features/enrollment/enrollment.page.server.ts";
import { keepTyped } from "#app/kit/forms/keep-typed.ts";
import { readAgainUnlessLost } from "#app/kit/forms/read-again.ts";
import { requireRole } from "#app/pages/guards.server.ts";
import { readForm } from "#app/pages/read-form.server.ts";
import "#app/features/enrollment/texts.ts";

export const handle = { titleKey: "enrollment.keys" };
export const clientAction = keepTyped;
export const shouldRevalidate = readAgainUnlessLost;

/** For the provider's staff; an oem_superuser has those of their make. */
export async function loader(args: LoaderFunctionArgs) {
  const { ctx, user } = await requireRole(args, ...PROVIDERS);
  return {
    keys: await listEnrollmentKeys(ctx),
    makes: MAKES.filter((make) => ctx.actor.make === null || make === ctx.actor.make),
    ownZone: user.timeZone,
    nowMs: ctx.now,
  };
}

export async function action(args: ActionFunctionArgs) {
  const { ctx } = await requireRole(args, ...PROVIDERS);
  return answerEnrollmentKeyForm(ctx, await readForm(args.request));
}

export default function EnrollmentKeysPage() {
  return <EnrollmentKeyList {...useLoaderData<typeof loader>()} />;
}

export const ErrorBoundary = PageFailure;
