import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { PageFailure } from "~/components/layout/page-failure";
import { Card, Page } from "~/components/layout/page";
import { ButtonLink } from "~/components/ui/button";
import { AppError } from "~/domain/errors";
import { maskPhone } from "~/domain/phone";
import { Confirmed, SmsForm, type SmsAnswer } from "~/features/account/sms-form";
import { confirmPhoneCode, sendPhoneCode } from "~/features/account/verify-phone.server";
import { requireUser } from "~/http/guards.server";

export const handle = { titleKey: "sms.title" };

export async function loader(args: LoaderFunctionArgs) {
  const { user } = await requireUser(args);
  return { number: user.phone === null ? null : maskPhone(user.phone), isVerified: user.phoneVerifiedAt !== null };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, deps } = await requireUser(args);
  const form = await args.request.formData();
  try {
    if (form.get("intent") !== "confirm") {
      await sendPhoneCode({ ...deps, actor });
      return data<SmsAnswer>({ status: "sent" });
    }
    await confirmPhoneCode({ ...deps, actor }, String(form.get("code") ?? ""));
    return data<SmsAnswer>({ status: "confirmed" });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return data<SmsAnswer>(refusalOf(error), { status: error.status });
  }
}

function refusalOf(error: AppError): SmsAnswer {
  if (error.code === "too_many_requests") return { status: "too_many", minutes: Math.ceil((error.retryAfterSeconds ?? 60) / 60) };
  if (error.code !== "validation_failed") throw error;
  if (error.fields?.["phone"]) return { status: "no_phone" };
  return { status: error.fields?.["code"]?.[0] === "is not correct" ? "wrong" : "expired" };
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
