/** Spec 002 §2 maintenances tab, §7 GET reports/maintenance. */
import type { Db } from "#app/db/client.server.ts";
import { passesTier, requireTier } from "#app/domain/access/permissions.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { workIn } from "#app/domain/maintenance/catalogue-words.ts";
import { daysUntil } from "#app/domain/maintenance/due-days.ts";
import { FALLBACK_LOCALE, type Locale } from "#app/domain/preferences.ts";
import { requireMachine } from "#app/features/machines/get-machine.server.ts";
import { listMachines } from "#app/features/machines/list-machines.server.ts";
import type { Machine } from "#app/features/machines/machine-record.server.ts";
import {
  listMaintenances,
  type Maintenance,
} from "#app/features/maintenance/list-maintenances.server.ts";
import type { DemoReport } from "./demo-report.ts";
import { toFile, type FileChoice, type ReportFile } from "./files/report-file.server.ts";
import {
  groupOf,
  type ReportCell,
  type ReportColumn,
  type ReportGroup,
  type ReportRow,
} from "./files/report-table.ts";
import { makeInTurn, type TurnDeps } from "./report-turn.server.ts";

type Deps = { db: Db; actor: Actor; now: number };
type Input = FileChoice & {
  shown: DemoReport["shown"];
  /** Of the catalogue's names. */
  locale?: Locale;
};

const NAME = "HeliosMaintenanceReport";
/** Machines whose maintenances are read side by side. */
const MACHINES_AT_ONCE = 8;
const column = (name: string, kind: ReportColumn["kind"] = "text"): ReportColumn => ({
  name,
  unit: null,
  kind,
});
const COLUMNS = [
  column("machine"),
  column("serial_number"),
  column("maintenance"),
  column("type"),
  column("status"),
  column("percent_left", "number"),
  column("cutoff_percent", "number"),
  column("recommended_date", "time"),
  // Below 0: so many days overdue, in days of the plant.
  column("due_in_days", "number"),
  column("last_performed_at", "time"),
  column("snoozed_until", "time"),
  column("performed_at", "time"),
  column("accuracy"),
];

/** A machine's maintenances, a row for each time one was done; null when it has none. Takes the machine's turn. */
export async function makeMaintenanceReport(
  deps: TurnDeps,
  { device, ...input }: Input & { device: string },
): Promise<ReportFile | null> {
  const machine = await requireMachine(deps, device);
  requireTier(deps.actor, machine, "generateReport");
  const { maintenances } = await listMaintenances(deps, machine.id);
  if (maintenances.length === 0) return null;
  return makeInTurn(deps, machine, () =>
    toFile({ name: NAME, columns: COLUMNS, rows: read() }, input),
  );

  async function* read(): AsyncGenerator<ReportGroup, void> {
    yield groupOf(rowsOf(machine, maintenances, input, deps.now));
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
  const rows = fleetRows(deps, machines, input);
  const first = await rows.next();
  if (first.done) return null;
  return toFile({ name: NAME, columns: COLUMNS, rows: read(first.value) }, input);

  async function* read(begin: ReportGroup): AsyncGenerator<ReportGroup, void> {
    yield begin;
    yield* rows;
  }
}

async function* fleetRows(
  deps: Deps,
  machines: readonly Machine[],
  input: Input,
): AsyncGenerator<ReportGroup, void> {
  for (let from = 0; from < machines.length; from += MACHINES_AT_ONCE) {
    const some = machines.slice(from, from + MACHINES_AT_ONCE);
    const lists = await Promise.all(some.map(({ id }) => listMaintenances(deps, id)));
    const rows = some.flatMap((machine, index) =>
      rowsOf(machine, lists[index]?.maintenances ?? [], input, deps.now),
    );
    if (rows.length > 0) yield groupOf(rows);
  }
}

function rowsOf(
  machine: Machine,
  maintenances: readonly Maintenance[],
  { shown, locale = FALLBACK_LOCALE }: Input,
  now: number,
): ReportRow[] {
  const timezone = machine.facility?.timezone ?? "UTC";
  const { name, serialNumber } = shown({ machine }).machine;
  return maintenances.flatMap((maintenance) => {
    const what: ReportCell[] = [
      name,
      serialNumber,
      workIn(locale, shown(maintenance)).name,
      maintenance.type,
      maintenance.status,
      maintenance.currentPercent === null ? null : Math.round(maintenance.currentPercent * 10) / 10,
      maintenance.cutoffValue,
      maintenance.recommendedDate,
      maintenance.recommendedDate === null
        ? null
        : daysUntil(maintenance.recommendedDate, now, timezone),
      maintenance.lastPerformedAt,
      maintenance.snoozedUntil,
    ];
    const done = maintenance.history.map(({ performedAt, predictionAccuracy }) => [
      performedAt,
      predictionAccuracy,
    ]);
    return (done.length > 0 ? done : [[null, null]]).map((each) => ({
      timezone,
      cells: [...what, ...each],
    }));
  });
}
