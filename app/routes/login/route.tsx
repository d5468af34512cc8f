import {
  redirect,
  redirectDocument,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from "@remix-run/cloudflare";
import { useActionData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { AuthFrame } from "#app/components/layout/auth-frame.tsx";
import { safeRedirect } from "#app/domain/access/redirect.ts";
import { AppError } from "#app/domain/errors.ts";
import { signInForm } from "#app/features/people/access-forms.ts";
import { SignInForm } from "#app/features/people/sign-in-form.tsx";
import { signIn } from "#app/features/people/sign-in.server.ts";
import { answerForm } from "#app/pages/answer-form.server.ts";
import { keepTyped } from "#app/kit/forms/keep-typed.ts";
import { readAgainUnlessLost } from "#app/kit/forms/read-again.ts";
import { clientAddress } from "#app/platform/client-address.ts";
import { requireAnonymous } from "#app/pages/guards.server.ts";
import { readForm } from "#app/pages/read-form.server.ts";
import { negotiateLocale } from "#app/platform/preferences.server.ts";
import "#app/features/people/texts.ts";
import { sessionHeaders } from "#app/platform/session-cookies.server.ts";

export const handle = { titleKey: "login.title" };
export const clientAction = keepTyped;
export const shouldRevalidate = readAgainUnlessLost;

export async function loader(args: LoaderFunctionArgs) {
  await requireAnonymous(args);
  return null;
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  const { deps } = await requireAnonymous(args);
  const { env, now } = deps;
  return answerForm({
    intent: "sign_in",
    form: await readForm(request),
    schema: signInForm,
    hideFields: ["password"],
    run: async (input): Promise<never> => {
      const outcome = await signIn(deps, {
        ...input,
        userAgent: request.headers.get("User-Agent"),
        address: clientAddress(request, env),
      });
      if (outcome.status === "too_many_requests") {
        const { status, retryAfterSeconds } = outcome;
        throw new AppError(status, { retryAfterSeconds });
      }
      if (outcome.status !== "signed_in")
        throw new AppError(outcome.status, { problem: { code: outcome.status } });
      const wanted = new URL(request.url).searchParams.get("redirect");
      const headers = sessionHeaders({ env, request, now }, outcome);
      const [shown, own] = await Promise.all([
        negotiateLocale(request, null),
        negotiateLocale(request, outcome.user.locale),
      ]);
      // The texts of another language come with a whole page only.
      const goOn = shown === own ? redirect : redirectDocument;
      // Thrown: it leads on instead of answering the form.
      throw goOn(safeRedirect(wanted), { headers });
    },
  });
}

export default function LoginPage() {
  const { t } = useTranslation();
  return (
    <AuthFrame title={t("signIn.heading")} lead={t("signIn.lead")}>
      <SignInForm answer={useActionData<typeof action>()} />
    </AuthFrame>
  );
}
