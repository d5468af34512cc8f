import {
  data,
  redirect,
  redirectDocument,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from "@remix-run/cloudflare";
import { useActionData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { AuthFrame } from "#app/components/layout/auth-frame.tsx";
import { safeRedirect } from "#app/domain/access/redirect.ts";
import { SignInForm, type SignInRefusal } from "#app/features/people/sign-in-form.tsx";
import { validateSignIn } from "#app/features/people/validate-sign-in.ts";
import { signIn } from "#app/features/people/sign-in.server.ts";
import { clientAddress } from "#app/platform/client-address.ts";
import { requireAnonymous } from "#app/pages/guards.server.ts";
import { readForm } from "#app/pages/read-form.server.ts";
import { negotiateLocale } from "#app/platform/preferences.server.ts";
import { sessionHeaders } from "#app/platform/session-cookies.server.ts";

export const handle = { titleKey: "login.title" };

export async function loader(args: LoaderFunctionArgs) {
  await requireAnonymous(args);
  return null;
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { deps } = await requireAnonymous({ request, context });
  const { env, now } = deps;
  const submission = validateSignIn({ formData: await readForm(request) });
  if (submission.status !== "success")
    return data(
      { result: submission.reply({ hideFields: ["password"] }), refusal: null },
      { status: 422 },
    );

  const outcome = await signIn(deps, {
    ...submission.value,
    userAgent: request.headers.get("User-Agent"),
    address: clientAddress(request, env),
  });
  if (outcome.status === "signed_in") {
    const wanted = new URL(request.url).searchParams.get("redirect");
    const headers = sessionHeaders({ env, request, now }, outcome);
    const [shown, own] = await Promise.all([
      negotiateLocale(request, null),
      negotiateLocale(request, outcome.user.locale),
    ]);
    // The texts of another language come with a whole page only.
    const goOn = shown === own ? redirect : redirectDocument;
    return goOn(safeRedirect(wanted), { headers });
  }
  const result = submission.reply({ hideFields: ["password"] });
  const refusal: SignInRefusal =
    outcome.status === "too_many_requests"
      ? { code: outcome.status, seconds: outcome.retryAfterSeconds }
      : { code: outcome.status };
  return data({ result, refusal }, { status: outcome.status === "too_many_requests" ? 429 : 401 });
}

export default function LoginPage() {
  const { t } = useTranslation();
  const answer = useActionData<typeof action>();
  return (
    <AuthFrame title={t("login.heading")} lead={t("login.lead")}>
      <SignInForm lastResult={answer?.result} refusal={answer?.refusal ?? null} />
    </AuthFrame>
  );
}
