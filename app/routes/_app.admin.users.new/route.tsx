import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { ROLES } from "#app/domain/access/types.ts";
import { listCustomers } from "#app/features/organizations/list-customers.server.ts";
import { listFacilities } from "#app/features/organizations/list-facilities.server.ts";
import { answerNewPerson } from "#app/features/people/person-access.page.server.ts";
import { UserForm } from "#app/features/people/user-form.tsx";
import { keepTyped } from "#app/kit/forms/keep-typed.ts";
import { readAgainUnlessLost } from "#app/kit/forms/read-again.ts";
import { requireRole } from "#app/pages/guards.server.ts";
import { readForm } from "#app/pages/read-form.server.ts";
import "#app/features/people/texts.ts";

export const handle = { titleKey: "userAdmin.newUser" };
export const clientAction = keepTyped;
export const shouldRevalidate = readAgainUnlessLost;

export async function loader(args: LoaderFunctionArgs) {
  const { ctx } = await requireRole(args, "superuser");
  const [facilities, customers] = await Promise.all([listFacilities(ctx), listCustomers(ctx)]);
  return {
    facilities: facilities.map(({ id, name, customerId }) => ({ id, name, customerId })),
    customers: customers.map(({ id, name }) => ({ id, name })),
    listPath: "/admin/users",
  };
}

export async function action(args: ActionFunctionArgs) {
  const { ctx } = await requireRole(args, "superuser");
  return answerNewPerson(ctx, null, await readForm(args.request));
}

export default function AdminNewUser() {
  const answer = useActionData<typeof action>();
  return (
    <UserForm {...useLoaderData<typeof loader>()} person={null} roles={ROLES} answer={answer} />
  );
}

export const ErrorBoundary = PageFailure;
