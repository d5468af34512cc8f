import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { parseRowId } from "#app/domain/row-id.ts";
import { listManagedPeople } from "#app/features/people/list-managed-people.server.ts";
import { answerAccessForm } from "#app/features/people/person-access.page.server.ts";
import { UserList } from "#app/features/people/user-list.tsx";
import { keepTyped } from "#app/kit/forms/keep-typed.ts";
import { readAgainUnlessLost } from "#app/kit/forms/read-again.ts";
import { textOf } from "#app/pages/answer-form.server.ts";
import { requireRole } from "#app/pages/guards.server.ts";
import { readForm } from "#app/pages/read-form.server.ts";
import { resolveOrDefer } from "#app/pages/resolve-or-defer.server.ts";

export const handle = { partKey: "crumbs.users" };

export const clientAction = keepTyped;
export const shouldRevalidate = readAgainUnlessLost;

export async function loader(args: LoaderFunctionArgs) {
  const { ctx } = await requireRole(args, "superuser");
  const people = listManagedPeople(ctx, null);
  return {
    people: await resolveOrDefer(people),
    path: "/admin/users",
    ownId: ctx.actor.userId,
  };
}

export async function action(args: ActionFunctionArgs) {
  const { ctx } = await requireRole(args, "superuser");
  const form = await readForm(args.request);
  return answerAccessForm(ctx, parseRowId(textOf(form, "id") ?? "") ?? 0, form);
}

export default function AdminUsers() {
  return <UserList {...useLoaderData<typeof loader>()} ofAll />;
}

export const ErrorBoundary = PageFailure;
