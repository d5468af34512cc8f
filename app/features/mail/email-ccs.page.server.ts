/** What the forms of the notifications tab do. */
import { answerChange, answerForm, oneThing, unlessGone } from "#app/pages/answer-form.server.ts";
import type { ActorDeps } from "#app/platform/context.server.ts";
import { emailCc } from "./email-cc.ts";
import { addEmailCc, changeEmailCc, deleteEmailCc } from "./email-ccs.server.ts";

export function answerEmailCcForm(ctx: ActorDeps, form: FormData) {
  const nameOf = ({ name }: { name: string }) => ({ name });
  switch (form.get("intent")) {
    case "change":
      return answerChange({
        intent: "change",
        form,
        schema: emailCc.extend(oneThing.shape),
        toChange: ({ id: _which, ...fields }) => fields,
        run: async (change, { id }) => nameOf(await changeEmailCc(ctx, id, change)),
      });
    case "delete":
      return answerForm({
        intent: "delete",
        form,
        schema: oneThing,
        run: ({ id }) => deleteEmailCc(ctx, id).then(nameOf, unlessGone({ name: "" })),
      });
    default:
      return answerForm({
        intent: "add",
        form,
        schema: emailCc,
        run: async (fields) => nameOf(await addEmailCc(ctx, fields)),
      });
  }
}
