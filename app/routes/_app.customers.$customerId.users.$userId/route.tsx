import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { loadUserPage } from "#app/features/people/load-user-page.server.ts";
import { answerPersonForm } from "#app/features/people/person-access.page.server.ts";
import { UserPage } from "#app/features/people/user-page.tsx";
import { keepTyped } from "#app/kit/forms/keep-typed.ts";
import { readAgainUnlessLost } from "#app/kit/forms/read-again.ts";
import { requireCustomerUser } from "#app/features/organizations/customer.page.server.ts";
import { readForm } from "#app/pages/read-form.server.ts";

export const clientAction = keepTyped;
export const shouldRevalidate = readAgainUnlessLost;

export async function loader(args: LoaderFunctionArgs) {
  const page = await requireCustomerUser(args);
  const { ctx, user, person, title, crumbNames, basePath } = page;
  return {
    title,
    crumbNames,
    listPath: `${basePath}/users`,
    ownZone: user.timeZone,
    ...(await loadUserPage(ctx, person)),
  };
}

export async function action(args: ActionFunctionArgs) {
  const page = await requireCustomerUser(args);
  return answerPersonForm(page.ctx, page.person.id, await readForm(args.request));
}

export default function CustomerUser() {
  const answer = useActionData<typeof action>();
  return <UserPage {...useLoaderData<typeof loader>()} answer={answer} />;
}

export const ErrorBoundary = PageFailure;
