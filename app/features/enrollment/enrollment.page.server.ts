/** What the forms of the machine list do. */
import { DAY_MS } from "#app/domain/durations.ts";
import { answerForm } from "#app/pages/answer-form.server.ts";
import type { SignedIn } from "#app/pages/guards.server.ts";
import { addMachine } from "./add-machine.server.ts";
import { createEnrollmentKey } from "./enrollment-keys.server.ts";
import { newKeyForm, newMachine, type NewKey } from "./new-machine.ts";

export function answerMachineListForm(
  { deps, actor }: Pick<SignedIn, "deps" | "actor">,
  form: FormData,
) {
  const ctx = { ...deps, actor };
  if (form.get("intent") === "key")
    return answerForm({
      intent: "key",
      form,
      schema: newKeyForm,
      async run({ name, make, days, max_uses }): Promise<NewKey> {
        const expires_at = new Date(deps.now + days * DAY_MS).toISOString();
        const { key } = await createEnrollmentKey(ctx, { name, make, expires_at, max_uses });
        return { name, key };
      },
    });
  return answerForm({
    intent: "add",
    form,
    schema: newMachine,
    run: async (input) => {
      const { id } = await addMachine(ctx, input);
      return { id };
    },
  });
}
