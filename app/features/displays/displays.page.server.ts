/** What the forms of the displays page do. */
import { toCamelKeys } from "#app/domain/json-view.ts";
import { answerChange, answerForm, oneThing, unlessGone } from "#app/pages/answer-form.server.ts";
import type { ActorDeps } from "#app/platform/context.server.ts";
import { displaySettings, newDisplay } from "./display.ts";
import { pairDisplay } from "./pairing.server.ts";
import { revokeDisplay, updateDisplay } from "./displays.server.ts";

export function answerDisplayForm(ctx: ActorDeps, form: FormData) {
  switch (form.get("intent")) {
    case "save":
      return answerChange({
        intent: "save",
        form,
        schema: displaySettings.extend(oneThing.shape),
        toChange: ({ id: _which, ...settings }) => toCamelKeys(settings),
        run: async (change, { id }) => nameOf(await updateDisplay(ctx, id, change)),
      });
    case "revoke":
      return answerForm({
        intent: "revoke",
        form,
        schema: oneThing,
        run: ({ id }) => revokeDisplay(ctx, id).then(nameOf, unlessGone({ name: null })),
      });
    default:
      return answerForm({
        intent: "pair",
        form,
        schema: newDisplay,
        run: async (input) => nameOf(await pairDisplay(ctx, toCamelKeys(input))),
      });
  }
}

/** `name`: of the display; null: somebody revoked it already. */
export type DisplayDone = { name: string | null };
const nameOf = ({ name }: { name: string }): DisplayDone => ({ name });
