import type { Submission, SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "@remix-run/cloudflare";
import type { PasswordAnswer } from "#app/domain/access/password-answer.ts";
import {
  firstSuperuserSchema,
  newPasswordSchema,
  SECRET_FIELDS,
} from "#app/domain/access/password-forms.ts";
import { safeRedirect } from "#app/domain/access/redirect.ts";
import { AppError } from "#app/domain/errors.ts";
import type { OpenedSession } from "#app/features/people/open-session.server.ts";
import type { Deps } from "#app/platform/context.server.ts";
import { sessionHeaders } from "#app/platform/session-cookies.server.ts";

export type PasswordInput = {
  password: string;
  passwordConfirmation: string;
  userAgent: string | null;
};
export type WhoInput = PasswordInput & { email: string; firstName: string; lastName: string };

type Question<Input> = {
  request: Request;
  deps: Deps;
  form: FormData;
  run: (input: Input) => Promise<OpenedSession>;
};

/** The action of every page that sets a password: problems as codes by field, or a session. */
export function answerNewPassword({ request, deps, form, run }: Question<PasswordInput>) {
  const submission = parseWithZod(form, { schema: newPasswordSchema });
  return answer({
    request,
    deps,
    submission,
    run: ({ password }) => run(typedTwice(request, password)),
  });
}

/** The same of the first superuser, who also says who they are. */
export function answerFirstPassword({ request, deps, form, run }: Question<WhoInput>) {
  const submission = parseWithZod(form, { schema: firstSuperuserSchema });
  return answer({
    request,
    deps,
    submission,
    home: "/first_steps",
    run: ({ password, email, first_name: firstName, last_name: lastName }) =>
      run({ ...typedTwice(request, password), email, firstName, lastName }),
  });
}

/** The schema compared both. */
const typedTwice = (request: Request, password: string): PasswordInput => ({
  password,
  passwordConfirmation: password,
  userAgent: request.headers.get("User-Agent"),
});

/** What a use case finds that the schema let through: somebody whose reset is no longer forced is asked for the present one. */
const CODES: Record<string, string> = { current_password: "current_required", email: "email" };

type Answered<Fields> = {
  request: Request;
  deps: Deps;
  submission: Submission<Fields, string[]>;
  /** Where it leads when no other page was wanted. */
  home?: string;
  run: (fields: Fields) => Promise<OpenedSession>;
};

async function answer<Fields>({ request, deps, submission, home, run }: Answered<Fields>) {
  const refuse = (
    status: number,
    fieldErrors: Record<string, string[]> = {},
    more: { isDeadLink?: boolean; waitSeconds?: number } = {},
  ) =>
    data<PasswordAnswer<SubmissionResult<string[]>>>(
      {
        isDeadLink: more.isDeadLink ?? false,
        waitSeconds: more.waitSeconds ?? null,
        result: submission.reply({ fieldErrors, hideFields: SECRET_FIELDS }),
      },
      { status },
    );
  if (submission.status !== "success") return refuse(422);
  try {
    const opened = await run(submission.value);
    const to = safeRedirect(new URL(request.url).searchParams.get("redirect"), home);
    return data<PasswordAnswer<SubmissionResult<string[]>>>(
      { done: true, to },
      { headers: sessionHeaders({ env: deps.env, request, now: deps.now }, opened) },
    );
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    switch (error.code) {
      case "not_found":
        return refuse(404, {}, { isDeadLink: true });
      case "conflict":
        return refuse(409, { email: ["taken"] });
      case "validation_failed":
        return refuse(
          422,
          Object.fromEntries(
            Object.entries(error.fields ?? {}).map(([field, problems]) => [
              field,
              [
                problems.some(({ code }) => code === "password_in_use")
                  ? "in_use"
                  : (CODES[field] ?? "required"),
              ],
            ]),
          ),
        );
      case "too_many_requests":
        return refuse(429, {}, { waitSeconds: error.retryAfterSeconds ?? 1 });
      default:
        throw error;
    }
  }
}
