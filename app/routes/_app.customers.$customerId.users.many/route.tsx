import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { listFacilities } from "#app/features/organizations/list-facilities.server.ts";
import { answerPeopleFile } from "#app/features/people/person-access.page.server.ts";
import { PeopleFileForm } from "#app/features/people/people-file-form.tsx";
import { keepTyped } from "#app/kit/forms/keep-typed.ts";
import { readAgainUnlessLost } from "#app/kit/forms/read-again.ts";
import { requireCustomerTab } from "#app/features/organizations/customer.page.server.ts";
import { readForm } from "#app/pages/read-form.server.ts";
import "#app/features/people/texts.ts";

export const handle = { titleKey: "userAdmin.many.title" };
export const clientAction = keepTyped;
export const shouldRevalidate = readAgainUnlessLost;

export async function loader(args: LoaderFunctionArgs) {
  const { ctx, customer, basePath } = await requireCustomerTab(args, "users");
  const facilities = await listFacilities(ctx, { customerId: customer.id });
  return {
    facilities: facilities.map(({ id, name, customerId }) => ({ id, name, customerId })),
    listPath: `${basePath}/users`,
  };
}

export async function action(args: ActionFunctionArgs) {
  const page = await requireCustomerTab(args, "users");
  return answerPeopleFile(page.ctx, page.customer.id, await readForm(args.request));
}

export default function ManyUsers() {
  const answer = useActionData<typeof action>();
  return <PeopleFileForm {...useLoaderData<typeof loader>()} answer={answer} />;
}

export const ErrorBoundary = PageFailure;
