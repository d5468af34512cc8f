/** What each form of the displays page does, and what it is answered. */
import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "@remix-run/cloudflare";
import { AppError } from "#app/domain/errors.ts";
import { isTimeZone } from "#app/domain/formats/time-zones.ts";
import {
  displayFields,
  pairFields,
  type DisplayProblem,
} from "#app/features/displays/display-form-schema.ts";
import type { DisplaysAnswer } from "#app/features/displays/display-types.ts";
import { pairDisplay } from "#app/features/displays/pair-display.server.ts";
import { revokeDisplay } from "#app/features/displays/revoke-display.server.ts";
import { updateDisplay } from "#app/features/displays/update-display.server.ts";
import type { SignedIn } from "#app/pages/guards.server.ts";

type Question = SignedIn & { form: FormData };
type Fields = { name: string; facility_ids: number[]; locale: "en" | "es"; time_zone: string };

const settingsOf = ({ name, facility_ids, locale, time_zone }: Fields) => ({
  name,
  facilityIds: facility_ids,
  locale,
  timeZone: isTimeZone(time_zone) ? time_zone : "UTC",
});

export async function answerPair({ deps, actor, form }: Question) {
  const submission = parseWithZod(form, { schema: pairFields });
  const refuse = (
    fieldErrors: Record<string, string[]>,
    status: number,
    waitSeconds: number | null = null,
  ) =>
    data<DisplaysAnswer>(
      { intent: "pair", result: submission.reply({ fieldErrors }), paired: null, waitSeconds },
      { status },
    );
  if (submission.status !== "success") return refuse({}, 422);
  try {
    const { name } = await pairDisplay(
      { ...deps, actor },
      { ...settingsOf(submission.value), code: submission.value.code },
    );
    return data<DisplaysAnswer>({
      intent: "pair",
      result: submission.reply({ resetForm: true }),
      paired: name,
      waitSeconds: null,
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === "too_many_requests")
      return refuse({ code: ["wait"] }, error.status, error.retryAfterSeconds ?? 60);
    if (error.code === "not_found") return refuse({ facility_ids: ["facilities"] }, 422);
    if (error.code === "validation_failed") return refuse(problemsOf(error), error.status);
    throw error;
  }
}

export async function answerSave({ deps, actor, form }: Question) {
  const id = Number(form.get("id"));
  const submission = parseWithZod(form, { schema: displayFields });
  const refuse = (fieldErrors: Record<string, string[]>) =>
    data<DisplaysAnswer>(
      { intent: "save", id, result: submission.reply({ fieldErrors }), saved: null },
      { status: 422 },
    );
  if (submission.status !== "success") return refuse({});
  try {
    const { name } = await updateDisplay({ ...deps, actor }, id, settingsOf(submission.value));
    return data<DisplaysAnswer>({ intent: "save", id, result: submission.reply(), saved: name });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === "validation_failed") return refuse(problemsOf(error));
    if (error.code === "not_found")
      return data<DisplaysAnswer>({ intent: "revoke", revoked: null }, { status: 404 });
    throw error;
  }
}

/** What is gone already is what was wanted. */
export async function answerRevoke({ deps, actor, form }: Question) {
  try {
    const { name } = await revokeDisplay({ ...deps, actor }, Number(form.get("id")));
    return data<DisplaysAnswer>({ intent: "revoke", revoked: name });
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found")
      return data<DisplaysAnswer>({ intent: "revoke", revoked: null });
    throw error;
  }
}

const problemsOf = ({ fields = {} }: AppError): Record<string, DisplayProblem[]> =>
  Object.fromEntries(
    Object.keys(fields).map((field) => [
      field,
      [field === "facility_ids" ? "one_customer" : "code"],
    ]),
  );
