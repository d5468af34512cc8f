import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { AuthFrame } from "#app/components/layout/auth-frame.tsx";
import { safeRedirect } from "#app/domain/access/redirect.ts";
import { PasswordForm } from "#app/features/people/password-form.tsx";
import { setOwnPassword } from "#app/features/people/set-password.server.ts";
import { keepTyped } from "#app/kit/forms/keep-typed.ts";
import { requireSession } from "#app/pages/guards.server.ts";
import { answerNewPassword } from "#app/features/people/password.page.server.ts";
import { readForm } from "#app/pages/read-form.server.ts";
import "#app/features/people/texts.ts";

export const handle = { titleKey: "password.resetTitle" };

export const clientAction = keepTyped;

export async function loader(args: LoaderFunctionArgs) {
  const { user } = await requireSession(args);
  if (!user.resetPassword)
    throw redirect(safeRedirect(new URL(args.request.url).searchParams.get("redirect")));
  return null;
}

export async function action(args: ActionFunctionArgs) {
  const { ctx } = await requireSession(args);
  const form = await readForm(args.request);
  return answerNewPassword({
    request: args.request,
    deps: ctx,
    form,
    run: (input) => setOwnPassword(ctx, input),
  });
}

/** The answer stays on screen until the page goes on. */
export const shouldRevalidate = () => false;

export default function ForcedResetPage() {
  const { t } = useTranslation();
  const answer = useActionData<typeof action>();
  return (
    <AuthFrame title={t("password.resetTitle")} lead={t("password.forcedLead")}>
      <PasswordForm
        answer={answer}
        submit={t("password.resetSubmit")}
        done={t("password.resetDone")}
      />
    </AuthFrame>
  );
}
