import { byName } from "#app/domain/formats/by-name.ts";
import type { LatestValues } from "#app/domain/series/recorder-port.ts";
import { stateSince, type StateSince } from "#app/domain/metrics/state-since.ts";
import { isRunning, toMachineState, toStateCode } from "#app/domain/metrics/states.ts";
import { withinMs } from "#app/domain/within.ts";
import { UNKNOWN } from "#app/features/predictions/get-downtime-predictions.server.ts";
import type { Machine } from "#app/features/machines/list-machines.server.ts";
import { forEachBounded } from "#app/storage/bounded.ts";
import type { SeriesReader } from "#app/storage/series-reader.ts";
import { fleetTotals, toReadings, type Readings } from "./fleet-store.ts";
import { CARD_METRICS, STRIP_MS, type Fleet, type FleetMachine } from "./fleet-types.ts";
import {
  ALL_CARDS,
  FIRST_CARDS,
  NO_STATES,
  plantIdOf,
  SILENT_NAMED,
  type LargeFleet,
  type Plant,
  type PlantStates,
  type WholeFleet,
} from "./large-fleet.ts";
import { loadFleetHistory } from "./load-fleet-history.server.ts";
import type { PackedHistory } from "./packed-history.ts";
import {
  RECORDER_PATIENCE_MS,
  RECORDERS_AT_ONCE,
  toFleetMachine,
  loadFleetValues,
  type FleetDeps,
  type FoundFleet,
} from "./load-fleet.server.ts";
import {
  factsOf,
  NO_COUNTS,
  orderMachines,
  summarizeAttention,
  type AttentionKind,
  type Counts,
  type MachineFacts,
} from "./need.ts";

export type LargeFleetDeps = Omit<FleetDeps, "db"> & {
  series: Pick<SeriesReader, "steps" | "heldAverages" | "stateChanges">;
};
type Asked = {
  counts: Counts;
  /** What the strip was asked to bring first. */
  first: AttentionKind | null;
  /** Machines of which the page has the past already. */
  known: readonly number[];
  /** Those of all that may have a card; every one unless said otherwise. */
  suiting?: (machines: readonly MachineFacts[]) => readonly MachineFacts[];
};

/** So long it is waited for all recorders together; those that did not answer count as silent. */
const WHOLE_PATIENCE_MS = 5_000;
/** Machines that are not ready, of which it is read since when. Of more nobody is told how long the longest is. */
const MOST_SINCE = 48;
const SINCE_AT_ONCE = 12;
const SINCE_PATIENCE_MS = 2_000;

export const isLarge = ({ machines }: Pick<FoundFleet, "machines">): boolean =>
  machines.length > ALL_CARDS;

/** What the page comes with: by what D1 knows the machines that need a person first, with their values, and the plants. */
export async function loadFirstCards(
  deps: LargeFleetDeps,
  found: FoundFleet,
  counts: Counts,
): Promise<{ fleet: Fleet; large: LargeFleet }> {
  const { machines, predictions } = found;
  const unheard = new Map(
    machines.map((machine) => [
      machine.id,
      toReadings(toFleetMachine(machine, { ...deps, latest: {}, predictions }), deps.now),
    ]),
  );
  const facts = factsOfFound(found, counts, unheard, new Map()).map((each) => ({
    ...each,
    // Of what recorders say nothing is known yet.
    ...{ isSilent: false, isUnheard: false },
  }));
  return {
    fleet: await loadFleetValues(deps, found, firstOf(found, facts, null)),
    large: { machines: machines.length, plants: plantsOf(machines, counts) },
  };
}

/**
 * What all recorders say: the fleet's figures, who is not ready or silent, and with that who needs a person first. One
 * question to each recorder, some at once.
 */
export async function readWholeFleet(
  deps: LargeFleetDeps,
  found: FoundFleet,
  { counts, first, known, suiting = (all) => all }: Asked,
): Promise<WholeFleet<PackedHistory>> {
  const { now } = deps;
  const latest = await readLatest(deps, found.machines);
  const valued = new Map(
    found.machines.map((machine) => {
      const told = { ...deps, latest: latest.get(machine.id) ?? null };
      return [machine.id, toFleetMachine(machine, { ...told, predictions: found.predictions })];
    }),
  );
  const readings = new Map([...valued].map(([id, machine]) => [id, toReadings(machine, now)]));
  const isReached = (id: number) => latest.has(id);
  const standing = found.machines.flatMap(({ id }) => {
    const state = readings.get(id)?.machine_state;
    return state && !state.stale && toMachineState(state.value) === "not_ready" ? id : [];
  });
  const since = await readSince(deps, standing.length > MOST_SINCE ? [] : standing);
  const facts = factsOfFound(found, counts, readings, since, isReached);
  const machines = firstOf(found, suiting(facts), first).flatMap(({ id }) => valued.get(id) ?? []);
  const { silent, ...totals } = fleetTotals(readings);
  const unread = machines.filter(({ id, reachable }) => reachable && !known.includes(id));
  return {
    readAtMs: now,
    totals,
    silent: {
      total: silent.length,
      machines: silent.slice(0, SILENT_NAMED).flatMap((id) => namedOf(valued.get(id))),
    },
    summary: summarizeAttention(facts),
    states: statesOf(found.machines, facts),
    machines,
    past: await loadFleetHistory(
      deps,
      unread.map(({ id }) => id),
    ),
  };
}

const namedOf = (machine: FleetMachine | undefined) =>
  machine === undefined ? [] : [{ id: machine.id, name: machine.name }];

/** Newest values by machine, without those that did not answer in time. */
async function readLatest(
  { recorder }: Pick<LargeFleetDeps, "recorder">,
  machines: readonly Machine[],
): Promise<Map<number, LatestValues>> {
  const latest = new Map<number, LatestValues>();
  let isOver = false;
  const all = forEachBounded(machines, RECORDERS_AT_ONCE, async ({ id }) => {
    if (isOver) return;
    const answer = await withinMs(RECORDER_PATIENCE_MS, recorder(id).latest([...CARD_METRICS]));
    if (answer !== null && !isOver) latest.set(id, answer);
  });
  await withinMs(WHOLE_PATIENCE_MS, all);
  isOver = true;
  return latest;
}

async function readSince(
  { series, now }: Pick<LargeFleetDeps, "series" | "now">,
  deviceIds: readonly number[],
): Promise<Map<number, StateSince>> {
  const since = new Map<number, StateSince>();
  const range = { startMs: now - STRIP_MS, endMs: now };
  await forEachBounded(deviceIds, SINCE_AT_ONCE, async (deviceId) => {
    const changes = await withinMs(SINCE_PATIENCE_MS, series.stateChanges({ deviceId, ...range }));
    const began = changes && stateSince(changes, range.startMs);
    if (began) since.set(deviceId, began);
  });
  return since;
}

const factsOfFound = (
  { machines, predictions }: FoundFleet,
  counts: Counts,
  readings: ReadonlyMap<number, Readings>,
  since: ReadonlyMap<number, StateSince>,
  isReached: (id: number) => boolean = () => true,
): MachineFacts[] =>
  factsOf(
    machines.map(({ id }) => ({
      ...{ id, reachable: isReached(id) },
      risk: predictions[id] ?? UNKNOWN,
    })),
    counts,
    { readings, since },
  );

function firstOf(
  { machines }: FoundFleet,
  facts: readonly MachineFacts[],
  first: AttentionKind | null,
): Machine[] {
  const byId = new Map(machines.map((machine) => [machine.id, machine]));
  return orderMachines(facts, "need", first)
    .slice(0, FIRST_CARDS)
    .flatMap((id) => byId.get(id) ?? []);
}

/** By customer, then by plant; machines that belong to none come last. */
function plantsOf(machines: readonly Machine[], counts: Counts): Plant[] {
  const plants = new Map<number, Plant>();
  for (const { id, facility } of machines) {
    const key = plantIdOf(facility);
    const held = plants.get(key) ?? {
      customer: facility && { id: facility.customerId, name: facility.customerName },
      facility: facility && {
        ...{ id: facility.id, name: facility.name },
        ...{ city: facility.city, state: facility.state },
      },
      ...{ machines: 0, alarms: 0, overdue: 0 },
    };
    const { alarms, overdue } = counts[id] ?? NO_COUNTS;
    plants.set(key, {
      ...held,
      machines: held.machines + 1,
      alarms: held.alarms + alarms,
      overdue: held.overdue + overdue,
    });
  }
  const isLast = ({ facility }: Plant) => Number(facility === null);
  return byName(
    [...plants.values()],
    ({ customer }) => customer?.name ?? "",
    ({ facility }) => facility?.name ?? "",
  ).sort((a, b) => isLast(a) - isLast(b));
}

function statesOf(
  machines: readonly Machine[],
  facts: readonly MachineFacts[],
): Record<number, PlantStates> {
  const known = new Map(facts.map((each) => [each.id, each]));
  const states: Record<number, PlantStates> = {};
  for (const { id, facility } of machines) {
    const held = (states[plantIdOf(facility)] ??= { ...NO_STATES });
    const machine = known.get(id);
    if (machine === undefined) continue;
    const { value } = machine.state;
    if (machine.isUnheard) held.unheard += 1;
    else if (machine.isSilent) held.silent += 1;
    else if (toMachineState(value) === "not_ready") held.notReady += 1;
    else if (value !== null && isRunning(toStateCode(value))) held.running += 1;
  }
  return states;
}
