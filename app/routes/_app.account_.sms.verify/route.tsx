import { parseWithZod } from "@conform-to/zod/v4";
import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { Card, Page } from "#app/components/layout/page.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { AppError } from "#app/domain/errors.ts";
import { maskPhone } from "#app/domain/phone.ts";
import { Confirmed, SmsForm, type SmsAnswer } from "#app/features/people/sms-form.tsx";
import { smsSchema, type CodeProblem } from "#app/features/people/sms-form-schema.ts";
import { confirmPhoneCode, sendPhoneCode } from "#app/features/people/verify-phone.server.ts";
import { requireUser } from "#app/pages/guards.server.ts";
import { readForm } from "#app/pages/read-form.server.ts";
import "#app/features/people/texts.ts";

export const handle = { titleKey: "sms.title" };

export async function loader(args: LoaderFunctionArgs) {
  const { user } = await requireUser(args);
  return {
    number: user.phone === null ? null : maskPhone(user.phone),
    isVerified: user.phoneVerifiedAt !== null,
  };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, deps } = await requireUser(args);
  const submission = parseWithZod(await readForm(args.request), { schema: smsSchema });
  if (submission.status !== "success")
    return data<SmsAnswer>({ status: "refused", result: submission.reply() }, { status: 422 });
  const { value } = submission;
  try {
    if (value.intent === "send") {
      await sendPhoneCode({ ...deps, actor });
      return data<SmsAnswer>({ status: "sent" });
    }
    await confirmPhoneCode({ ...deps, actor }, value.code);
    return data<SmsAnswer>({ status: "confirmed" });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, fields, retryAfterSeconds, status } = error;
    if (code === "too_many_requests")
      return data<SmsAnswer>(
        { status: "too_many", minutes: Math.ceil((retryAfterSeconds ?? 60) / 60) },
        { status },
      );
    if (code !== "validation_failed") throw error;
    if (fields?.["phone"]) return data<SmsAnswer>({ status: "no_phone" }, { status });
    const problem: CodeProblem =
      fields?.["code"]?.[0]?.code === "not_correct" ? "wrong" : "expired";
    return data<SmsAnswer>(
      { status: "refused", result: submission.reply({ fieldErrors: { code: [problem] } }) },
      { status },
    );
  }
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
