/**
 * The wall display's order of things, pure: it goes on every 30 s by itself; once a person has moved it, it waits, and
 * 30.5 s after the last touch it returns to the first slide and goes on by itself (spec 000 §9).
 */
import { minOf } from "#app/domain/extremes.ts";
import { toMachineState, type MachineState } from "#app/domain/metrics/states.ts";

export const AUTOPLAY_MS = 30_000;
export const IDLE_RETURN_MS = 30_500;

export type Show = {
  slide: number;
  /** When the slide came. */
  sinceMs: number;
  /** When a person last touched it; null while it goes on by itself. */
  touchedAtMs: number | null;
};

export const startShow = (nowMs: number): Show => ({ slide: 0, sinceMs: nowMs, touchedAtMs: null });

/** When the next move is due. */
export const dueAtMs = ({ sinceMs, touchedAtMs }: Show): number =>
  touchedAtMs === null ? sinceMs + AUTOPLAY_MS : touchedAtMs + IDLE_RETURN_MS;

/** The show at this moment: the same object while nothing is due. */
export function advanceShow(show: Show, nowMs: number, slides: number): Show {
  if (nowMs < dueAtMs(show)) return show;
  if (show.touchedAtMs !== null) return startShow(nowMs);
  return { slide: slides === 0 ? 0 : (show.slide + 1) % slides, sinceMs: nowMs, touchedAtMs: null };
}

/** A person moves to a slide, round the ends, or only touches the screen. */
export function touchShow(show: Show, nowMs: number, slides: number, slide = show.slide): Show {
  const wanted = slides === 0 ? 0 : ((slide % slides) + slides) % slides;
  return {
    slide: wanted,
    sinceMs: wanted === show.slide ? show.sinceMs : nowMs,
    touchedAtMs: nowMs,
  };
}

const NOT_SHOWN: ReadonlySet<MachineState> = new Set(["unknown", "off"]);
/**
 * A machine that was not heard for so much longer than the one that was heard last is not known any more. Where nobody at all
 * is heard, as on a wall that is cut off, all grow old together, and everybody stays.
 */
const FORGOTTEN_MS = 10 * 60_000;

type OfWall = {
  id: number;
  state: { value: number | string | null; ageMs: number | null };
  alarms: number;
  isSilent: boolean;
  isUnheard: boolean;
  isUnread: boolean;
};

/** Machines that stand on no slide, by why. `unheard`: they never sent. `unread`: they could not be read. `unknown`: they are heard, and their state says nothing that is known. */
export type LeftOut = Record<"off" | "silent" | "unheard" | "unread" | "unknown", number>;
export type AlsoShown = Record<keyof LeftOut, boolean>;

/**
 * Who stands on a wall: those that are neither off nor unknown nor forgotten, and those where an alarm is on: somebody has to
 * go there, whatever the machine does. And how many do not, by why. `alsoShown`: for what others are left out, and is shown too.
 * `onSlides`: machines that are on a slide still, until the show goes on.
 */
export function splitWall<M extends OfWall>(
  machines: readonly M[],
  onSlides: readonly { id: number }[] = [],
): { shown: M[]; leftOut: LeftOut; alsoShown: AlsoShown } {
  const seen = new Set(onSlides.map(({ id }) => id));
  const newestMs = minOf(machines.map(({ state }) => state.ageMs ?? Infinity));
  const isForgotten = ({ state }: M) => (state.ageMs ?? 0) - newestMs > FORGOTTEN_MS;
  const stands = (machine: M) =>
    machine.alarms > 0 ||
    (!NOT_SHOWN.has(toMachineState(machine.state.value)) && !isForgotten(machine));
  const isAnyHeard = machines.some(({ isSilent }) => !isSilent);
  // Of a machine that fell silent with all others, what it said last is known.
  const isMissed = (machine: M) =>
    isAnyHeard ? machine.isSilent : machine.state.value === null || isForgotten(machine);
  const reasonOf = (machine: M): keyof LeftOut | null => {
    if (machine.isUnheard) return "unheard";
    if (machine.isUnread) return "unread";
    if (isMissed(machine)) return "silent";
    const state = toMachineState(machine.state.value);
    return state === "off" || state === "unknown" ? state : null;
  };
  const leftOut = { off: 0, silent: 0, unheard: 0, unread: 0, unknown: 0 };
  const alsoShown = { off: false, silent: false, unheard: false, unread: false, unknown: false };
  for (const machine of machines) {
    const reason = reasonOf(machine);
    if (reason === null) continue;
    if (stands(machine) || seen.has(machine.id)) alsoShown[reason] = true;
    else leftOut[reason]++;
  }
  return { shown: machines.filter(stands), leftOut, alsoShown };
}

/** Where nobody is heard, what each said last tells who needs a person, and that it is old is told of all. */
export const asHeardLast = <M extends { isSilent: boolean }>(machines: readonly M[]): M[] => {
  const isAnyHeard = machines.some(({ isSilent }) => !isSilent);
  return machines.map((machine) => (isAnyHeard ? machine : { ...machine, isSilent: false }));
};

/** A slide's clock is its plant's, also beside a machine without a plant; machines of several zones share that of the fleet, or of the screen. */
export function slideZone(
  machines: readonly { timezone: string; facility: unknown }[],
  otherwise: string,
): string {
  const placed = machines.filter(({ facility }) => facility !== null);
  const [zone, ...others] = new Set(placed.map(({ timezone }) => timezone));
  return zone !== undefined && others.length === 0 ? zone : otherwise;
}

/**
 * How old what a slide shows is, ms: null while it is of now, 0 when nobody can tell. One silent machine does not make the
 * others old: its row says so, and the summary counts it. Nor is it old that none of them has sent anything yet.
 */
export function slideAgeMs(
  seen: readonly { stale: boolean; ageMs: number | null }[],
  { isLost, pageAgeMs }: { isLost: boolean; /** 0: something young came. */ pageAgeMs: number },
): number | null {
  if (seen.length > 0 && pageAgeMs > 0) return pageAgeMs;
  const ages = seen.flatMap(({ ageMs }) => ageMs ?? []);
  const isWholeOld = ages.length > 0 && seen.every(({ stale }) => stale);
  if (isWholeOld) return minOf(ages);
  return isLost ? 0 : null;
}

/**
 * How old the oldest is of what a slide shows and of what a wall counts, ms: its head is never younger than its rows. 0 where
 * one number would not do for all: one of them was silent for long, and the others were not.
 */
export function oldestAgeMs(
  seen: readonly { ageMs: number | null }[],
  /** Of the slide; null while it is of now. */
  slideMs: number | null,
  /** Of what is counted; null while that is of now. */
  countedMs: number | null,
): number | null {
  if (slideMs === null || slideMs === 0) return countedMs ?? slideMs;
  const ages = [slideMs, countedMs ?? slideMs, ...seen.map(({ ageMs }) => ageMs ?? slideMs)];
  const oldestMs = Math.max(...ages);
  return oldestMs - minOf(ages) > FORGOTTEN_MS ? 0 : oldestMs;
}

/**
 * Why a wall without a slide has none: its machines are off or silent, their facilities were taken off the dashboard, its
 * facilities were all closed, or these have no machine.
 */
export function whyNothing({
  machines,
  facilities,
}: {
  machines: readonly unknown[];
  facilities: readonly { active: boolean }[];
}): "none" | "hidden" | "closed" | "empty" {
  if (machines.length > 0) return "none";
  if (facilities.length === 0) return "closed";
  return facilities.some(({ active }) => !active) ? "hidden" : "empty";
}
