import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { AuthFrame } from "#app/components/layout/auth-frame.tsx";
import { DEAD_LINK_TITLE, DeadLink } from "#app/features/people/dead-link.tsx";
import { PasswordForm } from "#app/features/people/password-form.tsx";
import { createFirstSuperuser } from "#app/features/people/create-first-superuser.server.ts";
import { findPasswordToken } from "#app/features/people/password-token.server.ts";
import { setPasswordByToken } from "#app/features/people/set-password.server.ts";
import { keepTyped } from "#app/kit/forms/keep-typed.ts";
import { requireAnonymous } from "#app/pages/guards.server.ts";
import {
  answerFirstPassword,
  answerNewPassword,
} from "#app/features/people/password.page.server.ts";
import { readForm } from "#app/pages/read-form.server.ts";
import "#app/features/people/texts.ts";

const TITLES = { first: "firstSuperuser.title", invited: "password.setupTitle" } as const;

export const clientAction = keepTyped;

export async function loader(args: LoaderFunctionArgs) {
  const { deps } = await requireAnonymous(args);
  const link = await findPasswordToken(deps, args.params["token"] ?? "");
  const isFirst = link?.purpose === "first_superuser";
  const titleKey = link === null ? DEAD_LINK_TITLE : TITLES[isFirst ? "first" : "invited"];
  return data({ works: link !== null, isFirst, titleKey }, { status: link === null ? 404 : 200 });
}

export async function action(args: ActionFunctionArgs) {
  const { deps } = await requireAnonymous(args);
  const token = args.params["token"] ?? "";
  const form = await readForm(args.request);
  const question = { request: args.request, deps, form };
  return form.has("email")
    ? answerFirstPassword({
        ...question,
        run: (input) => createFirstSuperuser(deps, { token, ...input }),
      })
    : answerNewPassword({
        ...question,
        run: (input) => setPasswordByToken(deps, { token, ...input }),
      });
}

/** The link is used up by the answer itself: it stays on screen until the page goes on. */
export const shouldRevalidate = () => false;

export default function SetupPasswordPage() {
  const { t } = useTranslation();
  const { works, isFirst } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if (!works && !answer?.done) return <DeadLink />;
  return (
    <AuthFrame
      title={t(TITLES[isFirst ? "first" : "invited"])}
      lead={t(isFirst ? "firstSuperuser.lead" : "password.setupLead")}
    >
      <PasswordForm
        asksWho={isFirst}
        answer={answer}
        submit={t(isFirst ? "firstSuperuser.submit" : "password.setupSubmit")}
        done={t(isFirst ? "firstSuperuser.done" : "password.setupDone")}
      />
    </AuthFrame>
  );
}
