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

/** What calls set of a machine beside what it is. `service_tier` null: none; `service_tier_id` says the same. */
export const machineSettings = {
  micro_stop_seconds: fields.micro_stop_seconds.optional(),
  kiwiplan: z.boolean().optional(),
  service_tier: z.object({ id: z.int().positive() }).nullish(),
  service_tier_id: z.int().positive().nullish(),
};

/** PUT /v1/devices/{id}: what is left out stays. */
export const machineChanges = z
  .object(fields)
  .partial()
  .extend({ ...machineSettings, manufacturer_serial_number: requiredLine(100).nullish() });

type ToldTier = { service_tier?: { id: number } | null; service_tier_id?: number | null };
/** The tier that a call names; undefined: none is named. */
export const tierIdOf = ({ service_tier: tier, service_tier_id: id }: ToldTier) =>
  tier === undefined ? id : (tier?.id ?? null);

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
