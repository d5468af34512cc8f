/** What the form of an event does, on whichever page it was opened. */
import { AppError } from "#app/domain/errors.ts";
import { answerChange, answerForm, oneThing } from "#app/pages/answer-form.server.ts";
import type { ActorDeps } from "#app/platform/context.server.ts";
import { changeEvent } from "./change-event.server.ts";
import { toEventJson } from "./event-json.server.ts";
import { reportEvent } from "./report-event.server.ts";
import { eventForm, type EventJson } from "./schemas.ts";

/** Both ends of a span are touched together. */
const SPAN = ["start_at", "end_at"];
const DOWN = ["is_downtime", "downtime_start_at", "downtime_end_at"];

export type EventDone = { event: EventJson };

/** `device`: the id of a machine that is the person's to see. */
export function answerEventForm(ctx: ActorDeps, device: number, form: FormData) {
  if (form.get("intent") === "change")
    return answerChange({
      intent: "change",
      form,
      schema: eventForm.safeExtend(oneThing.shape),
      toChange: ({ id: _which, is_downtime: _said, ...told }) => told,
      madeOf: { start_at: SPAN, end_at: SPAN, downtime_start_at: DOWN, downtime_end_at: DOWN },
      run: async (change, { id }): Promise<EventDone> => ({
        event: toEventJson(await changeEvent(ctx, id, change).catch(rethrowForForm), ctx.actor),
      }),
    });
  return answerForm({
    intent: "report",
    form,
    schema: eventForm,
    run: async ({ is_downtime: _said, ...told }, sent): Promise<EventDone> => ({
      event: toEventJson(
        await reportEvent({ ...ctx, sent }, { ...told, device_id: device }).catch(rethrowForForm),
        ctx.actor,
      ),
    }),
  });
}

/** `interventions.0.component_id` of /v1 is `interventions[0].component_id` of the form. */
function rethrowForForm(error: unknown): never {
  if (!(error instanceof AppError) || error.fields === undefined) throw error;
  const fields = Object.fromEntries(
    Object.entries(error.fields).map(([field, problems]) => [
      field.replace(/\.(\d+)\./g, "[$1]."),
      problems,
    ]),
  );
  throw new AppError(error.code, { message: error.message, fields, cause: error });
}
