import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { AuthFrame } from "#app/components/layout/auth-frame.tsx";
import { DEAD_LINK_TITLE, DeadLink } from "#app/features/people/dead-link.tsx";
import { PasswordForm } from "#app/features/people/password-form.tsx";
import { findPasswordToken } from "#app/features/people/password-token.server.ts";
import { setPasswordByToken } from "#app/features/people/set-password.server.ts";
import { keepTyped } from "#app/kit/forms/keep-typed.ts";
import { requireAnonymous } from "#app/pages/guards.server.ts";
import { answerNewPassword } from "#app/features/people/password.page.server.ts";
import { readForm } from "#app/pages/read-form.server.ts";
import "#app/features/people/texts.ts";

export const clientAction = keepTyped;

export async function loader(args: LoaderFunctionArgs) {
  const { deps } = await requireAnonymous(args);
  const link = await findPasswordToken(deps, args.params["token"] ?? "");
  const titleKey = link === null ? DEAD_LINK_TITLE : "password.resetTitle";
  return data({ works: link !== null, titleKey }, { status: link === null ? 404 : 200 });
}

export async function action(args: ActionFunctionArgs) {
  const { deps } = await requireAnonymous(args);
  const token = args.params["token"] ?? "";
  const form = await readForm(args.request);
  return answerNewPassword({
    request: args.request,
    deps,
    form,
    run: (input) => setPasswordByToken(deps, { token, ...input }),
  });
}

/** The link is used up by the answer itself: it stays on screen until the page goes on. */
export const shouldRevalidate = () => false;

export default function ResetPasswordPage() {
  const { t } = useTranslation();
  const { works } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if (!works && !answer?.done) return <DeadLink canRequest />;
  return (
    <AuthFrame title={t("password.resetTitle")} lead={t("password.resetLead")}>
      <PasswordForm
        answer={answer}
        submit={t("password.resetSubmit")}
        done={t("password.resetDone")}
      />
    </AuthFrame>
  );
}
