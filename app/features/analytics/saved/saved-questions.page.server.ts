/** What the forms of a machine's saved questions do. */
import { toCamelKeys } from "#app/domain/json-view.ts";
import { answerForm, answerRemoval } from "#app/pages/answer-form.server.ts";
import type { ActorDeps } from "#app/platform/context.server.ts";
import { newSavedQuestion } from "./saved-question.ts";
import { deleteSavedQuestion, saveQuestion } from "./saved-questions.server.ts";

/** `device`: the id of a machine that is the person's to see. */
export function answerSavedQuestionForm(ctx: ActorDeps, device: number, form: FormData) {
  if (form.get("intent") === "delete")
    return answerRemoval("delete", form, (id) => deleteSavedQuestion(ctx, id));
  return answerForm({
    intent: "save",
    form,
    schema: newSavedQuestion,
    run: async (input, sent) => {
      const { id } = await saveQuestion({ ...ctx, sent }, String(device), toCamelKeys(input));
      return { id };
    },
  });
}
