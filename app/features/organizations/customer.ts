/** A customer: what of it can be set, by form and /v1 alike, and how it is shown (spec 002 §3, §5). */
import { z } from "zod";
import { CUSTOMER_LOGOS } from "#app/domain/customer-logos.ts";
import { jsonView } from "#app/domain/json-view.ts";
import { isMailAddress, MAX_ADDRESS_LENGTH, parseMailAddress } from "#app/domain/mail/address.ts";
import { requiredLine } from "#app/domain/one-line.ts";
import { parsePhone } from "#app/domain/phone.ts";
import { COUNTRIES, isStateOf, type Country } from "#app/domain/places.ts";
import { problemText } from "#app/domain/problems.ts";

/** What a form's select or field left empty sends. */
export const orNull = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .preprocess((value) => (value === "" ? null : value), schema.nullable())
    .meta({ type: ["string", "null"] });

export const contactFields = {
  contact_name: requiredLine(100),
  contact_email: z
    .string()
    .trim()
    .min(1)
    .max(MAX_ADDRESS_LENGTH)
    .refine(isMailAddress, "email")
    .transform((address) => parseMailAddress(address) ?? address),
  contact_phone: z.string().trim().min(1).max(40),
};

/** As they are shown. */
export const contactView = {
  contact_name: z.string(),
  contact_email: z.string(),
  contact_phone: z.string(),
};

const customerFields = z.object({
  name: requiredLine(100),
  ...contactFields,
  external_id: orNull(requiredLine(100)).default(null),
  city: requiredLine(100),
  state: orNull(requiredLine(10)).default(null),
  country: orNull(z.enum(COUNTRIES)).default(null),
  logo: orNull(z.enum(CUSTOMER_LOGOS)).default(null),
});

type Placed = { contact_phone: string; state: string | null; country: Country | null };

/** What only the fields together tell: the phone by its country, a state of the country. The phone becomes E.164. */
export function checkPlace<T extends Placed>(thing: T, context: z.RefinementCtx): T {
  const issue = (path: string, message: string) =>
    context.addIssue({ code: "custom", path: [path], message });
  const parsed = parsePhone(thing.contact_phone, thing.country);
  if (parsed.kind !== "number") issue("contact_phone", problemText({ code: "phone" }));
  if (thing.state !== null && (thing.country === null || !isStateOf(thing.country, thing.state)))
    issue("state", problemText({ code: "state_of_country" }));
  return parsed.kind === "number" ? { ...thing, contact_phone: parsed.phone } : thing;
}

/** For the form in the browser, which checks and sends what was typed; Helios makes the E.164 of the phone. */
export const customerForm = customerFields.superRefine((customer, context) => {
  checkPlace(customer, context);
});
/** Checked as there, so that every problem is told at once. */
export const customerSettings = customerForm.transform(checkPlace);
/** PATCH: what is left out stays, and the whole is checked after that. */
export const customerChanges = z.object({
  name: customerFields.shape.name.optional(),
  ...z.object(contactFields).partial().shape,
  external_id: orNull(requiredLine(100)).optional(),
  city: requiredLine(100).optional(),
  state: orNull(requiredLine(10)).optional(),
  country: orNull(z.enum(COUNTRIES)).optional(),
  logo: orNull(z.enum(CUSTOMER_LOGOS)).optional(),
});

export const customerView = jsonView(
  {
    id: z.int(),
    name: z.string(),
    ...contactView,
    external_id: z.string().nullable(),
    city: z.string(),
    state: z.string().nullable(),
    country: z.enum(COUNTRIES).nullable(),
    logo: z.string().nullable(),
  },
  {},
);
export type CustomerSettings = z.output<typeof customerSettings>;
export type CustomerJson = z.output<typeof customerView.schema>;
