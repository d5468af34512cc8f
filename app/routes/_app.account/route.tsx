import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { Page } from "#app/components/layout/page.tsx";
import { ChangePasswordForm } from "#app/features/people/change-password-form.tsx";
import { DetailsForm } from "#app/features/people/details-form.tsx";
import { AppearanceForm } from "#app/features/people/appearance-form.tsx";
import { PendingEmail } from "#app/features/people/pending-email.tsx";
import { SessionList } from "#app/features/people/session-list.tsx";
import { TokenSection } from "#app/features/people/token-section.tsx";
import { listApiTokens } from "#app/features/people/api-tokens.server.ts";
import { getPendingEmail } from "#app/features/people/change-email.server.ts";
import { listSessions } from "#app/features/people/list-sessions.server.ts";
import { keepTyped } from "#app/kit/forms/keep-typed.ts";
import { readAgainUnlessLost } from "#app/kit/forms/read-again.ts";
import { requireUser } from "#app/pages/guards.server.ts";
import { readForm } from "#app/pages/read-form.server.ts";
import { negotiateLocale, readTheme } from "#app/platform/preferences.server.ts";
import { answerAccountForm } from "./answers.server.ts";
import "#app/features/people/texts.ts";

export const handle = { titleKey: "accountPage.title" };
export const clientAction = keepTyped;
export const shouldRevalidate = readAgainUnlessLost;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { ctx, user } = await requireUser({ request, context });
  const [sessions, tokens, locale, pendingEmail] = await Promise.all([
    listSessions(ctx),
    listApiTokens(ctx),
    negotiateLocale(request, user.locale),
    getPendingEmail(ctx, ctx.actor.userId),
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
    nowMs: ctx.now,
  };
}

export async function action(args: ActionFunctionArgs) {
  const signedIn = await requireUser(args);
  const { request } = args;
  return answerAccountForm({ ...signedIn, request, form: await readForm(request) });
}

export default function AccountPage() {
  const { t } = useTranslation();
  const { account, role, sessions, tokens, timeZones, theme, nowMs } =
    useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <Page
      title={t("accountPage.title")}
      aside={<p className="text-sm text-ink-soft">{t(`roles.${role}`)}</p>}
      narrow
    >
      <div className="space-y-3 pb-6">
        <PendingEmail email={account.pendingEmail} />
        <DetailsForm account={account} timeZones={timeZones} answer={answer} />
        <ChangePasswordForm tokens={tokens} answer={answer} />
        <SessionList sessions={sessions} timeZone={account.timeZone} />
        <TokenSection tokens={tokens} timeZone={account.timeZone} nowMs={nowMs} answer={answer} />
        <AppearanceForm theme={theme} />
      </div>
    </Page>
  );
}

export const ErrorBoundary = PageFailure;
