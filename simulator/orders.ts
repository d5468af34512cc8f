import type { MachineKind } from "./machine-kind.ts";
import type { Profile } from "./profiles.ts";
import type { Random } from "./random.ts";

/** One lot of boxes: what the order system says and what the crew sets the machine to. */
export type Order = {
  number: string;
  dieNumber: string;
  flute: string;
  boardThicknessIn: number;
  /** Corrugator slit width (across) and cut length (along) of the blank. */
  slitWidthIn: number;
  cutLengthIn: number;
  sheetSizeFt2: number;
  quantity: number;
  rpm: number;
  /** Print units in use, 1 to 4 of them. */
  colours: number;
  inkStrokesPerMinute: number;
  impressionIn: number;
  compensation: number;
  /** The anvil is ground during this set-up. */
  grinds: boolean;
};

/** Caliper of the board, inches. */
const FLUTES = [
  ["C", 0.157],
  ["B", 0.118],
  ["E", 0.063],
  ["BC", 0.27],
  ["EB", 0.181],
  ["C", 0.155],
  ["B", 0.12],
] as const;

const round = (value: number, decimals: number): number => Number(value.toFixed(decimals));
/** Tapes read in sixteenths. */
const sixteenth = (value: number): number => Math.round(value * 16) / 16;

/** `sequence` is a whole number that grows over the weeks, so order numbers do too. */
export function planOrder(
  kind: MachineKind,
  random: Random,
  sequence: number,
  { speed, order }: Profile,
): Order {
  const [flute, caliper] = random.pick(FLUTES);
  const slitWidthIn = sixteenth(random.between(...kind.widthIn));
  const cutLengthIn = sixteenth(random.between(...kind.lengthIn));
  const [slowest, fastest] = kind.rpm;
  const rpm = Math.round(slowest + (fastest - slowest) * random.between(...speed));
  return {
    number: String(4_000_000 + sequence),
    dieNumber: `D-${random.whole(2100, 6899)}`,
    flute,
    boardThicknessIn: round(caliper + random.between(-0.002, 0.002), 3),
    slitWidthIn,
    cutLengthIn,
    sheetSizeFt2: round((slitWidthIn * cutLengthIn) / 144, 2),
    quantity: Math.max(250, Math.round((rpm * random.between(...order)) / 50) * 50),
    rpm,
    colours: random.pick([1, 2, 2, 3, 3, 4]),
    inkStrokesPerMinute: random.whole(14, 26),
    impressionIn: round(random.between(0.045, 0.085), 3),
    compensation: round(random.whole(-4, 4) * 0.005, 3),
    grinds: random.chance(0.25),
  };
}
