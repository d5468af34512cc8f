import { byName } from "#app/domain/formats/by-name.ts";
import { stateSince, type StateSince } from "#app/domain/metrics/state-since.ts";
import { isRunning, toMachineState, toStateCode } from "#app/domain/metrics/states.ts";
import { UNKNOWN } from "#app/features/predictions/get-downtime-predictions.server.ts";
import type { Machine } from "#app/features/machines/list-machines.server.ts";
import { answersById } from "#app/storage/bounded.ts";
import type { SeriesReader } from "#app/storage/series-reader.ts";
import { fleetTotals } from "./fleet-totals.ts";
import { toReadings, type Readings } from "./readings.ts";
import { CARD_METRICS, STRIP_MS, type Fleet, type FleetMachine } from "./fleet-types.ts";
import {
  ALL_CARDS,
  FIRST_CARDS,
  NO_STATES,
  plantIdOf,
  SILENT_NAMED,
  type LargeFleet,
  type Named,
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

/** So long it is waited for all recorders together; those that did not answer are told as not read. */
export const WHOLE_PATIENCE_MS = 5_000;
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
    ...{ isSilent: false, isUnheard: false, isUnread: false },
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
  const latest = await answersById(
    found.machines.map(({ id }) => id),
    { atOnce: RECORDERS_AT_ONCE, eachMs: RECORDER_PATIENCE_MS, allMs: WHOLE_PATIENCE_MS },
    (id) => deps.recorder(id).latest([...CARD_METRICS]),
  );
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
  const unseen = machines.filter(({ id, reachable }) => reachable && !known.includes(id));
  return {
    readAtMs: now,
    totals,
    silent: namedOf(silent.filter(isReached), valued),
    unread: namedOf(
      silent.filter((id) => !isReached(id)),
      valued,
    ),
    summary: summarizeAttention(facts),
    states: statesOf(found.machines, facts),
    machines,
    past: await loadFleetHistory(
      deps,
      unseen.map(({ id }) => id),
    ),
  };
}

const namedOf = (ids: readonly number[], machines: ReadonlyMap<number, FleetMachine>): Named => ({
  total: ids.length,
  machines: ids.slice(0, SILENT_NAMED).flatMap((id) => {
    const machine = machines.get(id);
    return machine === undefined ? [] : { id, name: machine.name };
  }),
});

async function readSince(
  { series, now }: Pick<LargeFleetDeps, "series" | "now">,
  deviceIds: readonly number[],
): Promise<Map<number, StateSince>> {
  const range = { startMs: now - STRIP_MS, endMs: now };
  const patience = { atOnce: SINCE_AT_ONCE, eachMs: SINCE_PATIENCE_MS };
  const changes = await answersById(deviceIds, patience, (deviceId) =>
    series.stateChanges({ deviceId, ...range }),
  );
  return new Map(
    [...changes].flatMap(([id, each]) => {
      const began = stateSince(each, range.startMs);
      return began ? [[id, began] as const] : [];
    }),
  );
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
    else if (machine.isUnread) held.unread += 1;
    else if (machine.isSilent) held.silent += 1;
    else if (toMachineState(value) === "not_ready") held.notReady += 1;
    else if (value !== null && isRunning(toStateCode(value))) held.running += 1;
  }
  return states;
}
