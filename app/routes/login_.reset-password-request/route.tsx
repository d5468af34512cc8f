import { parseWithZod } from "@conform-to/zod/v4";
import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { AuthFrame } from "~/components/layout/auth-frame";
import { ResetRequestForm, ResetSent } from "~/features/session/reset-request-form";
import { resetRequestSchema } from "~/features/session/reset-request-schema";
import { requestPasswordReset } from "~/features/session/request-password-reset.server";
import { requireAnonymous } from "~/http/guards.server";
import { negotiateLocale } from "~/http/preferences.server";

export const handle = { titleKey: "resetRequest.title" };

const EMAIL_LENGTH = 254;

export async function loader(args: LoaderFunctionArgs) {
  await requireAnonymous(args);
  const email = new URL(args.request.url).searchParams.get("email") ?? "";
  return { email: email.slice(0, EMAIL_LENGTH) };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  const { deps } = await requireAnonymous(args);
  const submission = parseWithZod(await request.formData(), { schema: resetRequestSchema });
  if (submission.status !== "success") return data({ result: submission.reply(), sentTo: null, waitSeconds: null }, { status: 422 });
  const { email } = submission.value;
  const input = { email, locale: await negotiateLocale(request, null), requestId: crypto.randomUUID(), address: deps.address };
  const outcome = await requestPasswordReset(deps, input);
  if (outcome.status === "requested") return data({ result: submission.reply(), sentTo: email, waitSeconds: null });
  return data({ result: submission.reply(), sentTo: null, waitSeconds: outcome.retryAfterSeconds }, { status: 429 });
}

export default function ResetRequestPage() {
  const { t } = useTranslation();
  const { email } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const sentTo = answer?.sentTo ?? null;
  return (
    <AuthFrame title={t("resetRequest.title")} lead={t("resetRequest.lead")}>
      {sentTo === null ? (
        <ResetRequestForm email={email} lastResult={answer?.result} waitSeconds={answer?.waitSeconds ?? null} />
      ) : (
        <ResetSent email={sentTo} />
      )}
    </AuthFrame>
  );
}
