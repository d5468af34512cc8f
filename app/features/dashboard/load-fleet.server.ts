import { eq } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { customers } from "#app/db/schema/index.ts";
import { passesTier } from "#app/domain/access/permissions.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { commonZone } from "#app/domain/formats/common-zone.ts";
import type { DowntimePrediction } from "#app/domain/prediction/types.ts";
import type {
  LatestValues,
  RecorderPort,
  RecorderStatus,
} from "#app/domain/series/recorder-port.ts";
import {
  listDowntimePredictions,
  UNKNOWN,
} from "#app/features/predictions/get-downtime-predictions.server.ts";
import { listMachines, type Machine } from "#app/features/machines/list-machines.server.ts";
import { listFacilityChoices } from "./facility-choice.server.ts";
import {
  CARD_METRICS,
  type CardMetric,
  type FacilityChoice,
  type Fleet,
  type FleetMachine,
  type InitialReading,
} from "./fleet-types.ts";
import { machinesOf } from "./shown-machines.ts";
import { withinMs } from "#app/domain/within.ts";
import { forEachBounded } from "#app/storage/bounded.ts";

export type FleetDeps = {
  db: Db;
  actor: Actor;
  recorder: (deviceId: number) => Pick<RecorderPort, "latest" | "status">;
  now: number;
};

/** A recorder that is slower is shown as unreachable; its values come over the live channel when it wakes. */
export const RECORDER_PATIENCE_MS = 2_500;
/** A large fleet does not wake all of its recorders in one moment; each has two questions. */
export const RECORDERS_AT_ONCE = 32;
/** More than a live sampler ever holds between two posts: what waits is the past. */
const BACKLOG_SAMPLES = 20_000;
const BACKLOG_FRESH_MS = 120_000;
const FALLBACK_ZONE = "UTC";

/** The machines that the actor's dashboard shows, by name, with what D1 knows of them. */
export type FoundFleet = {
  customerName: string | null;
  facilities: FacilityChoice[];
  machines: Machine[];
  unplaced: number;
  predictions: Record<number, DowntimePrediction>;
};

/** One round trip to D1. */
export async function findFleet({
  db,
  actor,
  now,
}: Omit<FleetDeps, "recorder">): Promise<FoundFleet> {
  const [all, facilities, predictions, customerName] = await Promise.all([
    listMachines({ db, actor }),
    listFacilityChoices({ db, actor }),
    listDowntimePredictions({ db, actor, now }),
    actor.customerId === null ? null : nameOf(db, actor.customerId),
  ]);
  return {
    customerName,
    facilities,
    machines: machinesOf(facilities, all),
    unplaced: all.filter(({ facility }) => facility === null).length,
    predictions,
  };
}

/** The actor's fleet with the newest values: one round trip to D1, then one to each recorder, some at once. */
export const loadFleet = async (deps: FleetDeps): Promise<Fleet> =>
  loadFleetValues(deps, await findFleet(deps));

/** A fleet that was found, with the newest values of `machines` of it, in their order: one round trip to each recorder, some at once. */
export async function loadFleetValues(
  { actor, recorder, now }: Omit<FleetDeps, "db">,
  { customerName, facilities, machines: all, unplaced, predictions }: FoundFleet,
  machines: readonly Machine[] = all,
): Promise<Fleet> {
  const valued = new Map<number, FleetMachine>();
  await forEachBounded(machines, RECORDERS_AT_ONCE, async (machine) => {
    const port = recorder(machine.id);
    const answer = await withinMs(
      RECORDER_PATIENCE_MS,
      Promise.all([port.latest([...CARD_METRICS]), port.status()]),
    );
    valued.set(machine.id, {
      ...toFleetMachine(machine, { actor, latest: answer?.[0] ?? null, predictions }),
      historyArriving: answer !== null && holdsPast(answer[1], now),
    });
  });
  return {
    customerName,
    facilities,
    unplaced,
    timezone: zoneOf({ facilities, machines: all }, now),
    machines: machines.flatMap(({ id }) => valued.get(id) ?? []),
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

type Known = Pick<FoundFleet, "predictions"> & {
  actor: Actor;
  /** null: its recorder did not answer. */
  latest: LatestValues | null;
};

/** As a card shows it. */
export function toFleetMachine(
  { id, name, make, model, facility, serviceTier, targetSheetsPerHour }: Machine,
  { actor, latest, predictions }: Known,
): FleetMachine {
  const read = (metric: CardMetric): InitialReading => {
    const sample = latest?.[metric];
    return sample === undefined
      ? null
      : { value: sample.value, timeMs: sample.timeMs, adFlag: sample.adFlag ?? null };
  };
  return {
    ...{ id, name, make, model },
    facility: facility && {
      id: facility.id,
      name: facility.name,
      city: facility.city,
      state: facility.state,
    },
    timezone: facility?.timezone ?? FALLBACK_ZONE,
    reachable: latest !== null,
    initial: Object.fromEntries(CARD_METRICS.map((metric) => [metric, read(metric)])) as Record<
      CardMetric,
      InitialReading
    >,
    historyArriving: false,
    risk: predictions[id] ?? UNKNOWN,
    hasTarget: targetSheetsPerHour !== null,
    opensEvents: passesTier(actor, serviceTier, "accessEvents"),
  };
}

/** By the samplers' own counts of samples that wait, as they came with their last batch. */
export const holdsPast = ({ samplers }: Pick<RecorderStatus, "samplers">, now: number): boolean =>
  samplers.some(
    ({ buffered, lastBatchAtMs }) =>
      buffered > BACKLOG_SAMPLES && now - lastBatchAtMs < BACKLOG_FRESH_MS,
  );

/** The zone of most of the machines that are shown; without one in a facility, that of most facilities that are, or of any. */
function zoneOf(
  { machines, facilities }: Pick<FoundFleet, "machines" | "facilities">,
  now: number,
) {
  const active = facilities.filter((facility) => facility.active);
  const zone =
    commonZone(
      machines.flatMap(({ facility }) => facility?.timezone ?? []),
      now,
    ) ??
    commonZone(
      (active.length > 0 ? active : facilities).map(({ timezone }) => timezone),
      now,
    );
  return zone?.timezone ?? FALLBACK_ZONE;
}
