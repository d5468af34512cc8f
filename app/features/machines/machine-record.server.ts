import { eq, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { customers, devices, facilities, serviceTiers } from "#app/db/schema/index.ts";
import type { TierFlags } from "#app/domain/access/permissions.ts";
import type { Make } from "#app/domain/access/types.ts";

export type MachineFacility = {
  id: number;
  name: string;
  city: string;
  state: string;
  /** IANA name. */
  timezone: string;
  customerId: number;
  customerName: string;
};

export type MachineTier = { id: number; name: string } & TierFlags;

export type Machine = {
  id: number;
  serialNumber: string;
  manufacturerSerialNumber: string | null;
  name: string;
  make: Make;
  model: string;
  /** null: unconfigured. */
  facility: MachineFacility | null;
  serviceTier: MachineTier | null;
  kiwiplan: boolean;
  targetSheetsPerHour: number | null;
  /** Shorter stops are counted, not listed. */
  microStopSeconds: number;
  /** Out of service since then, it or its facility; null: in service. */
  retiredAt: number | null;
  lastShadowUpdateAt: number | null;
  /** Until then its tier makes no further report; null: now. */
  reportAvailableAt: number | null;
};

/** Machines with their facility, customer and tier; the condition comes from the actor's scope. */
export const selectMachines = (db: Db) =>
  db
    .select({
      id: devices.id,
      serialNumber: devices.serialNumber,
      manufacturerSerialNumber: devices.manufacturerSerialNumber,
      name: devices.name,
      make: devices.make,
      model: devices.model,
      kiwiplan: devices.kiwiplan,
      targetSheetsPerHour: devices.targetSheetsPerHour,
      microStopSeconds: devices.microStopSeconds,
      retiredAt: sql<number | null>`coalesce(${devices.retiredAt}, ${facilities.retiredAt})`.as(
        "retired_at",
      ),
      lastShadowUpdateAt: devices.lastShadowUpdateAt,
      reportAvailableAt: devices.reportAvailableAt,
      facility: {
        id: facilities.id,
        name: facilities.name,
        city: facilities.city,
        state: facilities.state,
        timezone: facilities.timezone,
        customerId: facilities.customerId,
      },
      customerName: customers.name,
      serviceTier: serviceTiers,
    })
    .from(devices)
    .leftJoin(facilities, eq(facilities.id, devices.facilityId))
    .leftJoin(customers, eq(customers.id, facilities.customerId))
    .leftJoin(serviceTiers, eq(serviceTiers.id, devices.serviceTierId));

type Row = Awaited<ReturnType<ReturnType<typeof selectMachines>["all"]>>[number];

export function toMachine({ customerName, facility, ...row }: Row): Machine {
  return { ...row, facility: facility && { ...facility, customerName: customerName ?? "" } };
}
