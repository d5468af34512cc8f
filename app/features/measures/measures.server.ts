import { and, asc, eq, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { changeAsItStands, isAsRead } from "#app/db/as-it-stands.ts";
import { insertDefaultMeasures } from "#app/db/default-measures.ts";
import { onlyIf } from "#app/db/only-if.ts";
import { measures } from "#app/db/schema/index.ts";
import { changedFields } from "#app/domain/access/audit.ts";
import { requireInService } from "#app/domain/access/in-service.ts";
import { canSeeKiwiplan, isPrivileged } from "#app/domain/access/permissions.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { AppError } from "#app/domain/errors.ts";
import { MAX_MEASURES_PER_MACHINE } from "#app/domain/limits.ts";
import { defaultMeasures } from "#app/domain/measures/default-measures.ts";
import type { MeasureSettings } from "#app/domain/measures/types.ts";
import { auditOfMachine } from "#app/features/audit/audit-of-machine.server.ts";
import { changeRow } from "#app/features/audit/change-row.server.ts";
import { unlessUnchanged, type AuditDeps } from "#app/platform/audit/write-audit.server.ts";
import { requireMachine } from "#app/features/machines/get-machine.server.ts";
import type { Machine } from "#app/features/machines/machine-record.server.ts";
import { isNullRefused, isTaken } from "#app/platform/db-errors.ts";
import type { Measure } from "./measure.ts";

type Read = { db: Db; actor: Actor; now: number };
type Write = AuditDeps & { actor: Actor };

/** A machine's measures in the order in which they are shown; KiwiPlan's where the actor sees them. `device`: id or serial number. */
export async function listMeasures(deps: Read, device: string): Promise<Measure[]> {
  return listMeasuresOf(deps, await requireMachine(deps, device));
}

/** As listMeasures, of a machine that is the actor's. */
export async function listMeasuresOf(
  deps: Read,
  machine: Pick<Machine, "id" | "make" | "kiwiplan">,
): Promise<Measure[]> {
  let rows = await rowsOf(deps.db, machine.id);
  if (rows.length === 0) {
    await insertDefaultMeasures(deps.db, machine, deps.now);
    rows = await rowsOf(deps.db, machine.id);
  }
  const showKiwiplan = canSeeKiwiplan(deps.actor, machine);
  return rows.filter(({ category }) => category !== "kiwiplan" || showKiwiplan);
}

/** 422 when the section has the tag already, 409 when the machine has as many measures as there may be. */
export async function createMeasure(
  deps: Write,
  device: string,
  input: MeasureSettings,
): Promise<Measure> {
  const { db, now } = deps;
  const machine = await requireChangeable(deps, device);
  const deviceId = machine.id;
  requireCategory(deps.actor, machine, input);
  const held = sql`(select count(*) from measures where device_id = ${deviceId})`;
  const [, [created]] = await db
    .batch([
      insertDefaultMeasures(deps.db, machine, deps.now),
      db
        .insert(measures)
        .values({
          ...input,
          deviceId: onlyIf(sql`${held} < ${MAX_MEASURES_PER_MACHINE}`, deviceId),
          createdAt: now,
        })
        .returning(),
      auditOfMachine(deps, {
        action: "measure.created",
        id: sql<number>`last_insert_rowid()`,
        deviceId,
        after: input,
      }),
    ])
    .catch(rethrowRefused);
  if (!created) throw new Error("the measure was not inserted");
  return created;
}

type Change = Partial<MeasureSettings>;

/** Words are of their tag, and codes of their type. */
const TOGETHER = ["humanKey", "type", "title", "units", "encoding"] as const;

/** Changes what is given, or what `change` makes of the measure as it stands. 409 for KiwiPlan's fixed ones. */
export async function updateMeasure(
  deps: Write,
  device: string,
  id: number,
  change: Change | ((row: Measure) => Change),
): Promise<Measure> {
  const machine = await requireChangeable(deps, device);
  return changeAsItStands(async () => {
    const row = await requireOwnMeasure(deps, machine, id);
    const given = typeof change === "function" ? change(row) : change;
    requireCategory(deps.actor, machine, { ...row, ...given });
    const { after } = changedFields(row, given);
    if (Object.keys(after).length === 0) return row;
    const isWorded = TOGETHER.some((name) => name in after);
    const changed = await changeRow(deps, {
      table: measures,
      row,
      change: after as Change,
      audit: {
        action: "measure.updated",
        customerId: machine.facility?.customerId ?? null,
        more: { before: { device_id: machine.id }, after: { device_id: machine.id } },
      },
      where: isWorded ? isAsRead(measures, row, TOGETHER) : undefined,
    }).catch(rethrowRefused);
    return changed.kind === "refused" ? null : requireMeasure(deps, device, id);
  });
}

export async function deleteMeasure(
  deps: Write,
  device: string,
  id: number,
): Promise<{ id: number }> {
  const machine = await requireChangeable(deps, device);
  const { humanKey, category } = await requireOwnMeasure(deps, machine, id);
  const deleting = deps.db.batch([
    deps.db.delete(measures).where(eq(measures.id, id)),
    auditOfMachine(deps, {
      action: "measure.deleted",
      id,
      deviceId: machine.id,
      before: { humanKey, category },
      mustChange: true,
    }),
  ]);
  await deleting.catch(unlessUnchanged(noSuchMeasure));
  return { id };
}

/** All of the machine's measures go, and its make's defaults come in their place. */
export async function resetMeasures(deps: Write, device: string): Promise<Measure[]> {
  const machine = await requireChangeable(deps, device);
  await deps.db.batch([
    deps.db.delete(measures).where(eq(measures.deviceId, machine.id)),
    insertDefaultMeasures(deps.db, machine, deps.now),
    auditOfMachine(deps, {
      action: "machine.measures_reset",
      id: machine.id,
      deviceId: machine.id,
      after: {},
    }),
  ]);
  return listMeasuresOf(deps, machine);
}

/** The measure as it is, of a machine that the actor sees. */
export async function requireMeasure(deps: Read, device: string, id: number): Promise<Measure> {
  return findMeasure(deps.db, await requireMachine(deps, device), id);
}

const rowsOf = (db: Db, deviceId: number) =>
  db
    .select()
    .from(measures)
    .where(eq(measures.deviceId, deviceId))
    .orderBy(asc(measures.id))
    .limit(MAX_MEASURES_PER_MACHINE + defaultMeasures("Sun").length)
    .all();

async function requireChangeable(deps: Write, device: string): Promise<Machine> {
  const machine = await requireMachine(deps, device);
  if (!isPrivileged(deps.actor)) throw new AppError("forbidden");
  requireInService(machine);
  return machine;
}

async function requireOwnMeasure({ db }: Write, machine: Machine, id: number) {
  const row = await findMeasure(db, machine, id);
  if (row.isStatic)
    throw new AppError("conflict", {
      message: "The measures of KiwiPlan are fixed.",
      problem: { code: "fixed" },
    });
  return row;
}

async function findMeasure(db: Db, machine: Machine, id: number) {
  const row = await db
    .select()
    .from(measures)
    .where(and(eq(measures.id, id), eq(measures.deviceId, machine.id)))
    .get();
  if (!row) throw noSuchMeasure();
  return row;
}

/** Nobody puts a measure where they do not see it. */
function requireCategory(actor: Actor, machine: Machine, { category }: MeasureSettings): void {
  if (category !== "kiwiplan" || canSeeKiwiplan(actor, machine)) return;
  throw new AppError("validation_failed", {
    message: "This machine has no KiwiPlan section.",
    fields: { category: [{ code: "forbidden" }] },
  });
}

const noSuchMeasure = () =>
  new AppError("not_found", { message: "There is no such measure on this machine." });

function rethrowRefused(error: unknown): never {
  if (isTaken(error, "measures.human_key"))
    throw new AppError("validation_failed", {
      message: "This section has a measure of that tag already.",
      fields: { human_key: [{ code: "measure_taken" }] },
    });
  if (isNullRefused(error, "measures.device_id"))
    throw new AppError("conflict", {
      message: `A machine has at most ${MAX_MEASURES_PER_MACHINE} measures.`,
      problem: { code: "limit", most: MAX_MEASURES_PER_MACHINE },
    });
  throw error;
}
