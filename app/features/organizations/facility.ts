/** A plant of a customer: what of it can be set, by form and /v1 alike, and how it is shown (spec 002 §3, §5). */
import { z } from "zod";
import { jsonView } from "#app/domain/json-view.ts";
import { requiredLine } from "#app/domain/one-line.ts";
import { COUNTRIES, isTimeZoneOf } from "#app/domain/places.ts";
import { problemText } from "#app/domain/problems.ts";
import { checkPlace, contactFields, contactView } from "./customer.ts";

export const SAP_PROTOCOLS = ["none", "IP"] as const;

const facilityFields = z.object({
  name: requiredLine(100),
  city: requiredLine(100),
  country: z.enum(COUNTRIES),
  state: requiredLine(10),
  timezone: requiredLine(64),
  sap_protocol: z.enum(SAP_PROTOCOLS).default("none"),
  ...contactFields,
});

function checkFacility(facility: z.output<typeof facilityFields>, context: z.RefinementCtx) {
  if (!isTimeZoneOf(facility.country, facility.timezone))
    context.addIssue({
      code: "custom",
      path: ["timezone"],
      message: problemText({ code: "zone_of_country" }),
    });
  return checkPlace(facility, context);
}

/** For the form in the browser, as `customerForm`. */
export const facilityForm = facilityFields.superRefine((facility, context) => {
  checkFacility(facility, context);
});
export const facilitySettings = facilityForm.transform(checkFacility);
/** PATCH: what is left out stays, and the whole is checked after that. */
export const facilityChanges = facilityFields
  .extend({ sap_protocol: z.enum(SAP_PROTOCOLS) })
  .partial();

export const facilityView = jsonView(
  {
    id: z.int(),
    customer_id: z.int(),
    name: z.string(),
    city: z.string(),
    state: z.string(),
    country: z.enum(COUNTRIES),
    timezone: z.string(),
    sap_protocol: z.enum(SAP_PROTOCOLS),
    ...contactView,
  },
  // Closed since then; null: open.
  { retired_at: "orNull" },
);
export type FacilitySettings = z.output<typeof facilitySettings>;
export type FacilityJson = z.output<typeof facilityView.schema>;
