import { parseWithZod } from "@conform-to/zod/v4";
import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { AuthFrame } from "#app/components/layout/auth-frame.tsx";
import { ResetRequestForm, ResetSent } from "#app/features/people/reset-request-form.tsx";
import { resetRequestSchema } from "#app/features/people/reset-request-schema.ts";
import { requestPasswordReset } from "#app/features/people/request-password-reset.server.ts";
import { requireAnonymous } from "#app/pages/guards.server.ts";
import { readForm } from "#app/pages/read-form.server.ts";
import { negotiateLocale } from "#app/platform/preferences.server.ts";
import "#app/features/people/texts.ts";

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
  const submission = parseWithZod(await readForm(request), { schema: resetRequestSchema });
  if (submission.status !== "success")
    return data({ result: submission.reply(), sentTo: null, waitSeconds: null }, { status: 422 });
  const { email } = submission.value;
  const input = {
    email,
    locale: await negotiateLocale(request, null),
    requestId: crypto.randomUUID(),
    address: deps.address,
  };
  const outcome = await requestPasswordReset(deps, input);
  if (outcome.status === "requested")
    return data({ result: submission.reply(), sentTo: email, waitSeconds: null });
  return data(
    { result: submission.reply(), sentTo: null, waitSeconds: outcome.retryAfterSeconds },
    { status: 429 },
  );
}

export default function ResetRequestPage() {
  const { t } = useTranslation();
  const { email } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const sentTo = answer?.sentTo ?? null;
  return (
    <AuthFrame title={t("resetRequest.title")} lead={t("resetRequest.lead")}>
      {sentTo === null ? (
        <ResetRequestForm
          email={email}
          lastResult={answer?.result}
          waitSeconds={answer?.waitSeconds ?? null}
        />
      ) : (
        <ResetSent email={sentTo} />
      )}
    </AuthFrame>
  );
}
