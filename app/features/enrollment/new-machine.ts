/** A machine that is added by hand or by a gateway: what is said of it. */
import { z } from "zod";
import { MAX_ENROLLMENT_KEY_USES } from "#app/domain/limits.ts";
import { MAKES, type Make } from "#app/domain/access/types.ts";
import { requiredLine } from "#app/domain/one-line.ts";
import { problemText } from "#app/domain/problems.ts";
import { rowIdField } from "#app/domain/row-id-field.ts";

/** Names that /v1/devices/… has calls of: a machine of such a serial number would not be reached by it. */
const RESERVED_SERIALS = ["make_models", "downtime_predictions"];

export const machineFields = {
  serial_number: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9][A-Za-z0-9 ._-]{0,63}$/, problemText({ code: "serial_number" }))
    .refine(
      (serial) => !RESERVED_SERIALS.includes(serial.toLowerCase()),
      problemText({ code: "reserved" }),
    ),
  make: z.enum(MAKES),
  model: requiredLine(100),
  manufacturer_serial_number: requiredLine(100)
    .nullish()
    .transform((text) => text ?? null),
};

/** The form of the machine list; POST /v1/devices takes settings beside it. */
export const newMachine = z.object({
  ...machineFields,
  /** Left out: the serial number. */
  name: requiredLine(100).optional(),
  facility_id: rowIdField.nullish(),
});

/** For how long a key may be made; what a machine's staff rolls out in one go. */
export const KEY_DAYS = [1, 7, 30, 90, 365] as const;

/** The form for an enrollment key. */
export const newKeyForm = z.object({
  name: requiredLine(100),
  /** Left out: any make. */
  make: z.enum(MAKES).optional(),
  days: z.int().min(1).max(365),
  max_uses: z.int().min(1).max(MAX_ENROLLMENT_KEY_USES),
});
/** A key as its list shows it; times in Unix milliseconds. `uses`: machines that it made. */
export type ListedKey = {
  id: number;
  name: string;
  make: Make | null;
  maxUses: number;
  uses: number;
  createdAt: number;
  expiresAt: number;
  lastUsedAt: number | null;
};
/** A key that is used up still gives a new sampler key to a machine that it made. */
export function stateOfKey(
  { expiresAt, uses, maxUses }: ListedKey,
  nowMs: number,
): "open" | "used_up" | "expired" {
  if (expiresAt <= nowMs) return "expired";
  return uses >= maxUses ? "used_up" : "open";
}

/** Told once. */
export type NewKey = { name: string; key: string };

/** What the form offers. */
export type AddChoices = {
  makes: Make[];
  models: [Make, string][];
  facilities: { id: number; name: string; city: string; state: string; customerId: number }[];
  customers: { id: number; name: string }[];
};
