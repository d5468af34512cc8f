import { and, asc, eq, isNotNull, ne } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { devices, telemetryDefinitions } from "#app/db/schema/index.ts";
import type { Actor, Make } from "#app/domain/access/types.ts";
import { byName } from "#app/domain/formats/by-name.ts";
import { requireMachine } from "#app/features/machines/get-machine.server.ts";

type Deps = { db: Db; actor: Actor };

/** Make and model of every machine that there is, each pair once; for an oem_superuser of the own make. */
export async function listMakeModels({ db, actor }: Deps): Promise<[Make, string][]> {
  const rows = await db
    .selectDistinct({ make: devices.make, model: devices.model })
    .from(devices)
    .where(actor.make === null ? undefined : eq(devices.make, actor.make))
    .orderBy(asc(devices.make), asc(devices.model));
  return byName(
    rows,
    ({ make }) => make,
    ({ model }) => model,
  ).map(({ make, model }) => [make, model]);
}

/** The sections that mappings of the machine name, by name. */
export async function listSections(deps: Deps, idOrSerial: string | number): Promise<string[]> {
  const { id } = await requireMachine(deps, idOrSerial);
  const section = telemetryDefinitions.primarySection;
  const rows = await deps.db
    .selectDistinct({ section })
    .from(telemetryDefinitions)
    .where(and(eq(telemetryDefinitions.deviceId, id), isNotNull(section), ne(section, "")))
    .orderBy(asc(section));
  return rows.flatMap((row) => row.section ?? []);
}
