/** What the forms of a machine's alarms tab do. */
import { AppError } from "#app/domain/errors.ts";
import { answerChange, answerForm, oneThing, unlessGone } from "#app/pages/answer-form.server.ts";
import type { ActorDeps } from "#app/platform/context.server.ts";
import { alarmForm, inSeconds, toFormField, toNewAlarm } from "./alarm-form.ts";
import { requireAlarm } from "./alarm-record.server.ts";
import { changedAlarm, everyField, TOGETHER } from "./changed-alarm.ts";
import { createAlarm, deleteAlarm, updateAlarm } from "./define-alarm.server.ts";
import { acknowledgeAlarm, shelveAlarm, unshelveAlarm } from "./handle-alarm.server.ts";
import { acknowledgement, shelving } from "./handle-alarm.ts";

export type AlarmDone = { name: string };

/** `device`: the id of a machine that is the person's to see. */
export function answerAlarmForm(ctx: ActorDeps, device: number, form: FormData) {
  const done = ({ name }: { name: string }): AlarmDone => ({ name });
  switch (form.get("intent")) {
    case "update":
      return answerChange({
        intent: "update",
        form,
        schema: alarmForm.safeExtend(oneThing.shape),
        toChange: everyField,
        madeOf: TOGETHER,
        run: async (change, { id }) => {
          const { alarm } = await requireAlarm(ctx, id);
          const changed = changedAlarm(alarm, change);
          return done(await updateAlarm(ctx, id, changed).catch(rethrowForForm));
        },
      });
    case "delete":
      return answerForm({
        intent: "delete",
        form,
        schema: oneThing,
        run: async ({ id }) => done(await deleteAlarm(ctx, id).catch(unlessGone({ name: "" }))),
      });
    case "acknowledge":
      return answerForm({
        intent: "acknowledge",
        form,
        schema: acknowledgement.extend(oneThing.shape),
        run: async ({ id, note }) => done(await acknowledgeAlarm(ctx, id, { note })),
      });
    case "shelve":
      return answerForm({
        intent: "shelve",
        form,
        schema: shelving.extend(oneThing.shape),
        run: async ({ id, for: time, reason, maintenance_id: maintenanceId }) =>
          done(await shelveAlarm(ctx, id, { for: time, reason, maintenanceId })),
      });
    case "unshelve":
      return answerForm({
        intent: "unshelve",
        form,
        schema: oneThing,
        run: async ({ id }) => done(await unshelveAlarm(ctx, id)),
      });
    default:
      return answerForm({
        intent: "create",
        form,
        schema: alarmForm,
        run: async (filled, sent) =>
          done(
            await createAlarm({ ...ctx, sent }, device, toNewAlarm(filled)).catch(rethrowForForm),
          ),
      });
  }
}

/** What the use case says of /v1's fields, at the fields of the form. */
function rethrowForForm(error: unknown): never {
  if (!(error instanceof AppError) || error.fields === undefined) throw error;
  const fields = Object.fromEntries(
    Object.entries(error.fields).map(([field, problems]) => [
      toFormField(field),
      problems.map((problem) => inSeconds(field, problem)),
    ]),
  );
  throw new AppError(error.code, { message: error.message, fields, cause: error });
}
