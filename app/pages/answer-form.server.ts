/**
 * What a form of the kit is answered: checked by its contract, done by its use case, refused in problems that the page
 * says in the reader's language. Nothing of what was typed is lost.
 */
import { data } from "@remix-run/cloudflare";
import { z } from "zod";
import { AppError, type ErrorCode } from "#app/domain/errors.ts";
import { snakeCase } from "#app/domain/json-view.ts";
import type { Problem } from "#app/domain/problems.ts";
import { touchedIn } from "#app/domain/untouched.ts";
import { rowIdField } from "#app/domain/row-id-field.ts";
import type { FormAnswer } from "#app/kit/forms/form-answer.ts";
import { sentByForm, type Sent } from "#app/platform/add-once.server.ts";
import { databaseFailure } from "#app/platform/db-errors.ts";
import { errorText, log } from "#app/platform/log.ts";
import { parseForm } from "#app/kit/forms/parse-form.ts";

type Question<Schema extends z.ZodType, Done, Intent extends string> = {
  /** Which form it is, as its button says. */
  intent: Intent;
  form: FormData;
  schema: Schema;
  /** Fields that are not sent back: secrets. */
  hideFields?: string[];
  /** Sent with what was done; `run` may add to them. */
  headers?: Headers;
  /** Of a link that works once: where no scripts run, its page is read again with the answer, and would say 404 by then. */
  usesUpLink?: boolean;
  /** `sent`: for a use case that adds something, so that the same form adds it once (`addOnce`). */
  run: (input: z.output<Schema>, sent: Sent | undefined) => Promise<Done>;
};

/** Of a form that asks nothing but that it is done. */
export const nothing = z.object({});

export async function answerForm<Schema extends z.ZodType, Done, const Intent extends string>({
  intent,
  form,
  schema,
  hideFields = [],
  headers = new Headers(),
  usesUpLink = false,
  run,
}: Question<Schema, Done, Intent>) {
  const submission = parseForm(form, schema);
  const id = textOf(form, "id");
  const wrong = Object.entries((submission.status === "error" && submission.error) || {}).flatMap(
    ([field, errors]) => (errors === null ? [] : [field]),
  );
  const refuse = (status: number, fields: Record<string, Problem[]>, whole: Problem[] = []) => {
    log({ event: "form_refused", intent, status, fields: [...wrong, ...Object.keys(fields)] });
    return data<FormAnswer<Done, Intent>>(
      {
        intent,
        id,
        done: null,
        result: submission.reply({ fieldErrors: fields, formErrors: whole, hideFields }),
      },
      { status },
    );
  };
  if (submission.status !== "success") return refuse(422, {});
  try {
    const done = await run(submission.value as z.output<Schema>, sentByForm(form));
    return data<FormAnswer<Done, Intent>>(
      { intent, id, done, result: submission.reply({ resetForm: true }) },
      { headers, ...(usesUpLink && { status: 200 }) },
    );
  } catch (caught) {
    const error = caught instanceof AppError ? caught : databaseFailure(caught);
    if (!error) throw caught;
    if (error !== caught) log({ event: "form_failed", intent, error: errorText(caught) });
    const whole = problemOfWhole(error);
    if (whole === null && error.fields === undefined) throw error;
    return refuse(error.status, error.fields ?? {}, whole === null ? [] : [whole]);
  }
}

type ChangeQuestion<Schema extends z.ZodType, Thing, Done, Intent extends string> = Omit<
  Question<Schema, Done, Intent>,
  "run"
> & {
  /** All that the form says of the thing, as the use case takes it. What is emptied is said too, as null or undefined. */
  toChange: (filled: z.output<Schema>) => Thing;
  /**
   * The form's fields that one of the change is made of, where it is not the one of the same name; also those that belong
   * with it, such as a number and its unit: touched together.
   */
  madeOf?: { [Name in keyof Thing]?: readonly string[] };
  /** `change`: what somebody touched. The use case holds it against what is stored; `filled` only says which thing. */
  run: (change: Partial<Thing>, filled: z.output<Schema>) => Promise<Done>;
};

/**
 * Of a form that changes a thing that stands: the whole is checked, and what nobody touched is left out of the change, so
 * that what somebody else changed meanwhile stays (decision 134). Without scripts all of it counts as touched.
 */
export const answerChange = <
  Schema extends z.ZodType,
  Thing extends object,
  Done,
  const Intent extends string,
>({
  toChange,
  madeOf = {},
  run,
  ...question
}: ChangeQuestion<Schema, Thing, Done, Intent>) => {
  const isTouched = touchedIn(question.form);
  const fieldsOf = (name: string): readonly string[] =>
    (madeOf as Record<string, readonly string[] | undefined>)[name] ?? [snakeCase(name)];
  return answerForm({
    ...question,
    run: (filled) => {
      const touched = Object.entries(toChange(filled)).filter(([name]) =>
        fieldsOf(name).some(isTouched),
      );
      return run(Object.fromEntries(touched) as Partial<Thing>, filled);
    },
  });
};

/** The first problem of a refusal, for places that show no fields; null where Helios itself failed. */
export const firstProblem = (error: AppError): Problem | null =>
  problemOfWhole(error) ?? Object.values(error.fields ?? {})[0]?.[0] ?? null;

/** What of Helios failed is null: it is reported, and the page says so. */
function problemOfWhole(error: AppError): Problem | null {
  return error.problem ?? PROBLEMS[error.code](error);
}

const PROBLEMS: Record<ErrorCode, (error: AppError) => Problem | null> = {
  malformed: () => ({ code: "not_understood" }),
  unauthenticated: () => ({ code: "session_ended" }),
  authentication_failed: () => ({ code: "authentication_failed" }),
  account_locked_too_many_attempts: () => ({ code: "account_locked_too_many_attempts" }),
  forbidden: () => ({ code: "forbidden" }),
  not_found: () => ({ code: "gone" }),
  method_not_allowed: () => ({ code: "not_understood" }),
  request_timeout: () => ({ code: "unavailable" }),
  too_large: () => ({ code: "too_large" }),
  unsupported_media_type: () => ({ code: "not_understood" }),
  too_many_requests: ({ retryAfterSeconds }) => ({
    code: "wait",
    minutes: Math.ceil((retryAfterSeconds ?? 60) / 60),
  }),
  unavailable: () => ({ code: "unavailable" }),
  // Their fields say it where they have no problem of the whole.
  conflict: () => null,
  validation_failed: () => null,
  internal: () => null,
  series_damaged: () => null,
  series_lost: () => null,
};

/** For what is so already: that it is so is what was wanted. */
export const unlessRefused =
  <T>(code: AppError["code"], value: T) =>
  (error: unknown): T => {
    if (error instanceof AppError && error.code === code) return value;
    throw error;
  };

/** For a thing that is gone already: that it is gone is what was wanted. */
export const unlessGone = <T>(value: T) => unlessRefused("not_found", value);

export const textOf = (form: FormData, name: string): string | null => {
  const value = form.get(name);
  return typeof value === "string" ? value : null;
};

/** Of a form about one thing, by its `id`. */
export const oneThing = z.object({ id: rowIdField });

/** A form that takes one thing away, by its `id`; that it is gone already is what was wanted. */
export const answerRemoval = <const Intent extends string>(
  intent: Intent,
  form: FormData,
  run: (id: number) => Promise<{ id: number }>,
) =>
  answerForm({
    intent,
    form,
    schema: oneThing,
    run: ({ id }) => run(id).catch(unlessGone({ id })),
  });
