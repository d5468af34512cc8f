/** What the forms of a machine's configuration do. */
import { z } from "zod";
import { toCamelKeys } from "#app/domain/json-view.ts";
import { DELETE_AND_LEAVE } from "#app/kit/forms/read-again.ts";
import { answerChange, answerForm, unlessRefused } from "#app/pages/answer-form.server.ts";
import type { ActorDeps } from "#app/platform/context.server.ts";
import { replaceForm } from "./replacement.ts";
import { replaceMachine } from "./replace-machine.server.ts";
import { machineForm } from "./machine-settings.ts";
import { refreshShadow } from "./refresh-shadow.server.ts";
import { restoreMachine, retireMachine } from "./retire-machine.server.ts";
import { updateMachine } from "./update-machine.server.ts";

const nothing = z.object({});

/** `device`: the id of a machine that is the person's to configure. */
export function answerConfigurationForm(ctx: ActorDeps, device: number, form: FormData) {
  const done = { id: device };
  switch (form.get("intent")) {
    case "refresh":
      return answerForm({
        intent: "refresh",
        form,
        schema: nothing,
        run: () => refreshShadow(ctx, device).then(() => done),
      });
    // The page leaves for the list: what it shows is another machine then.
    case DELETE_AND_LEAVE:
      return answerForm({
        intent: DELETE_AND_LEAVE,
        form,
        schema: replaceForm,
        run: ({ device_id: replaced }) =>
          replaceMachine(ctx, device, replaced).then(({ id }) => ({ id })),
      });
    case "retire":
      return answerForm({
        intent: "retire",
        form,
        schema: nothing,
        run: () =>
          retireMachine(ctx, String(device)).then(() => done, unlessRefused("conflict", done)),
      });
    case "restore":
      return answerForm({
        intent: "restore",
        form,
        schema: nothing,
        run: () =>
          restoreMachine(ctx, String(device)).then(() => done, unlessRefused("conflict", done)),
      });
    default:
      return answerChange({
        intent: "save",
        form,
        schema: machineForm,
        toChange: ({ kiwiplan, manufacturer_serial_number: serial = null, ...settings }) => ({
          ...toCamelKeys(settings),
          manufacturerSerialNumber: serial,
          kiwiplan: kiwiplan === undefined ? undefined : kiwiplan === "yes",
        }),
        run: (change) => updateMachine(ctx, device, change).then(() => done),
      });
  }
}
