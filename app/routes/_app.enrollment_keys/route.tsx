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
  const { actor, user, deps } = await requireRole(args, ...PROVIDERS);
  return {
    keys: await listEnrollmentKeys({ ...deps, actor }),
    makes: MAKES.filter((make) => actor.make === null || make === actor.make),
    ownZone: user.timeZone,
    nowMs: deps.now,
  };
}

export async function action(args: ActionFunctionArgs) {
  const signedIn = await requireRole(args, ...PROVIDERS);
  return answerEnrollmentKeyForm(signedIn, await readForm(args.request));
}

export default function EnrollmentKeysPage() {
  return <EnrollmentKeyList {...useLoaderData<typeof loader>()} />;
}

export const ErrorBoundary = PageFailure;
