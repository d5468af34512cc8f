import { and, eq, or } from "drizzle-orm";
import { recall, type Db } from "#app/db/client.server.ts";
import { devices } from "#app/db/schema/index.ts";
import { machinesInScope } from "#app/db/scopes.ts";
import { machineScope } from "#app/domain/access/scope.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { AppError } from "#app/domain/errors.ts";
import { parseRowId } from "#app/domain/row-id.ts";
import { selectMachines, toMachine, type Machine } from "./machine-record.server.ts";

type Deps = { db: Db; actor: Actor };

/** A machine by id or serial number; null when there is none or it is not the actor's. A row id wins over a numeric serial. */
export async function getMachine(
  { db, actor }: Deps,
  idOrSerial: string | number,
): Promise<Machine | null> {
  const text = String(idOrSerial);
  const id = parseRowId(text);
  const rows = await selectMachines(db)
    .where(
      and(
        machinesInScope(machineScope(actor)),
        or(eq(devices.serialNumber, text), id === null ? undefined : eq(devices.id, id)),
      ),
    )
    .limit(2)
    .all();
  const row = rows.find((machine) => machine.id === id) ?? rows[0];
  return row ? toMachine(row) : null;
}

/** As requireMachine, up to two seconds old: for answers that take nothing of the machine but whether it may be read. */
export const recallMachine = ({ db, actor }: Deps, idOrSerial: string | number): Promise<Machine> =>
  recall(db, `machine ${idOrSerial} ${JSON.stringify(machineScope(actor))}`, () =>
    requireMachine({ db, actor }, idOrSerial),
  );

/** Like getMachine, but a machine that does not exist for the actor is an error. */
export async function requireMachine(deps: Deps, idOrSerial: string | number): Promise<Machine> {
  const machine = await getMachine(deps, idOrSerial);
  if (!machine) throw new AppError("not_found", { message: "There is no such machine." });
  return machine;
}
