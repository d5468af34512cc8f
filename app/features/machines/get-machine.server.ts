import { and, eq, or, sql } from "drizzle-orm";
import { readCached, type Db } from "#app/db/client.server.ts";
import { devices } from "#app/db/schema/index.ts";
import { machinesInScope } from "#app/db/scopes.ts";
import { machineScope } from "#app/domain/access/scope.ts";
import { requireInService } from "#app/domain/access/in-service.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { AppError } from "#app/domain/errors.ts";
import { parseRowId } from "#app/domain/row-id.ts";
import { selectMachines, toMachine, type Machine } from "./machine-record.server.ts";

type Deps = { db: Db; actor: Actor };

/**
 * A machine by id or serial number; null when there is none or it is not the actor's. A number is a row's id and never a
 * serial number, or else a row that names a foreign machine could be reached through an own one whose serial number reads
 * like its id. A text may be either: the id first, then the serial number, whose case does not matter.
 */
export async function getMachine(
  { db, actor }: Deps,
  idOrSerial: string | number,
): Promise<Machine | null> {
  const id = typeof idOrSerial === "number" ? idOrSerial : parseRowId(idOrSerial);
  const rows = await selectMachines(db)
    .where(
      and(
        machinesInScope(machineScope(actor)),
        or(
          typeof idOrSerial === "number" ? undefined : hasSerial(idOrSerial),
          id === null ? undefined : eq(devices.id, id),
        ),
      ),
    )
    .limit(2)
    .all();
  const row = rows.find((machine) => machine.id === id) ?? rows[0];
  return row ? toMachine(row) : null;
}

/** As the unique index compares. */
const hasSerial = (text: string) => sql`${devices.serialNumber} = ${text} collate nocase`;

/** As requireMachine, up to two seconds old: for answers that take nothing of the machine but whether it may be read. */
export const requireCachedMachine = (
  { db, actor }: Deps,
  idOrSerial: string | number,
): Promise<Machine> =>
  readCached(
    db,
    `machine ${JSON.stringify(idOrSerial)} ${JSON.stringify(machineScope(actor))}`,
    () => requireMachine({ db, actor }, idOrSerial),
  );

/** Like getMachine, but a machine that does not exist for the actor is an error. */
export async function requireMachine(deps: Deps, idOrSerial: string | number): Promise<Machine> {
  const machine = await getMachine(deps, idOrSerial);
  if (!machine) throw new AppError("not_found", { message: "There is no such machine." });
  return machine;
}

/** The same, for whatever changes the machine or something of it: 409 when it is out of service (decision 157). */
export async function requireMachineInService(
  deps: Deps,
  idOrSerial: string | number,
): Promise<Machine> {
  const machine = await requireMachine(deps, idOrSerial);
  requireInService(machine);
  return machine;
}
