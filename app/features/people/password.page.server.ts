import type { z } from "zod";
import { safeRedirect } from "#app/domain/access/redirect.ts";
import { firstSuperuser, newPassword, SECRET_FIELDS, type PasswordDone } from "./access-forms.ts";
import type { OpenedSession } from "./open-session.server.ts";
import type { Deps } from "#app/platform/context.server.ts";
import { sessionHeaders } from "#app/platform/session-cookies.server.ts";
import { answerForm } from "#app/pages/answer-form.server.ts";

type NewPassword = {
  password: string;
  passwordConfirmation: string;
  userAgent: string | null;
};
type OwnPassword = NewPassword & { currentPassword?: string };
type FirstPassword = NewPassword & { email: string; firstName: string; lastName: string };

type Question<Input> = {
  request: Request;
  deps: Deps;
  form: FormData;
  run: (input: Input) => Promise<OpenedSession>;
};

/** The action of every page that sets a password: what is wrong by field, or a session. */
export const answerNewPassword = ({ request, run, ...question }: Question<OwnPassword>) =>
  answer({
    ...question,
    request,
    schema: newPassword,
    run: ({ current_password: currentPassword, ...typed }) =>
      run({
        ...twice(request, typed),
        ...(currentPassword === undefined ? {} : { currentPassword }),
      }),
  });

/** The same of the first superuser, who also says who they are. */
export const answerFirstPassword = ({ request, run, ...question }: Question<FirstPassword>) =>
  answer({
    ...question,
    request,
    schema: firstSuperuser,
    home: "/first_steps",
    run: ({ email, first_name: firstName, last_name: lastName, ...typed }) =>
      run({ ...twice(request, typed), email, firstName, lastName }),
  });

type Typed = { password: string; password_confirmation?: string | undefined };
const twice = (request: Request, { password, password_confirmation }: Typed): NewPassword => ({
  password,
  passwordConfirmation: password_confirmation ?? "",
  userAgent: request.headers.get("User-Agent"),
});

type Answered<Schema extends z.ZodType> = {
  request: Request;
  deps: Deps;
  form: FormData;
  schema: Schema;
  /** Where it leads when no other page was wanted. */
  home?: string;
  run: (fields: z.output<Schema>) => Promise<OpenedSession>;
};

function answer<Schema extends z.ZodType>({
  request,
  deps,
  form,
  schema,
  home,
  run,
}: Answered<Schema>) {
  const headers = new Headers();
  return answerForm({
    intent: "password",
    form,
    schema,
    hideFields: SECRET_FIELDS,
    headers,
    usesUpLink: true,
    run: async (fields): Promise<PasswordDone> => {
      const opened = await run(fields);
      const site = { env: deps.env, request, now: deps.now };
      for (const [name, value] of sessionHeaders(site, opened)) headers.append(name, value);
      return { to: safeRedirect(new URL(request.url).searchParams.get("redirect"), home) };
    },
  });
}
