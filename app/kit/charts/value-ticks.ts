/** Round values for an axis of numbers. */
export type ValueAxis = { low: number; high: number; ticks: number[]; decimals: number };

const ROUND = [1, 2, 2.5, 5, 10];
/** A smaller difference, as a share of the values, is none. */
const SAME = 1e-9;
/** Less than this is 0 to anybody, and beyond what powers of ten hold exactly. */
const NOTHING = 1e-100;
/** Shares of the range that stay free above and below the line. */
const AIR = 0.06;

/** The axis that holds [low, high] with at most `most` ticks; from 0 where asked, or where 0 is near. */
export function valueAxis(
  low: number,
  high: number,
  {
    most,
    fromZero = false,
    range,
  }: { most: number; fromZero?: boolean; range?: readonly [number, number] | undefined },
): ValueAxis {
  if (range) return axisOf(range[0], range[1], most);
  if (!Number.isFinite(low) || !Number.isFinite(high)) return valueAxis(0, 1, { most, fromZero });
  const fromNought = low >= 0 && (fromZero || low <= high * 0.5);
  let [from, to] = fromNought ? [0, high] : [low, high];
  if (to - from <= SAME * Math.max(Math.abs(from), Math.abs(to), NOTHING)) {
    const room = Math.abs(from) > NOTHING ? Math.abs(from) * 0.05 : 1;
    // A machine that made nothing made no less than that.
    [from, to] = low === 0 ? [0, Math.max(to, room)] : [from - room, to + room];
  }
  const air = (to - from) * AIR;
  to += air;
  if (!fromNought) from -= air;
  return axisOf(from, to, most);
}

/** Round ticks from one end to the other. */
function axisOf(from: number, to: number, most: number): ValueAxis {
  const rough = (to - from) / Math.max(1, most);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * (ROUND.find((each) => each * power >= rough * (1 - 1e-9)) ?? 10);
  const ticks: number[] = [];
  const first = Math.ceil(from / step - 1e-9);
  const last = Math.floor(to / step + 1e-9);
  for (let index = first; index <= last && ticks.length <= 50; index++)
    ticks.push(index * step + 0);
  const decimals = Math.min(9, Math.max(0, -Math.floor(Math.log10(step) + 1e-9)));
  const needsMore = (step / 10 ** -decimals) % 1 > 1e-6 ? 1 : 0;
  return { low: from, high: to, ticks, decimals: decimals + needsMore };
}
