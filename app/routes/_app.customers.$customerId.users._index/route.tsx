import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { parseRowId } from "#app/domain/row-id.ts";
import { listManagedPeople } from "#app/features/people/list-managed-people.server.ts";
import { answerAccessForm } from "#app/features/people/person-access.page.server.ts";
import { UserList } from "#app/features/people/user-list.tsx";
import { keepTyped } from "#app/kit/forms/keep-typed.ts";
import { readAgainUnlessLost } from "#app/kit/forms/read-again.ts";
import { textOf } from "#app/pages/answer-form.server.ts";
import { requireCustomerTab } from "#app/features/organizations/customer.page.server.ts";
import { readForm } from "#app/pages/read-form.server.ts";
import { resolveOrDefer } from "#app/pages/resolve-or-defer.server.ts";
import "#app/features/people/texts.ts";

export const handle = { partKey: "crumbs.users" };

export const clientAction = keepTyped;
export const shouldRevalidate = readAgainUnlessLost;

export async function loader(args: LoaderFunctionArgs) {
  const { ctx, customer, basePath } = await requireCustomerTab(args, "users");
  const people = listManagedPeople(ctx, customer.id);
  return {
    people: await resolveOrDefer(people),
    path: `${basePath}/users`,
    servicesPath: `${basePath}/service-accounts`,
    ownId: ctx.actor.userId,
  };
}

export async function action(args: ActionFunctionArgs) {
  const { ctx } = await requireCustomerTab(args, "users");
  const form = await readForm(args.request);
  return answerAccessForm(ctx, parseRowId(textOf(form, "id") ?? "") ?? 0, form);
}

export default function CustomerUsers() {
  const { t } = useTranslation();
  const { servicesPath, ...list } = useLoaderData<typeof loader>();
  return (
    <UserList
      {...list}
      aside={
        <>
          <ButtonLink size="small" to={`${list.path}/many`}>
            {t("userAdmin.many.title")}
          </ButtonLink>
          <ButtonLink size="small" to={servicesPath}>
            {t("services.title")}
          </ButtonLink>
        </>
      }
    />
  );
}

export const ErrorBoundary = PageFailure;
