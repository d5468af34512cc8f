/** What the forms of the notifications tab do. */
import { z } from "zod";
import { answerForm, unlessGone } from "#app/pages/answer-form.server.ts";
import type { SignedIn } from "#app/pages/guards.server.ts";
import { emailCc } from "./email-cc.ts";
import { addEmailCc, changeEmailCc, deleteEmailCc } from "./email-ccs.server.ts";

const oneEntry = z.object({ id: z.coerce.number<string>().int() });

export function answerEmailCcForm({ deps, actor }: SignedIn, form: FormData) {
  const ctx = { ...deps, actor };
  const nameOf = ({ name }: { name: string }) => ({ name });
  switch (form.get("intent")) {
    case "change":
      return answerForm({
        intent: "change",
        form,
        schema: emailCc.extend(oneEntry.shape),
        run: async ({ id, ...fields }) => nameOf(await changeEmailCc(ctx, id, fields)),
      });
    case "delete":
      return answerForm({
        intent: "delete",
        form,
        schema: oneEntry,
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
