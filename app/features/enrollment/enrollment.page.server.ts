/** What the forms of the machine list and of the enrollment keys do. */
import { z } from "zod";
import { DAY_MS } from "#app/domain/durations.ts";
import { answerForm, oneThing, unlessGone } from "#app/pages/answer-form.server.ts";
import type { ActorDeps } from "#app/platform/context.server.ts";
import { addMachine } from "./add-machine.server.ts";
import { createEnrollmentKey, endEnrollmentKey } from "./enrollment-keys.server.ts";
import { newKeyForm, newMachine, type NewKey } from "./new-machine.ts";

export function answerMachineListForm(ctx: ActorDeps, form: FormData) {
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

export function answerEnrollmentKeyForm(ctx: ActorDeps, form: FormData) {
  if (form.get("intent") === "end-key")
    return answerForm({
      intent: "end-key",
      form,
      schema: oneThing.extend({ name: z.string().max(100) }),
      run: ({ id }) => endEnrollmentKey(ctx, id).catch(unlessGone({ id })),
    });
  return answerForm({
    intent: "key",
    form,
    schema: newKeyForm,
    async run({ name, make, days, max_uses }, sent): Promise<NewKey> {
      const expires_at = new Date(ctx.now + days * DAY_MS).toISOString();
      const asked = { name, make, expires_at, max_uses };
      const { key } = await createEnrollmentKey({ ...ctx, sent }, asked);
      return { name, key };
    },
  });
}
