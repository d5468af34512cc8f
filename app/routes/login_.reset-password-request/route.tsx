import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { AuthFrame } from "#app/components/layout/auth-frame.tsx";
import { AppError } from "#app/domain/errors.ts";
import { resetRequest } from "#app/features/people/access-forms.ts";
import { ResetRequestForm, ResetSent } from "#app/features/people/reset-request-form.tsx";
import { requestPasswordReset } from "#app/features/people/request-password-reset.server.ts";
import { keepTyped } from "#app/kit/forms/keep-typed.ts";
import { readAgainUnlessLost } from "#app/kit/forms/read-again.ts";
import { answerForm } from "#app/pages/answer-form.server.ts";
import { requireAnonymous } from "#app/pages/guards.server.ts";
import { readForm } from "#app/pages/read-form.server.ts";
import { negotiateLocale } from "#app/platform/preferences.server.ts";
import "#app/features/people/texts.ts";

export const handle = { titleKey: "resetRequest.title" };
export const clientAction = keepTyped;
export const shouldRevalidate = readAgainUnlessLost;

const EMAIL_LENGTH = 254;

export async function loader(args: LoaderFunctionArgs) {
  await requireAnonymous(args);
  const email = new URL(args.request.url).searchParams.get("email") ?? "";
  return { email: email.slice(0, EMAIL_LENGTH) };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  const { deps } = await requireAnonymous(args);
  return answerForm({
    intent: "reset_request",
    form: await readForm(request),
    schema: resetRequest,
    run: async ({ email }) => {
      const outcome = await requestPasswordReset(deps, {
        email,
        locale: await negotiateLocale(request, null),
        requestId: crypto.randomUUID(),
        address: deps.address,
      });
      if (outcome.status === "requested") return { email };
      const { status, retryAfterSeconds } = outcome;
      throw new AppError(status, { retryAfterSeconds });
    },
  });
}

export default function ResetRequestPage() {
  const { t } = useTranslation();
  const { email } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const sentTo = answer?.done?.email;
  return (
    <AuthFrame title={t("resetRequest.title")} lead={t("resetRequest.lead")}>
      {sentTo === undefined ? (
        <ResetRequestForm email={email} answer={answer} />
      ) : (
        <ResetSent email={sentTo} />
      )}
    </AuthFrame>
  );
}
