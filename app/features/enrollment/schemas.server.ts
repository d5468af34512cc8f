/** Enrollment keys, and machines that gateways bring, as /v1 and gateways send and answer them. */
import { z } from "zod";
import { MAKES } from "#app/domain/access/types.ts";
import { MAX_ENROLLMENT_KEY_USES } from "#app/domain/limits.ts";
import { jsonView } from "#app/domain/json-view.ts";
import { requiredLine } from "#app/domain/one-line.ts";
import { machineSettings } from "#app/features/configuration/machine-settings.ts";
import { createSamplerSchema } from "#app/features/samplers/schemas.ts";
import { machineFields, newMachine } from "./new-machine.ts";

/** POST /v1/devices. */
export const addedMachine = newMachine.extend(machineSettings);

/** What a gateway says of its machine and itself. */
export const enrollmentSchema = z.object({
  ...machineFields,
  sampler: createSamplerSchema.omit({ device_id: true }),
});
export type Enrollment = z.output<typeof enrollmentSchema>;

export const newEnrollmentKey = z.object({
  name: requiredLine(100),
  /** Left out: any make; of an oem_superuser always their own. */
  make: z.enum(MAKES).nullish(),
  expires_at: z.iso.datetime({ offset: true }),
  max_uses: z.int().min(1).max(MAX_ENROLLMENT_KEY_USES),
});
export type NewEnrollmentKey = z.output<typeof newEnrollmentKey>;

/** `uses`: machines that it made. */
export const enrollmentKeyView = jsonView(
  {
    id: z.int().positive(),
    name: z.string(),
    make: z.enum(MAKES).nullable(),
    max_uses: z.int(),
    uses: z.int(),
  },
  { created_at: "always", expires_at: "always", last_used_at: "orNull" },
);
