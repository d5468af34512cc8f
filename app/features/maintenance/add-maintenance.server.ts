import { sql, type SQL } from "drizzle-orm";
import { onlyIf } from "#app/db/only-if.ts";
import { maintenances } from "#app/db/schema/index.ts";
import { isPrivileged, passesTier, requireTier } from "#app/domain/access/permissions.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { AppError, type FieldErrors } from "#app/domain/errors.ts";
import {
  MAX_LIMITED_MAINTENANCES_PER_MACHINE,
  MAX_MAINTENANCES_PER_MACHINE,
} from "#app/domain/limits.ts";
import { kindsNamed, namesOfKind } from "#app/domain/maintenance/catalogue-words.ts";
import { kindsOf, VERBS } from "#app/domain/maintenance/catalogue.ts";
import { CUSTOM_KIND } from "#app/domain/maintenance/kinds.ts";
import { CUSTOM_VERBS, doubleUpOf } from "#app/domain/maintenance/kind-rules.ts";
import { nameKey } from "#app/domain/maintenance/name-key.ts";
import { recommendedAfter } from "#app/domain/maintenance/status.ts";
import { problemInEnglish } from "#app/domain/problem-words.ts";
import type { Problem } from "#app/domain/problems.ts";
import { auditOfMachine } from "#app/features/audit/audit-of-machine.server.ts";
import type { AuditDeps } from "#app/platform/audit/write-audit.server.ts";
import { requireMachineInService } from "#app/features/machines/get-machine.server.ts";
import type { Machine } from "#app/features/machines/machine-record.server.ts";
import { isNullRefused, readBreach } from "#app/platform/db-errors.ts";
import { readMaintenance, type Maintenance } from "./list-maintenances.server.ts";
import type { NewMaintenance } from "./new-maintenance.ts";
import { renewNameKeys } from "./renew-name-keys.server.ts";

type Deps = AuditDeps & { actor: Actor };

/**
 * Adds work to a machine (its id or serial number): of the catalogue, or a custom one that burns by the clock. Its life is
 * taken to begin now, until it is done for the first time. 403 without the role, and for what the machine's tier does not
 * include; 409 when the machine has as many as there may be; 422 with `custom_name` or `kind` when the name is taken.
 */
export async function addMaintenance(
  deps: Deps,
  device: string | number,
  input: NewMaintenance,
): Promise<Maintenance> {
  const { db, actor, now } = deps;
  if (!isPrivileged(actor)) throw new AppError("forbidden");
  const machine = await requireMachineInService(deps, device);
  requireTier(actor, machine, "accessMaintenances");
  const isLimited = !passesTier(actor, machine.serviceTier, "unlimitedMaintenances");
  const work = input.custom ? customWork(input.custom) : kindWork(machine, input);
  if (isLimited && !work.basicType) throw notInTier({ code: "not_in_tier" });
  const most = isLimited ? MAX_LIMITED_MAINTENANCES_PER_MACHINE : MAX_MAINTENANCES_PER_MACHINE;
  const held = sql`(select count(*) from maintenances where device_id = ${machine.id})`;
  const row = {
    ...work,
    deviceId: machine.id,
    nameKey: nameKey(work.name),
    recommendedDate: recommendedAfter(now, work),
    createdAt: now,
  };
  await renewNameKeys(db, [machine.id]);
  const adding = db.batch([
    db
      .insert(maintenances)
      .values({
        ...row,
        name: onlyIf(sql`${held} < ${most}`, row.name),
        // Of the columns that take no null, another one: the batch says which limit it was.
        target: onlyIf(hasOwnName(machine.id, row), row.target),
      })
      .returning({ id: maintenances.id }),
    auditOfMachine(deps, {
      action: "maintenance.added",
      id: lastInserted,
      deviceId: machine.id,
      after: {
        name: row.name,
        kind: row.kind,
        cutoffValue: row.cutoffValue,
        maxTagThreshold: row.maxTagThreshold,
        doubleUp: row.doubleUp,
      },
    }),
  ]);
  const [[added]] = await adding.catch((error: unknown) =>
    rethrow(error, { name: row.name, field: input.custom ? "custom_name" : "kind", isLimited }),
  );
  if (!added) throw new Error("the maintenance was not inserted");
  return readMaintenance(deps, added.id, machine);
}

/**
 * Whether no other work of the machine is called so in a reader's language: rows hold the catalogue's English, and a custom
 * name can be what its Spanish says, or the other way round. Names that are stored alike are the index's matter.
 */
function hasOwnName(deviceId: number, { name, kind }: { name: string; kind: string }): SQL {
  const kinds = JSON.stringify(kindsNamed(name));
  const keys = JSON.stringify(namesOfKind(kind).map(nameKey));
  return sql`not exists (select 1 from maintenances where device_id = ${deviceId} and (
    kind in (select value from json_each(${kinds})) or name_key in (select value from json_each(${keys}))))`;
}

const lastInserted: SQL<number> = sql<number>`last_insert_rowid()`;

function kindWork({ make }: Machine, { kind, doubleUp }: NewMaintenance) {
  const found = kindsOf(make).find((each) => each.kind === kind || each.value === kind);
  if (!found)
    throw invalid("kind", {
      code: "one_of",
      values: [...kindsOf(make).map((each) => each.kind), CUSTOM_KIND].join(", "),
    });
  return {
    name: found.name,
    kind: found.kind,
    type: found.type,
    verbs: VERBS[found.type],
    target: found.target,
    actions: [...found.actions],
    cutoffValue: found.cutoffValue,
    maxTagThreshold: found.lifeHours,
    doubleUp: doubleUpOf(found.kind, doubleUp),
    basicType: found.basicType,
  };
}

const customWork = ({ name, cutoffValue, lifeHours }: NonNullable<NewMaintenance["custom"]>) => ({
  name,
  kind: CUSTOM_KIND,
  type: "replacement" as const,
  verbs: CUSTOM_VERBS,
  target: name,
  actions: [],
  cutoffValue,
  maxTagThreshold: lifeHours,
  doubleUp: null,
  basicType: true,
});

function rethrow(
  error: unknown,
  { name, field, isLimited }: { name: string; field: string; isLimited: boolean },
): never {
  if (isNullRefused(error, "maintenances.name")) {
    if (isLimited)
      throw notInTier({ code: "tier_limit", most: MAX_LIMITED_MAINTENANCES_PER_MACHINE });
    throw new AppError("conflict", {
      message: `A machine has at most ${MAX_MAINTENANCES_PER_MACHINE} maintenances; delete one first.`,
      problem: { code: "limit", most: MAX_MAINTENANCES_PER_MACHINE },
    });
  }
  // The only unique indexes of the table are those on names.
  if (isNullRefused(error, "maintenances.target") || readBreach(error)?.kind === "unique")
    throw invalid(field, { code: "maintenance_name_taken", name });
  throw error;
}

function invalid(field: string, problem: Problem): AppError {
  const fields: FieldErrors = { [field]: [problem] };
  const sentence = problemInEnglish(problem);
  const message = problem.code === "maintenance_name_taken" ? sentence : `${field} ${sentence}.`;
  return new AppError("validation_failed", { message, fields });
}

const notInTier = (problem: Problem): AppError =>
  new AppError("forbidden", {
    message:
      "The machine's service tier does not include this. Please contact sales for an upgrade.",
    problem,
  });
