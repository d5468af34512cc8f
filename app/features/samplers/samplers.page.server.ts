/** What the forms of the samplers tab do. */
import { z } from "zod";
import { AppError, type FieldErrors } from "#app/domain/errors.ts";
import type { Problem } from "#app/domain/problems.ts";
import { answerChange, answerForm, oneThing, unlessGone } from "#app/pages/answer-form.server.ts";
import type { ActorDeps } from "#app/platform/context.server.ts";
import { createMapping } from "./create-mapping.server.ts";
import { createSampler } from "./create-sampler.server.ts";
import { deleteMapping } from "./delete-mapping.server.ts";
import { deleteSampler } from "./delete-sampler.server.ts";
import { chosenNames, forgetMetricsForm, type ForgetDone } from "./forget-form.ts";
import { forgetMetrics } from "./forget-metrics.server.ts";
import { keyOfForm, mappingForm, type MappingDone, type MappingForm } from "./mapping-form.ts";
import { rotateSamplerKey } from "./rotate-sampler-key.server.ts";
import { samplerForm, type SamplerDone } from "./sampler-form.ts";
import { requireMapping } from "./sampler-record.server.ts";
import { createMappingSchema, type CreateSampler } from "./schemas.ts";
import { updateMapping } from "./update-mapping.server.ts";
import { updateSampler } from "./update-sampler.server.ts";

const named = oneThing.extend({ name: z.string().max(300) });

export function answerSamplersForm(ctx: ActorDeps, deviceId: number, form: FormData) {
  switch (form.get("intent")) {
    case "save-sampler":
      return answerChange({
        intent: "save-sampler",
        form,
        schema: samplerForm.extend(oneThing.shape),
        toChange: ({ id: _which, ...input }) => withoutLeftOut(input),
        madeOf: {
          plc_address: ["plc_address", "plc_port"],
          plc_port: ["plc_address", "plc_port"],
        },
        run: async (change, { id }): Promise<SamplerDone> =>
          toDone(await updateSampler(ctx, id, change)),
      });
    case "rotate-key":
      return answerForm({
        intent: "rotate-key",
        form,
        schema: named,
        run: async ({ id, name }): Promise<SamplerDone> => {
          const { key, previous_key_expires_at } = await rotateSamplerKey(ctx, id);
          if (previous_key_expires_at === null) return { id, name, key };
          return { id, name, key, previousKeyUntilMs: Date.parse(previous_key_expires_at) };
        },
      });
    case "delete-sampler":
      return answerForm({
        intent: "delete-sampler",
        form,
        schema: named,
        run: async ({ id, name }): Promise<SamplerDone> => {
          await deleteSampler(ctx, id).catch(unlessGone(null));
          return { id, name };
        },
      });
    case "add-mapping":
      return answerForm({
        intent: "add-mapping",
        form,
        schema: mappingForm.safeExtend({ sampler_id: oneThing.shape.id }),
        run: ({ sampler_id, ...input }) =>
          createMapping(
            ctx,
            createMappingSchema.parse({ ...toMapping(input, null), sampler_id }),
          ).then(toMappingDone, atFieldsOfForm),
      });
    case "save-mapping":
      return answerChange({
        intent: "save-mapping",
        form,
        schema: mappingForm.safeExtend(oneThing.shape),
        toChange: ({ id: _which, ...input }) => toMapping(input, null),
        madeOf: { machine_key: ["parent", "child", "index", "bit"] },
        run: async (change, { id, ...input }) => {
          const { machineKey } = await requireMapping(ctx, id);
          // What was not changed of the key stays to the letter.
          if (change.machine_key !== undefined) change.machine_key = keyOfForm(input, machineKey);
          return updateMapping(ctx, id, change).then(toMappingDone, atFieldsOfForm);
        },
      });
    case "delete-mapping":
      return answerForm({
        intent: "delete-mapping",
        form,
        schema: named,
        run: async ({ id, name }): Promise<MappingDone> => {
          await deleteMapping(ctx, id).catch(unlessGone(null));
          return { id, humanKey: name };
        },
      });
    case "forget-metrics":
      return answerForm({
        intent: "forget-metrics",
        form,
        schema: forgetMetricsForm.extend({ names: chosenNames }),
        run: async (asked): Promise<ForgetDone> => ({
          names: await forgetMetrics(ctx, deviceId, asked),
        }),
      });
    default:
      return answerForm({
        intent: "add-sampler",
        form,
        schema: samplerForm,
        run: async (input, sent): Promise<SamplerDone> => {
          const asked = { ...withoutLeftOut(input), device_id: deviceId };
          const made = await createSampler({ ...ctx, sent }, asked);
          return { ...toDone(made), key: made.key };
        },
      });
  }
}

const toDone = ({ id, name }: { id: number; name: string }): SamplerDone => ({ id, name });

/** An emptied field of a form is none, not one that stays as it is. */
const withoutLeftOut = (input: z.output<typeof samplerForm>): Omit<CreateSampler, "device_id"> => ({
  ...input,
  plc_address: input.plc_address ?? null,
  plc_port: input.plc_port ?? null,
  dataset_name: input.dataset_name ?? null,
  machine_number: input.machine_number ?? null,
});

/** `before`: the machine key as it stands; null for a new mapping. */
const toMapping = (input: MappingForm, before: string | null) => ({
  machine_key: keyOfForm(input, before),
  human_key: input.human_key,
  telemetry_type_id: input.telemetry_type_id ?? null,
  primary_section: input.primary_section ?? null,
  uts_anomaly_detection_enabled: input.uts_anomaly_detection_enabled,
  threshold_anomaly_detection_enabled: input.threshold_anomaly_detection_enabled,
  threshold_lower_bound_percentile: input.threshold_lower_bound_percentile ?? null,
  threshold_upper_bound_percentile: input.threshold_upper_bound_percentile ?? null,
});

const toMappingDone = ({ id, human_key }: { id: number; human_key: string }): MappingDone => ({
  id,
  humanKey: human_key,
});

/** What is wrong with the machine key stands at the part of it that is to be changed. */
function atFieldsOfForm(error: unknown): never {
  if (!(error instanceof AppError) || error.fields?.["machine_key"] === undefined) throw error;
  const { machine_key: problems = [], ...others } = error.fields;
  const fields: FieldErrors = { ...others };
  for (const problem of problems) (fields[partOf(problem)] ??= []).push(problem);
  throw new AppError(error.code, { message: error.message, fields });
}

function partOf({ code }: Problem): "parent" | "child" | "index" | "bit" {
  switch (code) {
    case "child_required":
    case "child_unknown":
      return "child";
    case "index_too_large":
      return "index";
    case "bit_range":
    case "bit_of_integer":
      return "bit";
    default:
      return "parent";
  }
}
