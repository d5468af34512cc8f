/** Somebody else's account: what whoever manages it can set, by form and /v1 alike (spec 002 §3, §5). */
import { z } from "zod";
import { MAKES, ROLES } from "#app/domain/access/types.ts";
import { isMailAddress, MAX_ADDRESS_LENGTH, parseMailAddress } from "#app/domain/mail/address.ts";
import { requiredLine } from "#app/domain/one-line.ts";
import { LOCALES } from "#app/domain/preferences.ts";
import { rowIdField } from "#app/domain/row-id-field.ts";

/** One bound parameter however many; a customer has no more. */
const MAX_FACILITIES = 200;

const personFields = z.object({
  first_name: requiredLine(100),
  last_name: requiredLine(100),
  email: z
    .string()
    .trim()
    .min(1)
    .max(MAX_ADDRESS_LENGTH)
    .refine(isMailAddress, "email")
    .transform((address) => parseMailAddress(address) ?? address),
  /** Empty, or only the country's code, is none. */
  phone: z.string().trim().max(40).nullable().default(null),
  role: z.enum(ROLES),
  /** Of user and admin; the provider's staff have none. */
  customer_id: rowIdField.nullable().default(null),
  facility_ids: z.array(rowIdField).max(MAX_FACILITIES).default([]),
  /** Of an oem_superuser, who needs one. */
  make: z.enum(MAKES).nullable().default(null),
  notifications_email: z.boolean().default(true),
  /** Of the set-up mail, until the person chooses another one. */
  locale: z.enum(LOCALES).nullable().default(null),
});

export const newPerson = personFields;
/** Of a page's form: what is not checked is not sent, and means no. */
export const personForm = personFields.extend({
  notifications_email: z.boolean().default(false),
});
/** What is left out stays. */
export const personChanges = z.object({
  first_name: personFields.shape.first_name.optional(),
  last_name: personFields.shape.last_name.optional(),
  email: personFields.shape.email.optional(),
  phone: z.string().trim().max(40).nullable().optional(),
  role: z.enum(ROLES).optional(),
  facility_ids: z.array(rowIdField).max(MAX_FACILITIES).optional(),
  make: z.enum(MAKES).nullable().optional(),
  notifications_email: z.boolean().optional(),
  locale: z.enum(LOCALES).nullable().optional(),
});
export type NewPerson = z.output<typeof newPerson>;
export type PersonChanges = z.output<typeof personChanges>;
