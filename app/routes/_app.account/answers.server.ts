/** What each form of the account page does, and what it is answered. */
import { sessionLifetimeMs } from "#app/domain/access/session-lifetime.ts";
import { toCamelKeys } from "#app/domain/json-view.ts";
import { LANGUAGE_COOKIE, preferenceCookie } from "#app/domain/preferences.ts";
import { accountDetails, passwordChange, type DetailsDone } from "#app/features/people/account.ts";
import { answerTokenForm } from "#app/features/people/api-tokens.page.server.ts";
import { withdrawEmailChange } from "#app/features/people/change-email.server.ts";
import { endAllOtherSessions, endSession } from "#app/features/people/list-sessions.server.ts";
import { updateAccount } from "#app/features/people/update-account.server.ts";
import { answerChange, answerForm, answerRemoval, nothing } from "#app/pages/answer-form.server.ts";
import type { SignedIn } from "#app/pages/guards.server.ts";
import { currentUserHeaders, sessionHeaders } from "#app/platform/session-cookies.server.ts";

type Question = SignedIn & { request: Request; form: FormData };

export function answerAccountForm(question: Question) {
  const { ctx, form } = question;
  switch (form.get("intent")) {
    case "password":
      return answerPassword(question);
    // A session that is gone already has ended as well.
    case "end-session":
      return answerRemoval("end-session", form, async (id) => {
        await endSession(ctx, id);
        return { id };
      });
    case "end-others":
      return answerForm({
        intent: "end-others",
        form,
        schema: nothing,
        run: () => endAllOtherSessions(ctx),
      });
    case "withdraw-email":
      return answerForm({
        intent: "withdraw-email",
        form,
        schema: nothing,
        run: async () => {
          await withdrawEmailChange(ctx);
          return {};
        },
      });
    case "create-token":
    case "revoke-token":
      return answerTokenForm(ctx, form);
    default:
      return answerDetails(question);
  }
}

function answerDetails({ ctx, request, form }: Question) {
  const headers = new Headers();
  return answerChange({
    intent: "details",
    form,
    schema: accountDetails,
    hideFields: ["current_password"],
    headers,
    toChange: ({ current_password: _proof, ...input }) => ({
      ...toCamelKeys(input),
      timeZone: input.time_zone ?? null,
    }),
    run: async (change, { current_password: currentPassword, locale }): Promise<DetailsDone> => {
      // The language that is shown is this browser's, whatever is stored: it is saved with the rest.
      const { user, askedEmail } = await updateAccount(ctx, { ...change, locale, currentPassword });
      const where = { env: ctx.env, request, now: ctx.now };
      const until = ctx.now + sessionLifetimeMs(user.role);
      const isSecure = new URL(request.url).protocol === "https:";
      copyCookies(currentUserHeaders(where, user, until), headers);
      headers.append("Set-Cookie", preferenceCookie(LANGUAGE_COOKIE, locale, isSecure));
      return { locale, askedEmail };
    },
  });
}

function answerPassword({ ctx, request, form }: Question) {
  const headers = new Headers();
  return answerForm({
    intent: "password",
    form,
    schema: passwordChange,
    hideFields: ["current_password", "password", "password_confirmation"],
    headers,
    run: async (input) => {
      const userAgent = request.headers.get("User-Agent");
      const { opened } = await updateAccount({ ...ctx, userAgent }, toCamelKeys(input));
      const where = { env: ctx.env, request, now: ctx.now };
      if (opened !== null) copyCookies(sessionHeaders(where, opened), headers);
      return {};
    },
  });
}

function copyCookies(from: Headers, to: Headers): void {
  for (const cookie of from.getSetCookie()) to.append("Set-Cookie", cookie);
}
