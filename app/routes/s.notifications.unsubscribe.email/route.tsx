import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { AuthFrame } from "#app/components/layout/auth-frame.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { sessionLifetimeMs } from "#app/domain/access/session-lifetime.ts";
import {
  readSubscription,
  setNotificationsEmail,
} from "#app/features/people/subscription.server.ts";
import { UnsubscribePanel } from "#app/features/people/unsubscribe-panel.tsx";
import { getDeps } from "#app/platform/context.server.ts";
import { refuseForeignForms, requireUser } from "#app/pages/guards.server.ts";
import { currentUserHeaders } from "#app/platform/session-cookies.server.ts";
import "#app/features/people/texts.ts";

export const handle = { titleKey: "unsubscribe.title" };

/** By the signed link of a mail, which needs no session; without one by the own session. */
const tokenOf = (request: Request): string | null => new URL(request.url).searchParams.get("token");

export async function loader(args: LoaderFunctionArgs) {
  const token = tokenOf(args.request);
  const of = token === null ? { actor: (await requireUser(args)).actor } : { token };
  const found = await readSubscription(getDeps(args.context, args.request), of);
  return data({ subscribed: found?.subscribed ?? null }, { status: found === null ? 404 : 200 });
}

export async function action(args: ActionFunctionArgs) {
  refuseForeignForms(args);
  const { request, context } = args;
  const token = tokenOf(request);
  const deps = getDeps(context, request);
  if (token !== null) {
    const found = await readSubscription(deps, { token });
    if (found === null) return data({ done: false }, { status: 404 });
    await setNotificationsEmail(deps, { token }, false);
    return data({ done: true });
  }
  const { actor, user } = await requireUser(args);
  await setNotificationsEmail(deps, { actor }, false);
  const site = { env: deps.env, request, now: deps.now };
  const headers = currentUserHeaders(
    site,
    { ...user, notificationsEmail: false },
    deps.now + sessionLifetimeMs(user.role),
  );
  return data({ done: true }, { headers });
}

export default function UnsubscribePage() {
  const { t } = useTranslation();
  const { subscribed } = useLoaderData<typeof loader>();
  const done = useActionData<typeof action>()?.done === true;
  if (subscribed === null)
    return (
      <AuthFrame title={t("unsubscribe.deadTitle")} lead={t("unsubscribe.dead")}>
        <ButtonLink to="/login?redirect=/account" className="w-full">
          {t("unsubscribe.signIn")}
        </ButtonLink>
      </AuthFrame>
    );
  return (
    <AuthFrame title={t("unsubscribe.title")}>
      <UnsubscribePanel state={done ? "done" : subscribed ? "subscribed" : "already"} />
    </AuthFrame>
  );
}
