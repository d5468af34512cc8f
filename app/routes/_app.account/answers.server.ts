/** What each form of the account page does, and what it is answered. */
import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "@remix-run/cloudflare";
import { changePasswordSchema, SECRET_FIELDS } from "#app/domain/access/password-forms.ts";
import { sessionLifetimeMs } from "#app/domain/access/session-lifetime.ts";
import { AppError } from "#app/domain/errors.ts";
import type { ProblemCode } from "#app/domain/problems.ts";
import { LANGUAGE_COOKIE, preferenceCookie } from "#app/domain/preferences.ts";
import { accountSchema, type AccountProblem } from "#app/features/people/account-form-schema.ts";
import type { AccountAnswer } from "#app/features/people/account-types.ts";
import { updateAccount } from "#app/features/people/update-account.server.ts";
import { withdrawEmailChange } from "#app/features/people/change-email.server.ts";
import { endAllOtherSessions, endSession } from "#app/features/people/list-sessions.server.ts";
import { unlessGone } from "#app/pages/answer-form.server.ts";
import type { SignedIn } from "#app/pages/guards.server.ts";
import { currentUserHeaders, sessionHeaders } from "#app/platform/session-cookies.server.ts";

type Question = SignedIn & { request: Request; form: FormData };

/** Codes that the form has words for under the same name. */
const SAME: ReadonlySet<string> = new Set<AccountProblem>(["taken", "required", "email", "phone"]);

export async function answerDetails({ deps, actor, request, form }: Question) {
  const submission = parseWithZod(form, { schema: accountSchema });
  const answer = (
    result: ReturnType<typeof submission.reply>,
    status: number,
    waitSeconds: number | null = null,
  ) =>
    data<AccountAnswer>(
      { intent: "details", result, saved: null, askedEmail: null, waitSeconds },
      { status },
    );
  if (submission.status !== "success")
    return answer(submission.reply({ hideFields: ["current_password"] }), 422);
  const { value } = submission;
  try {
    const { user, askedEmail } = await updateAccount(
      { ...deps, actor },
      {
        firstName: value.first_name,
        lastName: value.last_name,
        email: value.email,
        phone: value.phone,
        notificationsEmail: value.notifications_email === "on",
        locale: value.locale,
        timeZone: value.time_zone || null,
        currentPassword: value.current_password,
      },
    );
    const headers = currentUserHeaders(
      { env: deps.env, request, now: deps.now },
      user,
      deps.now + sessionLifetimeMs(user.role),
    );
    headers.append(
      "Set-Cookie",
      preferenceCookie(LANGUAGE_COOKIE, value.locale, new URL(request.url).protocol === "https:"),
    );
    const result = submission.reply({ hideFields: ["current_password"] });
    return data<AccountAnswer>(
      { intent: "details", result, saved: value.locale, askedEmail, waitSeconds: null },
      { headers },
    );
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === "too_many_requests")
      return answer(
        submission.reply({ hideFields: ["current_password"] }),
        error.status,
        error.retryAfterSeconds ?? 1,
      );
    if (error.code !== "validation_failed") throw error;
    const fieldErrors = Object.fromEntries(
      Object.entries(error.fields ?? {}).map(([field, problems]) => [
        field,
        problems.map(({ code }) => codeOf(field, code)),
      ]),
    );
    return answer(
      submission.reply({ hideFields: ["current_password"], fieldErrors }),
      error.status,
    );
  }
}

function codeOf(field: string, code: ProblemCode): AccountProblem {
  if (field === "current_password")
    return code === "required" ? "current_required" : "current_wrong";
  return SAME.has(code) ? (code as AccountProblem) : "too_long";
}

export async function answerPassword({ deps, actor, request, form }: Question) {
  const submission = parseWithZod(form, { schema: changePasswordSchema });
  const refuse = (
    status: number,
    fieldErrors: Record<string, string[]> = {},
    waitSeconds: number | null = null,
  ) =>
    data<AccountAnswer>(
      {
        intent: "password",
        done: false,
        result: submission.reply({ fieldErrors, hideFields: SECRET_FIELDS }),
        waitSeconds,
      },
      { status },
    );
  if (submission.status !== "success") return refuse(422);
  const {
    password,
    current_password: currentPassword,
    end_api_tokens: endApiTokens,
  } = submission.value;
  try {
    const userAgent = request.headers.get("User-Agent");
    const { opened } = await updateAccount(
      { ...deps, actor, userAgent },
      {
        currentPassword,
        password,
        passwordConfirmation: password,
        endApiTokens: endApiTokens === "on",
      },
    );
    const headers =
      opened === null
        ? undefined
        : sessionHeaders({ env: deps.env, request, now: deps.now }, opened);
    const result = submission.reply({ resetForm: true });
    return data<AccountAnswer>(
      { intent: "password", done: true, result, waitSeconds: null },
      headers ? { headers } : {},
    );
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === "too_many_requests")
      return refuse(error.status, {}, error.retryAfterSeconds ?? 1);
    if (error.fields?.["current_password"])
      return refuse(error.status, { current_password: ["current_wrong"] });
    throw error;
  }
}

export async function answerWithdrawEmail({ deps, actor }: Question) {
  await withdrawEmailChange({ ...deps, actor });
  return data<AccountAnswer>({ intent: "withdraw-email" });
}

/** One session, or all but this one. A session that is gone already has ended as well. */
export async function answerSessions({ deps, actor, form }: Question, one: boolean) {
  const ended = one
    ? await endSession({ ...deps, actor }, Number(form.get("id"))).catch(unlessGone({ ended: 0 }))
    : await endAllOtherSessions({ ...deps, actor });
  return data<AccountAnswer>({ intent: "sessions", ended: ended.ended, one });
}
