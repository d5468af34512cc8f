/** What machines of the same kind have mapped, as help for the next one (spec 001 §7). */
import { and, asc, count, desc, eq, isNotNull } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { devices, facilities, telemetryDefinitions as mappings } from "#app/db/schema/index.ts";
import { machinesListed } from "#app/db/scopes.ts";
import type { Actor, Make } from "#app/domain/access/types.ts";
import { METRICS } from "#app/domain/metrics/registry.ts";
import { defaultMappingsOf, type DefaultMapping } from "#app/domain/samplers/default-mappings.ts";
import { sectionsOf } from "#app/domain/samplers/sections.ts";
import { suggestTags, type KnownMapping } from "#app/domain/samplers/suggest-tags.ts";
import { requireSampledMachine, requireSamplerManager } from "./sampler-record.server.ts";

type Deps = { db: Db; actor: Actor };
type MachineKind = { make: Make; model: string };

/** Those that most machines have come first; the rest is not looked at. */
const MAX_KNOWN = 2_000;
const MAX_SECTIONS = 100;

/** What a machine key may be called, best first, and what fits as well but is another tag's of the machine. */
export async function suggestHumanKeys(
  deps: Deps,
  { machineKey, device }: { machineKey: string; device: string | number },
): Promise<{ free: string[]; inUse: { machineKey: string; humanKey: string }[] }> {
  const machine = await requireSampledMachine(deps, device);
  const [known, own] = await Promise.all([
    listKnownMappings(deps, machine),
    deps.db
      .select({ humanKey: mappings.humanKey, machineKey: mappings.machineKey })
      .from(mappings)
      .where(eq(mappings.deviceId, machine.id))
      .all(),
  ]);
  const names = METRICS.filter(({ derived }) => !derived).map(({ key }) => key);
  const usedBy = new Map(own.map((mapping) => [mapping.humanKey, mapping]));
  const { free, inUse } = suggestTags(machineKey, known, names, (key) => usedBy.has(key));
  return { free, inUse: inUse.flatMap((key) => usedBy.get(key) ?? []) };
}

/** Default mappings of the make, and how machines of the make and model within the actor's scope name things. */
export async function listKnownMappings(
  { db, actor }: Deps,
  { make, model }: MachineKind,
): Promise<KnownMapping[]> {
  const rows = await db
    .select({
      machineKey: mappings.machineKey,
      humanKey: mappings.humanKey,
      machines: count(),
    })
    .from(mappings)
    .innerJoin(devices, eq(devices.id, mappings.deviceId))
    .leftJoin(facilities, eq(facilities.id, devices.facilityId))
    .where(and(eq(devices.make, make), eq(devices.model, model), machinesListed(actor)))
    .groupBy(mappings.machineKey, mappings.humanKey)
    .orderBy(desc(count()), asc(mappings.machineKey))
    .limit(MAX_KNOWN)
    .all();
  return [...rows, ...defaultMappingsOf(make).map((mapping) => ({ ...mapping, machines: 0 }))];
}

/** The sections of a make's machines, and those that people gave to machines of the model. */
export async function listSections(deps: Deps, { make, model }: MachineKind): Promise<string[]> {
  requireSamplerManager(deps.actor);
  const rows = await deps.db
    .selectDistinct({ section: mappings.primarySection })
    .from(mappings)
    .innerJoin(devices, eq(devices.id, mappings.deviceId))
    .leftJoin(facilities, eq(facilities.id, devices.facilityId))
    .where(
      and(
        eq(devices.make, make),
        eq(devices.model, model),
        isNotNull(mappings.primarySection),
        machinesListed(deps.actor),
      ),
    )
    .orderBy(asc(mappings.primarySection))
    .limit(MAX_SECTIONS)
    .all();
  return [...new Set([...sectionsOf(make), ...rows.flatMap(({ section }) => section ?? [])])];
}

/** The mappings that a machine of the make usually has. */
export function listDefaultMappings(deps: Deps, { make }: MachineKind): readonly DefaultMapping[] {
  requireSamplerManager(deps.actor);
  return defaultMappingsOf(make);
}
