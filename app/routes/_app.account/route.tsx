import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { Page } from "#app/components/layout/page.tsx";
import type { AccountAnswer } from "#app/features/people/account-types.ts";
import { ChangePasswordForm } from "#app/features/people/change-password-form.tsx";
import { DetailsForm } from "#app/features/people/details-form.tsx";
import { DisplayForm } from "#app/features/people/display-form.tsx";
import { PendingEmail } from "#app/features/people/pending-email.tsx";
import { SessionList } from "#app/features/people/session-list.tsx";
import { TokenSection } from "#app/features/people/token-section.tsx";
import { answerTokenForm } from "#app/features/people/api-tokens.page.server.ts";
import { listApiTokens } from "#app/features/people/api-tokens.server.ts";
import { getPendingEmail } from "#app/features/people/change-email.server.ts";
import { listSessions } from "#app/features/people/list-sessions.server.ts";
import { requireUser } from "#app/pages/guards.server.ts";
import { readForm } from "#app/pages/read-form.server.ts";
import { negotiateLocale, readTheme } from "#app/platform/preferences.server.ts";
import {
  answerDetails,
  answerPassword,
  answerSessions,
  answerWithdrawEmail,
} from "./answers.server.ts";
import "#app/features/people/texts.ts";

export const handle = { titleKey: "accountPage.title" };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { actor, user, deps } = await requireUser({ request, context });
  const [sessions, tokens, locale, pendingEmail] = await Promise.all([
    listSessions({ ...deps, actor }),
    listApiTokens({ ...deps, actor }),
    negotiateLocale(request, user.locale),
    getPendingEmail(deps, actor.userId),
  ]);
  const { firstName, lastName, email, phone, notificationsEmail, timeZone } = user;
  return {
    account: {
      firstName,
      lastName,
      email,
      pendingEmail,
      phone,
      isPhoneVerified: user.phoneVerifiedAt !== null,
      notificationsEmail,
      locale,
      timeZone,
    },
    role: user.role,
    sessions,
    tokens,
    timeZones: Intl.supportedValuesOf("timeZone"),
    theme: readTheme(request),
    nowMs: deps.now,
  };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  const signedIn = await requireUser(args);
  const form = await readForm(request);
  const question = { ...signedIn, request, form };
  switch (form.get("intent")) {
    case "password":
      return answerPassword(question);
    case "end-session":
      return answerSessions(question, true);
    case "end-others":
      return answerSessions(question, false);
    case "withdraw-email":
      return answerWithdrawEmail(question);
    case "create-token":
    case "revoke-token":
      return answerTokenForm(signedIn, form);
    default:
      return answerDetails(question);
  }
}

export default function AccountPage() {
  const { t } = useTranslation();
  const { account, role, sessions, tokens, timeZones, theme, nowMs } =
    useLoaderData<typeof loader>();
  const answer: AccountAnswer | undefined = useActionData<typeof action>();
  return (
    <Page
      title={t("accountPage.title")}
      aside={<p className="text-sm text-ink-soft">{t(`roles.${role}`)}</p>}
      narrow
    >
      <div className="space-y-3 pb-6">
        <PendingEmail
          email={account.pendingEmail}
          isWithdrawn={answer?.intent === "withdraw-email"}
        />
        <DetailsForm
          account={account}
          timeZones={timeZones}
          answer={answer?.intent === "details" ? answer : undefined}
        />
        <ChangePasswordForm
          tokens={tokens}
          answer={answer?.intent === "password" ? answer : undefined}
        />
        <SessionList
          sessions={sessions}
          timeZone={account.timeZone}
          answer={answer?.intent === "sessions" ? answer : undefined}
        />
        <TokenSection
          tokens={tokens}
          timeZone={account.timeZone}
          nowMs={nowMs}
          answer={
            answer?.intent === "create-token" || answer?.intent === "revoke-token"
              ? answer
              : undefined
          }
        />
        <DisplayForm theme={theme} />
      </div>
    </Page>
  );
}

export const ErrorBoundary = PageFailure;
