import type { Db } from "#app/db/client.server.ts";
import {
  canSeeKiwiplan,
  isProvider,
  passesTier,
  TIER_CHECKS,
  type TierCheck,
} from "#app/domain/access/permissions.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { findMetric, type Category } from "#app/domain/metrics/registry.ts";
import type { RecorderPort } from "#app/domain/series/recorder-port.ts";
import { listMachines } from "#app/features/machines/list-machines.server.ts";
import type { Machine } from "#app/features/machines/machine-record.server.ts";

type Deps = { db: Db; actor: Actor; recorder: (deviceId: number) => Pick<RecorderPort, "metrics"> };

export type ReportMachine = {
  id: number;
  name: string;
  serialNumber: string;
  facilityId: number;
  facilityName: string;
  customerId: number;
  timezone: string;
  kiwiplan: boolean;
  /** null: no service tier. */
  tier: { name: string } | null;
  /** By what its tier opens to the actor. */
  opens: Record<TierCheck, boolean>;
  isUnlimited: boolean;
  /** Unix milliseconds; null: now. */
  reportAvailableAt: number | null;
};
export type ReportTag = { key: string; category: Category | null };
export type ReportPage = {
  /** More than one, or none to choose from. */
  customers: { id: number; name: string }[];
  customerId: number | null;
  machines: ReportMachine[];
  machine: ReportMachine | null;
  /** Whether the reader adds machines, where there is none. */
  canAdd: boolean;
};

/** What a report can be made of: the actor's machines that belong to a facility, of one customer if there are several. */
export async function loadReportPage(
  { db, actor }: Pick<Deps, "db" | "actor">,
  asked: { customer: string | null; machine: string | null },
): Promise<ReportPage> {
  const machines = (await listMachines({ db, actor })).filter(({ facility }) => facility !== null);
  const names = new Map(
    machines.flatMap(({ facility }) =>
      facility ? [[facility.customerId, facility.customerName] as const] : [],
    ),
  );
  const customers = [...names]
    .map(([id, name]) => ({ id, name }))
    .sort((a, b) => a.name.localeCompare(b.name));
  const wanted = machines.find(({ id }) => String(id) === asked.machine);
  const customerId =
    customers.length < 2
      ? null
      : (wanted?.facility?.customerId ??
        customers.find(({ id }) => String(id) === asked.customer)?.id ??
        null);
  const offered =
    customers.length < 2
      ? machines
      : machines.filter(({ facility }) => facility?.customerId === customerId);
  return {
    customers: customers.length < 2 ? [] : customers,
    customerId,
    machines: offered.map((machine) => toReportMachine(actor, machine)),
    machine: wanted ? toReportMachine(actor, wanted) : null,
    canAdd: isProvider(actor),
  };
}

const CHECKS = Object.keys(TIER_CHECKS) as TierCheck[];

function toReportMachine(actor: Actor, machine: Machine): ReportMachine {
  const { id, name, serialNumber, facility, serviceTier, reportAvailableAt } = machine;
  const isUnlimited = passesTier(actor, serviceTier, "unlimitedReport");
  return {
    id,
    name,
    serialNumber,
    facilityId: facility?.id ?? 0,
    facilityName: facility?.name ?? "",
    customerId: facility?.customerId ?? 0,
    timezone: facility?.timezone ?? "UTC",
    kiwiplan: machine.kiwiplan,
    tier: serviceTier && { name: serviceTier.name },
    opens: Object.fromEntries(
      CHECKS.map((check) => [check, passesTier(actor, serviceTier, check)]),
    ) as Record<TierCheck, boolean>,
    isUnlimited,
    reportAvailableAt: isUnlimited ? null : reportAvailableAt,
  };
}

/** What of a machine can stand in a report: everything that it ever sent or that follows from it, by category. */
export async function listReportTags(
  { actor, recorder }: Pick<Deps, "actor" | "recorder">,
  machine: { id: number; kiwiplan: boolean },
): Promise<ReportTag[]> {
  const tags = (await recorder(machine.id).metrics()).map((key) => ({
    key,
    category: findMetric(key)?.category ?? null,
  }));
  return canSeeKiwiplan(actor, machine)
    ? tags
    : tags.filter(({ category }) => category !== "kiwiplan");
}
