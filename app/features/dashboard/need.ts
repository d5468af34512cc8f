/** Which machine needs a person first, and what the strip above the cards says of all of them. Pure. */
import { HOUR_MS, MINUTE_MS } from "#app/domain/durations.ts";
import { riskBand } from "#app/domain/metrics/gauge-bands.ts";
import { toMachineState } from "#app/domain/metrics/states.ts";
import { riskNow } from "#app/domain/prediction/risk-now.ts";
import type { StateSince } from "#app/domain/metrics/state-since.ts";
import type { MachineOrder } from "#app/domain/preferences.ts";
import type { FleetSnapshot } from "./fleet-store.ts";
import { hasSpoken, isUnread, sends, type Reading } from "./readings.ts";
import { STRIP_MS, type FleetMachine, type MachineCounts } from "./fleet-types.ts";

/** By machine id; a machine at which nothing is wrong or due may be left out. */
export type Counts = Readonly<Record<number, MachineCounts>>;

/** Of a machine at which nothing is due or wrong. */
export const NO_COUNTS: MachineCounts = { alarms: 0, overdue: 0 };

/** It brings the machine forward, and is told wherever the machine stands: from where its ring is no longer green. */
export const isHighRisk = (prediction: number | null): boolean =>
  ["fair", "poor"].includes(riskBand(prediction));

/** The classes of need, the first one first. Inside a class nobody moves while the machines work. */
const NEEDS = ["alarm", "not_ready", "high_risk", "silent", "on", "off"] as const;
type Need = (typeof NEEDS)[number];

export type MachineFacts = MachineCounts & {
  id: number;
  /** 0 to 1; null without a forecast. */
  risk: number | null;
  state: Reading;
  /** Nothing of it arrives now: neither its state nor its throughput nor its speed. So it is of those that are unheard or unread. */
  isSilent: boolean;
  /** Never said anything: it waits for its first reading, and nobody waits for it to come back. */
  isUnheard: boolean;
  /** Its recorder did not answer, or was not asked yet: whether it sends is not known, and nobody calls it silent. */
  isUnread: boolean;
  /** When its state began; null where nobody knows. */
  since: StateSince | null;
};

/** What is known of each machine that has readings. */
export const factsOf = (
  machines: readonly Pick<FleetMachine, "id" | "risk" | "reachable">[],
  counts: Counts,
  { readings, since }: Pick<FleetSnapshot, "readings" | "since">,
): MachineFacts[] =>
  machines.flatMap(({ id, risk, reachable }) => {
    const held = readings.get(id);
    if (held === undefined) return [];
    return {
      ...(counts[id] ?? NO_COUNTS),
      ...{ id, risk: riskNow(risk, held.machine_state).prediction, state: held.machine_state },
      ...{
        isSilent: !sends(held),
        isUnheard: reachable && !hasSpoken(held),
        isUnread: isUnread(reachable, held),
        since: since.get(id) ?? null,
      },
    };
  });

/** What the strip counts; each brings its machines first. */
export const ATTENTION_KINDS = [
  "alarms",
  "notReady",
  "overdue",
  "atRisk",
  "silent",
  "unheard",
  "unread",
] as const;
export type AttentionKind = (typeof ATTENTION_KINDS)[number];
/** null for anything else. */
export const toAttentionKind = (value: unknown): AttentionKind | null =>
  ATTENTION_KINDS.find((kind) => kind === value) ?? null;

type ChipsNow = {
  counts: Readonly<Record<AttentionKind, number>>;
  /** The strip was asked for it: its chip is the way back, also when nobody is of it any more. */
  first: AttentionKind | null;
  /** As the chips stand under a pointer or around the focus: they stay, and what comes goes behind them. */
  kept: readonly AttentionKind[];
};

/** The kinds that have a chip, in the order of their chips: the most urgent one first. */
export const chipKinds = ({ counts, first, kept }: ChipsNow): AttentionKind[] => [
  ...kept,
  ...ATTENTION_KINDS.filter((kind) => !kept.includes(kind) && (counts[kind] > 0 || kind === first)),
];

const isNotReady = ({ state, isSilent }: MachineFacts): boolean =>
  !isSilent && toMachineState(state.value) === "not_ready";

function needOf(machine: MachineFacts): Need {
  if (machine.alarms > 0) return "alarm";
  if (isNotReady(machine)) return "not_ready";
  if (toMachineState(machine.state.value) === "off" && machine.isSilent) return "silent";
  if (toMachineState(machine.state.value) === "off") return "off";
  if (isHighRisk(machine.risk)) return "high_risk";
  return machine.isSilent ? "silent" : "on";
}

/** Somebody has to go there now: a wall keeps it in sight. */
export const isTroubled = (machine: MachineFacts): boolean =>
  machine.alarms > 0 || isNotReady(machine);

const IS_OF: Record<AttentionKind, (machine: MachineFacts) => boolean> = {
  alarms: ({ alarms }) => alarms > 0,
  notReady: isNotReady,
  overdue: ({ overdue }) => overdue > 0,
  atRisk: ({ risk }) => isHighRisk(risk),
  silent: (machine) => machine.isSilent && !machine.isUnheard && !machine.isUnread,
  unheard: ({ isUnheard }) => isUnheard,
  unread: (machine) => machine.isUnread,
};

/** The ids of those that the strip counts as of this kind. */
export const idsOf = (machines: readonly MachineFacts[], kind: AttentionKind): number[] =>
  machines.filter(IS_OF[kind]).map(({ id }) => id);

/**
 * The machines' ids in the order of their cards; `machines` come by name. `first`: those that the strip was asked for
 * stand before all others, in either order. Of machines with an alarm the one with the most urgent is first, of those that are not
 * ready the one that has been so for longest.
 */
export function orderMachines(
  machines: readonly MachineFacts[],
  order: MachineOrder,
  first: AttentionKind | null = null,
): number[] {
  const rank = (machine: MachineFacts): number =>
    (first !== null && !IS_OF[first](machine) ? NEEDS.length : 0) +
    (order === "name" ? 0 : NEEDS.indexOf(needOf(machine)));
  const urgency = (machine: MachineFacts): number =>
    order === "need" ? (machine.urgency ?? 0) : 0;
  const began = (machine: MachineFacts): number =>
    order === "need" && isNotReady(machine) ? (machine.since?.sinceMs ?? Infinity) : 0;
  return machines
    .map((machine) => ({
      ...{ id: machine.id, rank: rank(machine) },
      ...{ urgency: urgency(machine), began: began(machine) },
    }))
    .sort(
      (a, b) =>
        a.rank - b.rank || b.urgency - a.urgency || (a.began === b.began ? 0 : a.began - b.began),
    )
    .map(({ id }) => id);
}

export type AttentionSummary = {
  alarms: number;
  notReady: number;
  /** Of those that are not ready, in whole minutes; null where nobody knows since when. */
  longestMinutes: number | null;
  /** It is longer: when it began, or when another one's state did, is not known. */
  isLonger: boolean;
  overdue: number;
  /** Those whose risk of downtime is told in a colour on their cards. */
  atRisk: number;
  silent: number;
  unheard: number;
  /** Those of which it is not known. */
  unread: number;
};

export function summarizeAttention(machines: readonly MachineFacts[]): AttentionSummary {
  const sum = (key: "alarms" | "overdue") =>
    machines.reduce((total, machine) => total + machine[key], 0);
  const notReady = machines.filter(isNotReady);
  const lasted = notReady.map(({ state, since }) => stateLasted(state, since));
  const known = lasted.flatMap((each) => each ?? []);
  const longest = known.sort((a, b) => b.ms - a.ms)[0];
  const isLonger = longest !== undefined && (longest.isLonger || known.length < lasted.length);
  const minutes = longest === undefined ? null : Math.floor(longest.ms / MINUTE_MS);
  return {
    alarms: sum("alarms"),
    notReady: notReady.length,
    // More than nothing is nothing to say.
    longestMinutes: isLonger && minutes === 0 ? null : minutes,
    isLonger,
    overdue: sum("overdue"),
    atRisk: machines.filter(IS_OF.atRisk).length,
    silent: machines.filter(IS_OF.silent).length,
    unheard: machines.filter(IS_OF.unheard).length,
    unread: machines.filter(IS_OF.unread).length,
  };
}

type Lasted = {
  ms: number;
  /** Nobody knows when it began: at least for so long. */
  isLonger: boolean;
};

/**
 * For how long the machine has been in its state; of an old state, until it was heard last. So it is on a page that is
 * cut off (`isCut`), from the first moment: what went on until the state is old by itself would then go back.
 */
export function stateLasted(
  state: Reading,
  since: StateSince | null,
  isCut = false,
): Lasted | null {
  if (since === null || state.timeMs === null) return null;
  const goesOn = !isCut && !state.stale;
  const ms = state.timeMs + (goesOn ? (state.ageMs ?? 0) : 0) - since.sinceMs;
  // It held when what was read begins, so many whole hours ago at least.
  if (since.isOlder)
    return { ms: Math.max(STRIP_MS, Math.floor(ms / HOUR_MS) * HOUR_MS), isLonger: true };
  return { ms: Math.max(0, ms), isLonger: since.isUnheard };
}
