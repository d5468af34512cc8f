/** What of a machine can be set, by form and /v1 alike (spec 001 §2, §7). */
import { z } from "zod";
import { MAKES } from "#app/domain/access/types.ts";
import { requiredLine } from "#app/domain/one-line.ts";
import { rowIdField } from "#app/domain/row-id-field.ts";

/** An hour at most: what is longer is a stop. */
const MAX_MICRO_STOP_SECONDS = 3_600;

const fields = {
  facility_id: rowIdField,
  name: requiredLine(100),
  make: z.enum(MAKES),
  model: requiredLine(100),
  micro_stop_seconds: z.int().min(1).max(MAX_MICRO_STOP_SECONDS),
};

/** The page's form. An empty serial of the manufacturer is none; `kiwiplan` is sent by superusers only. */
export const machineForm = z.object({
  ...fields,
  manufacturer_serial_number: requiredLine(100).optional(),
  kiwiplan: z.enum(["yes", "no"]).optional(),
});

/** PUT /v1/devices/{id}: what is left out stays. */
export const machineChanges = z
  .object({ ...fields, kiwiplan: z.boolean() })
  .partial()
  .extend({
    manufacturer_serial_number: requiredLine(100).nullish(),
    service_tier: z.object({ id: z.int().positive() }).nullish(),
    service_tier_id: z.int().positive().nullish(),
  });

/** `serviceTierId` null: none. What is left out stays. */
export type MachineChanges = {
  facilityId?: number | undefined;
  name?: string | undefined;
  make?: (typeof MAKES)[number] | undefined;
  model?: string | undefined;
  manufacturerSerialNumber?: string | null | undefined;
  microStopSeconds?: number | undefined;
  kiwiplan?: boolean | undefined;
  serviceTierId?: number | null | undefined;
};
