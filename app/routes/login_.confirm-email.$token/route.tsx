import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { AuthFrame } from "#app/components/layout/auth-frame.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { confirmEmailChange, findEmailChange } from "#app/features/people/change-email.server.ts";
import { ConfirmEmailForm } from "#app/features/people/confirm-email-form.tsx";
import { keepTyped } from "#app/kit/forms/keep-typed.ts";
import { answerForm, nothing } from "#app/pages/answer-form.server.ts";
import { refuseForeignForms } from "#app/pages/guards.server.ts";
import { readForm } from "#app/pages/read-form.server.ts";
import { getDeps } from "#app/platform/context.server.ts";
import "#app/features/people/texts.ts";

export const clientAction = keepTyped;

/** Needs no session: whoever reads the mail owns the address. A read alone changes nothing, since mail scanners read too. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const found = await findEmailChange(getDeps(context, request), params["token"] ?? "");
  const headers = { "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" };
  const titleKey = found === null ? "confirmEmail.deadTitle" : "confirmEmail.title";
  const status = found === null ? 404 : 200;
  return data({ email: found?.email ?? null, titleKey }, { status, headers });
}

export async function action(args: ActionFunctionArgs) {
  refuseForeignForms(args);
  const { request, context, params } = args;
  return answerForm({
    intent: "confirm_email",
    form: await readForm(request),
    schema: nothing,
    usesUpLink: true,
    run: () => confirmEmailChange(getDeps(context, request), params["token"] ?? ""),
  });
}

/** The link is used up by the answer itself: it stays on screen. */
export const shouldRevalidate = () => false;

export default function ConfirmEmailPage() {
  const { t } = useTranslation();
  const { email } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const refused = answer?.done === null ? answer.result.error : undefined;
  const isLost = refused?.[""]?.some(({ code }) => code !== "gone") === true;
  const problem =
    refused?.["email"] !== undefined
      ? ("taken" as const)
      : (refused && !isLost) || (email === null && !answer)
        ? ("dead" as const)
        : null;
  if (problem !== null)
    return (
      <AuthFrame title={t("confirmEmail.deadTitle")} lead={t(`confirmEmail.${problem}`)}>
        <ButtonLink to="/account" className="w-full">
          {t("unsubscribe.toAccount")}
        </ButtonLink>
      </AuthFrame>
    );
  if (answer?.done)
    return (
      <AuthFrame
        title={t("confirmEmail.doneTitle")}
        lead={t("confirmEmail.done", { email: answer.done.email })}
      >
        <ButtonLink to="/login" tone="primary" className="w-full">
          {t("confirmEmail.go")}
        </ButtonLink>
      </AuthFrame>
    );
  return (
    <AuthFrame
      title={t("confirmEmail.title")}
      lead={t("confirmEmail.lead", { email: email ?? "" })}
    >
      <ConfirmEmailForm answer={answer} />
    </AuthFrame>
  );
}
