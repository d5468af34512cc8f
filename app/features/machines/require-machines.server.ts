import { and, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { devices } from "#app/db/schema/index.ts";
import { machinesInScope } from "#app/db/scopes.ts";
import { machineScope } from "#app/domain/access/scope.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { AppError } from "#app/domain/errors.ts";
import { selectMachines, toMachine, type Machine } from "./machine-record.server.ts";

/** Several machines by id or serial number, as `getMachine` takes a text, in the order asked for. One that does not exist for the actor refuses them all. */
export async function requireMachines(
  { db, actor }: { db: Db; actor: Actor },
  idsOrSerials: readonly string[],
): Promise<Machine[]> {
  // One bound list for both: D1 allows a hundred parameters. An id compares as the text it was asked by.
  const asked = sql`(select value from json_each(${JSON.stringify(idsOrSerials)}))`;
  const rows = await selectMachines(db)
    .where(
      and(
        machinesInScope(machineScope(actor)),
        sql`(${devices.serialNumber} collate nocase in ${asked} or cast(${devices.id} as text) in ${asked})`,
      ),
    )
    .all();
  const machines = idsOrSerials.map(
    (text) =>
      rows.find((row) => String(row.id) === text) ??
      rows.find((row) => row.serialNumber.toLowerCase() === text.toLowerCase()),
  );
  const found = [...new Set(machines)].flatMap((row) => (row ? [toMachine(row)] : []));
  if (machines.includes(undefined))
    throw new AppError("not_found", { message: "There is no such machine." });
  return found;
}
