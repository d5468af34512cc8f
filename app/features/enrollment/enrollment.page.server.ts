/** What the form of the machine list does. */
import { answerForm } from "#app/pages/answer-form.server.ts";
import type { SignedIn } from "#app/pages/guards.server.ts";
import { addMachine } from "./add-machine.server.ts";
import { newMachine } from "./new-machine.ts";

export const answerMachineListForm = (
  { deps, actor }: Pick<SignedIn, "deps" | "actor">,
  form: FormData,
) =>
  answerForm({
    intent: "add",
    form,
    schema: newMachine,
    run: async (input) => {
      const { id } = await addMachine({ ...deps, actor }, input);
      return { id };
    },
  });
