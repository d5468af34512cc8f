/** What the forms of a machine's saved questions do. */
import { z } from "zod";
import { toCamelKeys } from "#app/domain/json-view.ts";
import { answerForm, unlessGone } from "#app/pages/answer-form.server.ts";
import type { SignedIn } from "#app/pages/guards.server.ts";
import { newSavedQuestion } from "./saved-question.ts";
import { deleteSavedQuestion, saveQuestion } from "./saved-questions.server.ts";

const oneQuestion = z.object({ id: z.coerce.number<string>().int() });

/** `device`: the id of a machine that is the person's to see. */
export function answerSavedQuestionForm(
  { deps, actor }: Pick<SignedIn, "deps" | "actor">,
  device: number,
  form: FormData,
) {
  const ctx = { ...deps, actor };
  if (form.get("intent") === "delete")
    return answerForm({
      intent: "delete",
      form,
      schema: oneQuestion,
      run: ({ id }) => deleteSavedQuestion(ctx, id).catch(unlessGone({ id })),
    });
  return answerForm({
    intent: "save",
    form,
    schema: newSavedQuestion,
    run: async (input) => {
      const { id } = await saveQuestion(ctx, String(device), toCamelKeys(input));
      return { id };
    },
  });
}
