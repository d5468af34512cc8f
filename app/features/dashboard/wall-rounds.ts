/** Who stands on which slide of the wall, pure. */
import type { WallRows } from "./wall-name.ts";

const MACHINES_PER_SLIDE = 3;
/** Machines that need a person stand on every slide; the others have at least one place. */
const MAX_PINNED = 2;
/** They are three minutes: nobody should have to wait longer for a machine. */
const MOST_SLIDES = 6;

/**
 * The slides of machines that come with the troubled ones first: of those, some stand on each. Where the round of the others
 * would take long, two that stand share one row, and the others have two: such a slide has a machine more than rows. Each of
 * the others stands on one slide, and they are spread evenly: 7 are 3 + 2 + 2.
 */
export function toSlides<M>(
  machines: readonly M[],
  troubled: number,
  /** Whom slides before these have not shown. */
  isDue: (machine: M) => boolean = () => true,
): M[][] {
  if (machines.length === 0) return [];
  if (machines.length <= MACHINES_PER_SLIDE) return machines.some(isDue) ? [[...machines]] : [];
  const pinned = pinnedOf(machines, troubled);
  const beside = machines.slice(pinned.length);
  const others = beside.filter(isDue);
  const room = MACHINES_PER_SLIDE - pinned.length;
  const isLong = pinned.length === MAX_PINNED && beside.length > MOST_SLIDES * room;
  return evenly(others, isLong ? room + 1 : room).map((own) => [...pinned, ...own]);
}

/** Those that stand on every slide. */
const pinnedOf = <M>(machines: readonly M[], troubled: number): M[] =>
  machines.length <= MACHINES_PER_SLIDE ? [] : machines.slice(0, Math.min(troubled, MAX_PINNED));

/** In as few parts as hold `most` each, none with two more than another, the larger ones first. */
function evenly<M>(all: readonly M[], most: number): M[][] {
  const parts = Math.ceil(all.length / most);
  const startOf = (part: number) =>
    part * Math.floor(all.length / parts) + Math.min(part, all.length % parts);
  return Array.from({ length: parts }, (_, part) => all.slice(startOf(part), startOf(part + 1)));
}

export type Placed = { id: number };

/** One after the other, each machine once: the slides that were seen, the one that is, and those to come. */
export type Round<M> = {
  slides: M[][];
  at: number;
  /** Whom the slides before it showed, and whether each had its own turn there as one that needs a person. */
  seen: ReadonlyMap<number, boolean>;
  /** Who stands on the slide that is seen and on each to come. */
  pinned: ReadonlySet<number>;
};
type Roster<M> = {
  /** Those first that need a person. */
  machines: readonly M[];
  troubled: ReadonlySet<number>;
};

export const startRound = <M extends Placed>({ machines, troubled }: Roster<M>): Round<M> => ({
  slides: toSlides(machines, troubled.size),
  at: 0,
  seen: new Map(),
  pinned: new Set(pinnedOf(machines, troubled.size).map(({ id }) => id)),
});

/**
 * The round at its next slide. Whoever this round has not shown comes before its end however the order changed since, and
 * nobody is shown twice but who needs a person only now, or still and has lost its place on every slide to another one. It has
 * no such slide once everybody was shown.
 */
export function goOn<M extends Placed>(round: Round<M>, roster: Roster<M>): Round<M> {
  const shown = (round.slides[round.at] ?? []).map(
    ({ id }) => [id, roster.troubled.has(id) && !round.pinned.has(id)] as const,
  );
  const seen = new Map([...round.seen, ...shown]);
  return plan({ ...round, at: round.at + 1, seen }, roster);
}

/** The round with the slide that is seen, and those after it, made anew. */
export function plan<M extends Placed>(
  round: Round<M>,
  { machines, troubled }: Roster<M>,
): Round<M> {
  const there = new Set(machines.map(({ id }) => id));
  const past = round.slides.slice(0, round.at);
  const isDue = ({ id }: M) => !round.seen.has(id) || (troubled.has(id) && !round.seen.get(id));
  return {
    ...round,
    pinned: new Set(pinnedOf(machines, troubled.size).map(({ id }) => id)),
    slides: [
      ...past.map((slide) => slide.filter(({ id }) => there.has(id))),
      ...toSlides(machines, troubled.size, isDue),
    ],
  };
}

/** Whether the slides can stay as they are: none has a machine that was taken off the wall, and they are not empty for nothing. */
export function isRosterOfNow<M extends Placed>(
  slides: readonly (readonly M[])[],
  now: { machines: readonly M[]; shown: number },
): boolean {
  if (slides.length === 0) return now.shown === 0;
  const there = new Set(now.machines.map(({ id }) => id));
  return slides.every((slide) => slide.every(({ id }) => there.has(id)));
}

/**
 * Machines of a slide that share its first row: none, or two. Those that share it on another slide of the round do so on this
 * one, too: who stands on each slide does not move.
 */
export const sharersOf = (
  slide: readonly Placed[],
  round: readonly (readonly Placed[])[],
): number => {
  const isShared = (other: readonly Placed[]) =>
    other.length > MACHINES_PER_SLIDE &&
    other.slice(0, MAX_PINNED).every(({ id }, at) => id === slide[at]?.id);
  return round.some(isShared) ? MAX_PINNED : 0;
};

/**
 * How a slide with fewer machines than the round has rows takes the height of all: "alike", each of its rows; "last", its last
 * row alone, as those above it stand on every slide and do not move.
 */
export function growthOf(
  slide: readonly Placed[],
  round: readonly (readonly Placed[])[],
): "alike" | "last" | null {
  const most = Math.max(0, ...round.map(({ length }) => length));
  if (slide.length === 0 || slide.length >= most) return null;
  return round.every((other) => other[0]?.id === slide[0]?.id) ? "last" : "alike";
}

/** How many rows the fullest slide of a round has. */
export function rowsOf(round: readonly (readonly unknown[])[]): WallRows {
  const most = Math.max(0, ...round.map(({ length }) => length));
  return most === 1 || most === 2 ? most : MACHINES_PER_SLIDE;
}
