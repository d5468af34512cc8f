/** What the forms of the current state do. */
import { z } from "zod";
import { answerChange, answerForm, oneThing, unlessGone } from "#app/pages/answer-form.server.ts";
import type { ActorDeps } from "#app/platform/context.server.ts";
import { glossary as english } from "#app/locales/en/glossary.ts";
import { glossary as spanish } from "#app/locales/es/glossary.ts";
import { newMeasure, type MeasureDone } from "./measure.ts";
import { toSettings } from "./measure-json.server.ts";
import { markSeen, unmarkSeen } from "./seen-measures.server.ts";
import { createMeasure, deleteMeasure, resetMeasures, updateMeasure } from "./measures.server.ts";

const oneMeasure = oneThing.extend({ title: z.string().max(200).default("") });
const seenMeasure = z.object({ human_key: newMeasure.shape.human_key });
const LANGUAGES = [english, { ...spanish, language: "es" as const }];

export function answerMeasureForm(ctx: ActorDeps, deviceId: number, form: FormData) {
  const device = String(deviceId);
  switch (form.get("intent")) {
    case "change":
      return answerChange({
        intent: "change",
        form,
        schema: newMeasure.and(oneThing),
        toChange: (input) => toSettings(input, LANGUAGES),
        // Of another tag the same words may be the own ones, and no others. Codes are of encoded values only.
        madeOf: {
          title: ["title", "human_key"],
          units: ["units", "human_key"],
          type: ["type", "encoding"],
          encoding: ["encoding", "type", "human_key"],
        },
        run: async (change, { id, title }): Promise<MeasureDone> => {
          await updateMeasure(ctx, device, id, change);
          return { title };
        },
      });
    case "delete":
      return answerForm({
        intent: "delete",
        form,
        schema: oneMeasure,
        run: ({ id, title }): Promise<MeasureDone> =>
          deleteMeasure(ctx, device, id).then(() => ({ title }), unlessGone({ title })),
      });
    case "seen":
      return answerForm({
        intent: "seen",
        form,
        schema: seenMeasure,
        run: ({ human_key }) => markSeen(ctx, device, human_key).then(() => ({})),
      });
    case "unseen":
      return answerForm({
        intent: "unseen",
        form,
        schema: oneThing,
        run: ({ id }) => unmarkSeen(ctx, id).then(() => ({}), unlessGone({})),
      });
    case "reset":
      return answerForm({
        intent: "reset",
        form,
        schema: z.object({}),
        run: (): Promise<MeasureDone> => resetMeasures(ctx, device).then(() => ({ title: "" })),
      });
    default:
      return answerForm({
        intent: "add",
        form,
        schema: newMeasure,
        run: async (input): Promise<MeasureDone> => {
          await createMeasure(ctx, device, toSettings(input, LANGUAGES));
          return { title: input.title };
        },
      });
  }
}
