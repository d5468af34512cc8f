import { eq } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { customers } from "#app/db/schema/index.ts";
import { passesTier } from "#app/domain/access/permissions.ts";
import type { Actor } from "#app/domain/access/types.ts";
import type { RecorderPort, RecorderStatus } from "#app/domain/series/recorder-port.ts";
import {
  listDowntimePredictions,
  UNKNOWN,
} from "#app/features/predictions/get-downtime-predictions.server.ts";
import { listMachines, type Machine } from "#app/features/machines/list-machines.server.ts";
import { listFacilityChoices } from "./facility-choice.server.ts";
import {
  CARD_METRICS,
  type CardMetric,
  type Fleet,
  type FleetMachine,
  type InitialReading,
} from "./fleet-types.ts";
import { machinesOf } from "./shown-machines.ts";
import { withinMs } from "#app/domain/within.ts";
import { forEachBounded } from "#app/storage/bounded.ts";

type Deps = {
  db: Db;
  actor: Actor;
  recorder: (deviceId: number) => Pick<RecorderPort, "latest" | "status">;
  now: number;
};

/** A recorder that is slower is shown as unreachable; its values come over the live channel when it wakes. */
const RECORDER_PATIENCE_MS = 2_500;
/** A large fleet does not wake all of its recorders in one moment; each has two questions. */
export const RECORDERS_AT_ONCE = 32;
/** More than a live sampler ever holds between two posts: what waits is the past. */
const BACKLOG_SAMPLES = 20_000;
const BACKLOG_FRESH_MS = 120_000;
const FALLBACK_ZONE = "UTC";

/** The actor's fleet with the newest values: one round trip to D1, then one to each recorder, some at once. */
export async function loadFleet({ db, actor, recorder, now }: Deps): Promise<Fleet> {
  const [all, facilities, predictions, customerName] = await Promise.all([
    listMachines({ db, actor }),
    listFacilityChoices({ db, actor }),
    listDowntimePredictions({ db, actor, now }),
    actor.customerId === null ? null : nameOf(db, actor.customerId),
  ]);
  const machines = machinesOf(facilities, all);
  const valued = new Map<number, Omit<FleetMachine, "risk">>();
  await forEachBounded(machines, RECORDERS_AT_ONCE, async (machine) => {
    const told = { actor, recorder: recorder(machine.id), now };
    valued.set(machine.id, await withValues(machine, told));
  });
  return {
    customerName,
    facilities,
    timezone: commonZone(machines),
    machines: machines.flatMap(({ id }) => {
      const machine = valued.get(id);
      return machine === undefined ? [] : { ...machine, risk: predictions[id] ?? UNKNOWN };
    }),
    nowMs: now,
  };
}

async function nameOf(db: Db, customerId: number): Promise<string | null> {
  const row = await db
    .select({ name: customers.name })
    .from(customers)
    .where(eq(customers.id, customerId))
    .get();
  return row?.name ?? null;
}

type Told = { actor: Actor; recorder: Pick<RecorderPort, "latest" | "status">; now: number };

async function withValues(
  machine: Machine,
  { actor, recorder, now }: Told,
): Promise<Omit<FleetMachine, "risk">> {
  const { id, name, make, model, facility } = machine;
  const answer = await withinMs(
    RECORDER_PATIENCE_MS,
    Promise.all([recorder.latest([...CARD_METRICS]), recorder.status()]),
  );
  const latest = answer?.[0] ?? {};
  const read = (metric: CardMetric): InitialReading => {
    const sample = latest[metric];
    return sample === undefined
      ? null
      : { value: sample.value, timeMs: sample.timeMs, adFlag: sample.adFlag ?? null };
  };
  return {
    id,
    name,
    make,
    model,
    facility: facility && {
      id: facility.id,
      name: facility.name,
      city: facility.city,
      state: facility.state,
    },
    timezone: facility?.timezone ?? FALLBACK_ZONE,
    reachable: answer !== null,
    initial: Object.fromEntries(CARD_METRICS.map((metric) => [metric, read(metric)])) as Record<
      CardMetric,
      InitialReading
    >,
    historyArriving: answer !== null && holdsPast(answer[1], now),
    opensEvents: passesTier(actor, machine.serviceTier, "accessEvents"),
  };
}

/** By the samplers' own counts of samples that wait, as they came with their last batch. */
export const holdsPast = ({ samplers }: Pick<RecorderStatus, "samplers">, now: number): boolean =>
  samplers.some(
    ({ buffered, lastBatchAtMs }) =>
      buffered > BACKLOG_SAMPLES && now - lastBatchAtMs < BACKLOG_FRESH_MS,
  );

function commonZone(machines: readonly Machine[]): string {
  const counts = new Map<string, number>();
  for (const { facility } of machines)
    if (facility) counts.set(facility.timezone, (counts.get(facility.timezone) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? FALLBACK_ZONE;
}
