import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { AuthFrame } from "#app/components/layout/auth-frame.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { AppError } from "#app/domain/errors.ts";
import { sessionLifetimeMs } from "#app/domain/access/session-lifetime.ts";
import {
  readSubscription,
  setNotificationsEmail,
} from "#app/features/people/subscription.server.ts";
import { UnsubscribePanel } from "#app/features/people/unsubscribe-panel.tsx";
import { keepTyped } from "#app/kit/forms/keep-typed.ts";
import { readAgainUnlessLost } from "#app/kit/forms/read-again.ts";
import { answerForm, nothing } from "#app/pages/answer-form.server.ts";
import { readForm } from "#app/pages/read-form.server.ts";
import { getDeps } from "#app/platform/context.server.ts";
import { refuseForeignForms, requireUser } from "#app/pages/guards.server.ts";
import { currentUserHeaders } from "#app/platform/session-cookies.server.ts";
import "#app/features/people/texts.ts";

export const handle = { titleKey: "unsubscribe.title" };
export const clientAction = keepTyped;
export const shouldRevalidate = readAgainUnlessLost;

/** By the signed link of a mail, which needs no session; without one by the own session. */
const tokenOf = (request: Request): string | null => new URL(request.url).searchParams.get("token");

export async function loader(args: LoaderFunctionArgs) {
  const token = tokenOf(args.request);
  const of = token === null ? { actor: (await requireUser(args)).ctx.actor } : { token };
  const found = await readSubscription(getDeps(args.context, args.request), of);
  return data({ subscribed: found?.subscribed ?? null }, { status: found === null ? 404 : 200 });
}

export async function action(args: ActionFunctionArgs) {
  refuseForeignForms(args);
  const { request, context } = args;
  const token = tokenOf(request);
  const deps = getDeps(context, request);
  const headers = new Headers();
  const caller = token === null ? await requireUser(args) : null;
  return answerForm({
    intent: "unsubscribe",
    form: await readForm(request),
    schema: nothing,
    headers,
    run: async () => {
      if (caller === null) {
        const of = { token: token ?? "" };
        if ((await readSubscription(deps, of)) === null) throw new AppError("not_found");
        await setNotificationsEmail(deps, of, false);
        return { done: true };
      }
      const { ctx, user } = caller;
      await setNotificationsEmail(ctx, { actor: ctx.actor }, false);
      const cookies = currentUserHeaders(
        { env: ctx.env, request, now: ctx.now },
        { ...user, notificationsEmail: false },
        ctx.now + sessionLifetimeMs(user.role),
      );
      for (const [name, value] of cookies) headers.append(name, value);
      return { done: true };
    },
  });
}

export default function UnsubscribePage() {
  const { t } = useTranslation();
  const { subscribed } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const isDone = answer !== undefined && answer.done !== null;
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
      <UnsubscribePanel
        state={isDone ? "done" : subscribed ? "subscribed" : "already"}
        answer={answer}
      />
    </AuthFrame>
  );
}
