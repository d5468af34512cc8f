/** Round values for an axis of numbers. */
export type ValueAxis = { low: number; high: number; ticks: number[]; decimals: number };

const ROUND = [1, 2, 2.5, 5, 10];
/** A smaller difference, as a share of the values, is none. */
const SAME = 1e-9;
/** Less than this is 0 to anybody, and beyond what powers of ten hold exactly. */
const NOTHING = 1e-100;
/** Shares of the range that stay free above and below the line. */
const AIR = 0.06;
/** Of fewer ticks one reads no scale. */
const LEAST_TICKS = 3;

type AxisRoom = {
  most: number;
  /** So many have room at the closest: only where there would be fewer than three. */
  closest?: number;
};

/** The axis that holds [low, high] in at most `most` steps; from 0 where asked, or where 0 is near. */
export function valueAxis(
  low: number,
  high: number,
  {
    fromZero = false,
    range,
    ...room
  }: AxisRoom & { fromZero?: boolean; range?: readonly [number, number] | undefined },
): ValueAxis {
  if (range) return axisOf(range[0], range[1], room);
  if (!Number.isFinite(low) || !Number.isFinite(high))
    return { low: 0, high: 1, ticks: [], decimals: 0 };
  // How far it could go nobody knows: 0 is all that is told.
  if (low === 0 && high <= NOTHING) return { low: 0, high: 1, ticks: [0], decimals: 0 };
  const fromNought = low >= 0 && (fromZero || low <= high * 0.5);
  let [from, to] = fromNought ? [0, high] : [low, high];
  if (to - from <= SAME * Math.max(Math.abs(from), Math.abs(to), NOTHING)) {
    const room = Math.abs(from) > NOTHING ? Math.abs(from) * 0.05 : 1;
    [from, to] = [from - room, to + room];
  }
  const air = (to - from) * AIR;
  to += air;
  if (!fromNought) from -= air;
  return axisOf(from, to, room);
}

/** Round ticks from one end to the other. */
function axisOf(from: number, to: number, { most, closest = most }: AxisRoom): ValueAxis {
  const rough = (to - from) / Math.max(1, most);
  const power = 10 ** Math.floor(Math.log10(rough));
  const steps = [0.1, 1].flatMap((part) => ROUND.map((each) => each * power * part));
  let at = steps.findIndex((each) => each >= rough * (1 - 1e-9));
  let ticks = ticksOf(from, to, steps[at]!);
  while (ticks.length < LEAST_TICKS && at > 0 && (to - from) / steps[at - 1]! <= closest)
    ticks = ticksOf(from, to, steps[--at]!);
  const step = steps[at]!;
  const decimals = Math.min(9, Math.max(0, -Math.floor(Math.log10(step) + 1e-9)));
  const needsMore = (step / 10 ** -decimals) % 1 > 1e-6 ? 1 : 0;
  return { low: from, high: to, ticks, decimals: decimals + needsMore };
}

function ticksOf(from: number, to: number, step: number): number[] {
  const ticks: number[] = [];
  const first = Math.ceil(from / step - 1e-9);
  const last = Math.floor(to / step + 1e-9);
  for (let index = first; index <= last && ticks.length <= 50; index++)
    ticks.push(index * step + 0);
  return ticks;
}
