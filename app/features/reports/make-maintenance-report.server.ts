/** Spec 002 §2 maintenances tab, §7 GET reports/maintenance. */
import type { Db } from "#app/db/client.server.ts";
import { passesTier, requireTier } from "#app/domain/access/permissions.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { BYTE_ORDER_MARK, csvLine, type CsvValue } from "#app/domain/formats/csv.ts";
import { zonedIso } from "#app/domain/formats/zoned-iso.ts";
import { requireMachine } from "#app/features/machines/get-machine.server.ts";
import { listMachines } from "#app/features/machines/list-machines.server.ts";
import type { Machine } from "#app/features/machines/machine-record.server.ts";
import {
  listMaintenances,
  type Maintenance,
} from "#app/features/maintenance/list-maintenances.server.ts";
import type { DemoReport } from "./demo-report.ts";
import type { ReportFile } from "./report.ts";
import { takeReportTurn } from "./report-turn.server.ts";

type Deps = { db: Db; actor: Actor; now: number };
type Input = {
  hasMark: boolean;
  shown: DemoReport["shown"];
};

const NAME = "HeliosMaintenanceReport.csv";
/** Machines whose maintenances are read side by side. */
const MACHINES_AT_ONCE = 8;
const HEADER = [
  "machine",
  "serial_number",
  "maintenance",
  "type",
  "status",
  "percent_left",
  "cutoff_percent",
  "recommended_date",
  "last_performed_at",
  "snoozed_until",
  "performed_at",
  "accuracy",
];

/** A machine's maintenances, a row for each time one was done; null when it has none. Takes the machine's turn. */
export async function makeMaintenanceReport(
  deps: Deps,
  { device, ...input }: Input & { device: string },
): Promise<ReportFile | null> {
  const machine = await requireMachine(deps, device);
  requireTier(deps.actor, machine, "generateReport");
  const { maintenances } = await listMaintenances(deps, machine.id);
  if (maintenances.length === 0) return null;
  const giveBack = await takeReportTurn(deps, machine);
  return { name: NAME, type: "text/csv", text: write() };

  async function* write(): AsyncGenerator<string, void> {
    let isWhole = false;
    try {
      yield headerOf(input) + linesOf(machine, maintenances, input);
      isWhole = true;
    } finally {
      if (!isWhole) await giveBack();
    }
  }
}

/** Those of all the actor's machines, or one customer's, whose tier has both reports and maintenance; takes no turn. */
export async function makeFleetMaintenanceReport(
  deps: Deps,
  { customerId, ...input }: Input & { customerId?: number | undefined },
): Promise<ReportFile | null> {
  const machines = (
    await listMachines(deps, customerId === undefined ? {} : { customerId })
  ).filter(
    ({ serviceTier }) =>
      passesTier(deps.actor, serviceTier, "generateReport") &&
      passesTier(deps.actor, serviceTier, "accessMaintenances"),
  );
  const texts = fleetLines(deps, machines, input);
  const first = await texts.next();
  if (first.done) return null;
  return { name: NAME, type: "text/csv", text: write(first.value) };

  async function* write(begin: string): AsyncGenerator<string, void> {
    yield headerOf(input) + begin;
    yield* texts;
  }
}

async function* fleetLines(
  deps: Deps,
  machines: readonly Machine[],
  input: Input,
): AsyncGenerator<string, void> {
  for (let from = 0; from < machines.length; from += MACHINES_AT_ONCE) {
    const some = machines.slice(from, from + MACHINES_AT_ONCE);
    const lists = await Promise.all(some.map(({ id }) => listMaintenances(deps, id)));
    const text = some
      .map((machine, index) => linesOf(machine, lists[index]?.maintenances ?? [], input))
      .join("");
    if (text !== "") yield text;
  }
}

const headerOf = ({ hasMark }: Input): string => (hasMark ? BYTE_ORDER_MARK : "") + csvLine(HEADER);

function linesOf(machine: Machine, maintenances: readonly Maintenance[], input: Input): string {
  const toIso = zonedIso(machine.facility?.timezone ?? "UTC");
  const time = (at: number | null): CsvValue => (at === null ? null : toIso(at));
  const { name, serialNumber } = input.shown({ machine }).machine;
  return maintenances
    .flatMap((maintenance) => {
      const what: CsvValue[] = [
        name,
        serialNumber,
        maintenance.name,
        maintenance.type,
        maintenance.status,
        maintenance.currentPercent === null
          ? null
          : Math.round(maintenance.currentPercent * 10) / 10,
        maintenance.cutoffValue,
        time(maintenance.recommendedDate),
        time(maintenance.lastPerformedAt),
        time(maintenance.snoozedUntil),
      ];
      const done = maintenance.history.map(({ performedAt, predictionAccuracy }) => [
        time(performedAt),
        predictionAccuracy,
      ]);
      return (done.length > 0 ? done : [[null, null]]).map((each) => csvLine([...what, ...each]));
    })
    .join("");
}
