/** What the forms of a machine's notes do. */
import { toCamelKeys } from "#app/domain/json-view.ts";
import { answerForm, answerRemoval } from "#app/pages/answer-form.server.ts";
import type { ActorDeps } from "#app/platform/context.server.ts";
import { newAnnotation } from "./annotation.ts";
import { addAnnotation, deleteAnnotation } from "./annotations.server.ts";

/** `device`: the id of a machine that is the person's to see. */
export function answerAnnotationForm(ctx: ActorDeps, device: number, form: FormData) {
  if (form.get("intent") === "delete")
    return answerRemoval("delete", form, (id) => deleteAnnotation(ctx, id));
  return answerForm({
    intent: "add",
    form,
    schema: newAnnotation,
    run: async (input, sent) => {
      const { id } = await addAnnotation({ ...ctx, sent }, String(device), toCamelKeys(input));
      return { id };
    },
  });
}
