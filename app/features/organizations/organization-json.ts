/** Customers and facilities as /v1 answers them (spec 002 §3). */
import { z } from "zod";
import type { Customer } from "./list-customers.server.ts";
import type { Facility } from "./list-facilities.server.ts";

const country = z.enum(["usa", "canada", "mexico"]);

export const customerJson = z.object({
  id: z.int(),
  name: z.string(),
  contact_name: z.string(),
  contact_email: z.string(),
  contact_phone: z.string(),
  external_id: z.string().nullable(),
  city: z.string(),
  state: z.string().nullable(),
  country: country.nullable(),
  logo: z.string().nullable(),
});

export const facilityJson = z.object({
  id: z.int(),
  customer_id: z.int(),
  name: z.string(),
  city: z.string(),
  state: z.string(),
  country,
  timezone: z.string(),
  sap_protocol: z.enum(["none", "IP"]),
  contact_name: z.string(),
  contact_email: z.string(),
  contact_phone: z.string(),
});

export const toCustomerJson = (customer: Customer): z.input<typeof customerJson> => ({
  id: customer.id,
  name: customer.name,
  contact_name: customer.contactName,
  contact_email: customer.contactEmail,
  contact_phone: customer.contactPhone,
  external_id: customer.externalId,
  city: customer.city,
  state: customer.state,
  country: customer.country,
  logo: customer.logo,
});

export const toFacilityJson = (facility: Facility): z.input<typeof facilityJson> => ({
  id: facility.id,
  customer_id: facility.customerId,
  name: facility.name,
  city: facility.city,
  state: facility.state,
  country: facility.country,
  timezone: facility.timezone,
  sap_protocol: facility.sapProtocol,
  contact_name: facility.contactName,
  contact_email: facility.contactEmail,
  contact_phone: facility.contactPhone,
});
