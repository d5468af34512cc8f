/** Machines as /v1 answers them (spec 001 §3). */
import { z } from "zod";
import { toIsoOrNull } from "#app/domain/formats/api-time.ts";
import { MAKES } from "#app/domain/access/types.ts";
import type { Machine, MachineTier } from "./machine-record.server.ts";

export const tierJson = z.object({
  id: z.int(),
  name: z.string(),
  ui: z.boolean(),
  reports: z.boolean(),
  reports_unlimited: z.boolean(),
  ad: z.boolean(),
  ad_adv: z.boolean(),
  events: z.boolean(),
  maintenance: z.boolean(),
  maintenance_unlimited: z.boolean(),
});

/** The permissions of a tier, by the names they have here. */
export const TIER_FLAGS_JSON = Object.keys(tierJson.omit({ id: true, name: true }).shape);

export const machineJson = z.object({
  id: z.int(),
  serial_number: z.string(),
  manufacturer_serial_number: z.string().nullable(),
  name: z.string(),
  make: z.enum(MAKES),
  model: z.string(),
  facility_id: z.int().nullable(),
  facility_timezone: z.string().nullable(),
  facility: z
    .object({ id: z.int(), name: z.string(), city: z.string(), state: z.string() })
    .nullable(),
  customer_id: z.int().nullable(),
  configured: z.boolean(),
  kiwiplan: z.boolean(),
  micro_stop_seconds: z.int(),
  retired_at: z.iso.datetime().nullable(),
  last_shadow_update_at: z.iso.datetime().nullable(),
  report_available_at: z.iso.datetime().nullable(),
  service_tier: tierJson.nullable(),
});

export const toTierJson = (tier: MachineTier): z.input<typeof tierJson> => ({
  id: tier.id,
  name: tier.name,
  ui: tier.ui,
  reports: tier.reports,
  reports_unlimited: tier.reportsUnlimited,
  ad: tier.ad,
  ad_adv: tier.adAdv,
  events: tier.events,
  maintenance: tier.maintenance,
  maintenance_unlimited: tier.maintenanceUnlimited,
});

export function toMachineJson({ facility, ...machine }: Machine): z.input<typeof machineJson> {
  return {
    id: machine.id,
    serial_number: machine.serialNumber,
    manufacturer_serial_number: machine.manufacturerSerialNumber,
    name: machine.name,
    make: machine.make,
    model: machine.model,
    facility_id: facility?.id ?? null,
    facility_timezone: facility?.timezone ?? null,
    facility: facility && {
      id: facility.id,
      name: facility.name,
      city: facility.city,
      state: facility.state,
    },
    customer_id: facility?.customerId ?? null,
    configured: facility !== null,
    kiwiplan: machine.kiwiplan,
    micro_stop_seconds: machine.microStopSeconds,
    retired_at: toIsoOrNull(machine.retiredAt),
    last_shadow_update_at: toIsoOrNull(machine.lastShadowUpdateAt),
    report_available_at: toIsoOrNull(machine.reportAvailableAt),
    service_tier: machine.serviceTier && toTierJson(machine.serviceTier),
  };
}
