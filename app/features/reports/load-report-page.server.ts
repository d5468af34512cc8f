import type { Db } from "#app/db/client.server.ts";
import {
  canSeeKiwiplan,
  isProvider,
  passesTier,
  TIER_CHECKS,
  type TierCheck,
} from "#app/domain/access/permissions.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { byName } from "#app/domain/formats/by-name.ts";
import { IN_HEADER } from "#app/domain/measures/default-measures.ts";
import { findMetric, type Category } from "#app/domain/metrics/registry.ts";
import type { RecorderPort } from "#app/domain/series/recorder-port.ts";
import { errorText, log } from "#app/platform/log.ts";
import { listMeasures } from "#app/features/measures/measures.server.ts";
import { findFirstTier } from "#app/features/organizations/first-tier.server.ts";
import { listMachines } from "#app/features/machines/list-machines.server.ts";
import type { Machine } from "#app/features/machines/machine-record.server.ts";

type Deps = {
  db: Db;
  actor: Actor;
  now: number;
  recorder: (deviceId: number) => Pick<RecorderPort, "metrics">;
};

export type ReportMachine = {
  id: number;
  name: string;
  serialNumber: string;
  /** null: it has no facility, and so no customer. */
  facilityId: number | null;
  facilityName: string | null;
  /** IANA name, of the facility; UTC without one. */
  timezone: string;
  kiwiplan: boolean;
  /** null: no service tier. */
  tier: { name: string } | null;
  /** By what its tier opens to the actor. */
  opens: Record<TierCheck, boolean>;
  isUnlimited: boolean;
  /** The first tier that would make it so; null when it is, or none would. */
  unlimitedTier: string | null;
  /** Unix milliseconds; null: now. */
  reportAvailableAt: number | null;
};
/** A tag that can be reported. Of one that is among the machine's measures: its section, and the title that somebody gave it. */
export type ReportTag = { key: string; category: Category | null; title: string | null };
/** A customer's id; "none": the machines without a customer. */
export type CustomerChoice = number | "none";
export type ReportPage = {
  /** More than one, or none to choose from. */
  customers: { id: number; name: string }[];
  /** Whether machines without a customer are a choice beside them. */
  hasUnassigned: boolean;
  customerId: CustomerChoice | null;
  machines: ReportMachine[];
  machine: ReportMachine | null;
  /** Whether the reader adds machines, where there is none. */
  canAdd: boolean;
};

/** What a report can be made of: the actor's machines, of one customer if there are several, or those of none. */
export async function loadReportPage(
  { db, actor }: Pick<Deps, "db" | "actor">,
  asked: { customer: string | null; machine: string | null },
): Promise<ReportPage> {
  const [machines, tier] = await Promise.all([
    listMachines({ db, actor }),
    findFirstTier({ db }, "unlimitedReport"),
  ]);
  const toReport = (machine: Machine) => toReportMachine(actor, machine, tier);
  const names = new Map(
    machines.flatMap(({ facility }) =>
      facility ? [[facility.customerId, facility.customerName] as const] : [],
    ),
  );
  const customers = byName(
    [...names].map(([id, name]) => ({ id, name })),
    ({ name }) => name,
  );
  const wanted = machines.find(({ id }) => String(id) === asked.machine);
  const page = {
    machine: wanted ? toReport(wanted) : null,
    canAdd: isProvider(actor),
  };
  const offer = (some: readonly Machine[]) => some.map(toReport);
  if (customers.length < 2)
    return {
      ...page,
      customers: [],
      hasUnassigned: false,
      customerId: null,
      machines: offer(machines),
    };
  const choices = new Set(machines.map(choiceOf));
  const customerId = wanted
    ? choiceOf(wanted)
    : ([...choices].find((choice) => String(choice) === asked.customer) ?? null);
  return {
    ...page,
    customers,
    hasUnassigned: choices.has("none"),
    customerId,
    machines: offer(machines.filter((machine) => choiceOf(machine) === customerId)),
  };
}

const choiceOf = ({ facility }: Machine): CustomerChoice => facility?.customerId ?? "none";

const CHECKS = Object.keys(TIER_CHECKS) as TierCheck[];

function toReportMachine(
  actor: Actor,
  machine: Machine,
  unlimitedTier: string | null,
): ReportMachine {
  const { id, name, serialNumber, facility, serviceTier, reportAvailableAt } = machine;
  const isUnlimited = passesTier(actor, serviceTier, "unlimitedReport");
  return {
    id,
    name,
    serialNumber,
    facilityId: facility?.id ?? null,
    facilityName: facility?.name ?? null,
    timezone: facility?.timezone ?? "UTC",
    kiwiplan: machine.kiwiplan,
    tier: serviceTier && { name: serviceTier.name },
    opens: Object.fromEntries(
      CHECKS.map((check) => [check, passesTier(actor, serviceTier, check)]),
    ) as Record<TierCheck, boolean>,
    isUnlimited,
    unlimitedTier: isUnlimited ? null : unlimitedTier,
    reportAvailableAt: isUnlimited ? null : reportAvailableAt,
  };
}

/**
 * What of a machine can stand in a report: everything that it ever sent or that follows from it; what its current state shows
 * with the section where it stands. null when its recorder can't be asked: the form then stays, with what was chosen in it.
 */
export async function findReportTags(
  { db, actor, now, recorder }: Deps,
  machine: { id: number; kiwiplan: boolean },
): Promise<ReportTag[] | null> {
  const [keys, measures] = await Promise.all([
    recorder(machine.id)
      .metrics()
      .catch((error: unknown) => {
        log({ event: "list_failed", list: "report_tags", error: errorText(error) });
        return null;
      }),
    listMeasures({ db, actor, now }, String(machine.id)),
  ]);
  if (keys === null) return null;
  const showKiwiplan = canSeeKiwiplan(actor, machine);
  return keys.flatMap((key) => {
    const known = findMetric(key)?.category ?? null;
    if (known === "kiwiplan" && !showKiwiplan) return [];
    const measure = measures.find(({ humanKey }) => humanKey === key);
    if (measure) return { key, category: measure.category, title: measure.title };
    return { key, category: IN_HEADER.includes(key) ? known : null, title: null };
  });
}
