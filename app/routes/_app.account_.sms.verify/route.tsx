import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { Card, Page } from "#app/components/layout/page.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { maskPhone } from "#app/domain/phone.ts";
import { phoneCode } from "#app/features/people/access-forms.ts";
import { Confirmed, SmsForm } from "#app/features/people/sms-form.tsx";
import { confirmPhoneCode, sendPhoneCode } from "#app/features/people/verify-phone.server.ts";
import { keepTyped } from "#app/kit/forms/keep-typed.ts";
import { readAgainUnlessLost } from "#app/kit/forms/read-again.ts";
import { answerForm, nothing } from "#app/pages/answer-form.server.ts";
import { requireUser } from "#app/pages/guards.server.ts";
import { readForm } from "#app/pages/read-form.server.ts";
import "#app/features/people/texts.ts";

export const handle = { titleKey: "sms.title" };
export const clientAction = keepTyped;
export const shouldRevalidate = readAgainUnlessLost;

export async function loader(args: LoaderFunctionArgs) {
  const { user } = await requireUser(args);
  return {
    number: user.phone === null ? null : maskPhone(user.phone),
    isVerified: user.phoneVerifiedAt !== null,
  };
}

export async function action(args: ActionFunctionArgs) {
  const { ctx } = await requireUser(args);
  const form = await readForm(args.request);
  if (form.get("intent") === "send")
    return answerForm({
      intent: "send",
      form,
      schema: nothing,
      run: () => sendPhoneCode(ctx),
    });
  return answerForm({
    intent: "confirm",
    form,
    schema: phoneCode,
    run: ({ code }) => confirmPhoneCode(ctx, code),
  });
}

export default function VerifyPhonePage() {
  const { t } = useTranslation();
  const { number, isVerified } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <Page title={t("sms.title")} narrow>
      <Card className="p-4 lg:p-5">
        {number === null ? (
          <>
            <p className="mb-4 text-sm text-ink-soft">{t("sms.none")}</p>
            <ButtonLink to="/account">{t("sms.addPhone")}</ButtonLink>
          </>
        ) : isVerified && answer === undefined ? (
          <Confirmed text={t("sms.already", { number })} />
        ) : (
          <>
            <p className="mb-4 text-sm text-ink-soft">{t("sms.lead", { number })}</p>
            <SmsForm number={number} answer={answer} />
          </>
        )}
      </Card>
    </Page>
  );
}

export const ErrorBoundary = PageFailure;
