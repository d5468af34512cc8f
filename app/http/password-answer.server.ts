import { data } from "@remix-run/cloudflare";
import type { PasswordAnswer, PasswordErrors } from "~/domain/access/password-answer";
import { passwordProblem } from "~/domain/access/password-rules";
import { safeRedirect } from "~/domain/access/redirect";
import { AppError } from "~/domain/errors";
import type { OpenedSession } from "~/features/session/open-session.server";
import type { Deps } from "./context.server";
import { sessionHeaders } from "./session-cookies.server";

export type PasswordInput = { password: string; passwordConfirmation: string; userAgent: string | null };

/** What the page may show of a session that was just opened: that it is done, and where it leads. */
type Question = { request: Request; deps: Deps; form: FormData; run: (input: PasswordInput) => Promise<OpenedSession> };

/** The action of every page that sets a password: problems as codes by field, or a session. */
export async function answerNewPassword({ request, deps, form, run }: Question) {
  const password = String(form.get("password") ?? "");
  const passwordConfirmation = String(form.get("password_confirmation") ?? "");
  const errors = newPasswordProblems(password, passwordConfirmation);
  if (errors !== null) return data<PasswordAnswer>({ errors }, { status: 422 });
  try {
    const opened = await run({ password, passwordConfirmation, userAgent: request.headers.get("User-Agent") });
    const to = safeRedirect(new URL(request.url).searchParams.get("redirect"));
    return data<PasswordAnswer>({ done: true, to }, { headers: sessionHeaders({ env: deps.env, request, now: deps.now }, opened) });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === "not_found") return data<PasswordAnswer>({ errors: { link: ["dead"] } }, { status: 404 });
    if (error.code === "conflict") return data<PasswordAnswer>({ errors: { email: ["taken"] } }, { status: 409 });
    if (error.code === "validation_failed") return data<PasswordAnswer>({ errors: whoProblems(error) }, { status: 422 });
    throw error;
  }
}

/** The first superuser's form also asks who they are. */
const whoProblems = ({ fields = {} }: AppError): PasswordErrors => ({
  ...(fields.email ? { email: ["email"] } : {}),
  ...(fields.first_name || fields.last_name ? { name: ["required"] } : {}),
});

function newPasswordProblems(password: string, confirmation: string): PasswordErrors | null {
  const problem = passwordProblem(password);
  const errors: PasswordErrors = {};
  if (problem !== null) errors.password = [problem];
  if (password !== confirmation) errors.password_confirmation = ["mismatch"];
  return Object.keys(errors).length === 0 ? null : errors;
}
