/**
 * Levels of a tag whose machine state is not told: a motor's current that is near 4, 24 or 38 ampere and never between.
 * At first its values are grouped; when a few narrow groups hold nearly all of them, each is taken for a state of its
 * own, so that 30 is rare although the mean is near it. A level that came once, such as after a shift, is none.
 *
 * Groups stand in the slots of machine states (1 to SLOTS − 1), which nothing else uses meanwhile: `level` is a group's
 * middle and `spread` its mean deviation, both in x (the value in the tag's own unit), `count` how many values it has,
 * `changes` how often the tag came to it from another group. Each sample costs one pass over the slots.
 */
import { AT_SLOTS, D, forgetModel, SLOT, SLOT_SIZE, SLOTS, type UtsState } from "./uts-state.ts";

/** Samples after which the usual step between two values, which moves by 2 % a sample, is known well enough. */
const [STEP_ROWS, STEP_RATE] = [100, 1.02];
/** A group reaches so many usual steps to each side of its middle, which follows its last 500 values. */
const [REACH_STEPS, GROUP_MEMORY] = [8, 500];
/** A level has this share of the values and was left and come back to; all levels have nearly every value. */
const [LEAST_SHARE, LEAST_ENTRIES, HELD_SHARE] = [0.05, 3, 0.97];
/** Two levels lie at least so many times the widest one's mean deviation apart. */
const APART = 6;
/**
 * They are looked for 1,200 values after the first change, and again after 2,400 and 4,800 if the last look came within
 * four warm-ups; then no more.
 */
const [FIRST_LOOK, MOST_WARM_UPS] = [1_200, 4];

const placeOf = (slot: number): number => AT_SLOTS + slot * SLOT_SIZE;

/**
 * Takes a value without a state: `x` and its change since the last, `warmUp` samples to a warm-up. When levels are found,
 * the model begins anew with them.
 */
export function lookForLevels(state: UtsState, x: number, change: number, warmUp: number): void {
  const { d, f } = state;
  if (d[D.levels] !== 0 || d[D.levelsAt]! < 0) return;
  if (d[D.levelsAt] === 0) d[D.levelsAt] = FIRST_LOOK;
  group(state, x, change);
  if (d[D.taken]! < d[D.levelsAt]!) return;
  const found = findLevels(state);
  if (found.length > 0) keep(state, found);
  else if (d[D.levelsAt]! < MOST_WARM_UPS * warmUp) d[D.levelsAt]! *= 2;
  else {
    d[D.levelsAt] = -1;
    f.fill(0, placeOf(1), placeOf(SLOTS));
  }
}

/** From the first state that is told, levels are not guessed; a model that went by them begins anew. */
export function trustStates(state: UtsState): void {
  const { d, f } = state;
  if (d[D.levelsAt]! < 0 && d[D.levels] === 0) return;
  if (d[D.levels] !== 0) forgetModel(state);
  else f.fill(0, placeOf(1), placeOf(SLOTS));
  d[D.levels] = 0;
  d[D.levelsAt] = -1;
}

/** The slot (1 or more) of the level that is nearest to x; 0 for a tag without levels. */
export function levelOf({ d, f }: UtsState, x: number): number {
  let [nearest, distance] = [0, Infinity];
  for (let slot = 1; slot <= d[D.levels]!; slot++) {
    const off = Math.abs(x - f[placeOf(slot) + SLOT.level]!);
    if (off < distance) [nearest, distance] = [slot, off];
  }
  return nearest;
}

/** Puts a value into the nearest group; one that none reaches begins a group in place of the one that holds the fewest. */
function group({ d, f }: UtsState, x: number, change: number): void {
  const size = Math.abs(change);
  const step = d[D.usualChange]!;
  if (size > 0)
    d[D.usualChange] = step === 0 ? size : size > step ? step * STEP_RATE : step / STEP_RATE;
  if (d[D.usualChange] === 0) return;
  d[D.taken]! += 1;
  if (d[D.taken]! < STEP_ROWS) return;
  let [slot, distance, fewest] = [0, Infinity, 1];
  for (let each = 1; each < SLOTS; each++) {
    const at = placeOf(each);
    if (f[at + SLOT.count]! < f[placeOf(fewest) + SLOT.count]!) fewest = each;
    if (f[at + SLOT.count] === 0) continue;
    const off = Math.abs(x - f[at + SLOT.level]!);
    if (off < distance) [slot, distance] = [each, off];
  }
  if (distance > REACH_STEPS * d[D.usualChange]!) {
    slot = fewest;
    f.fill(0, placeOf(slot), placeOf(slot + 1));
    f[placeOf(slot) + SLOT.level] = x;
  }
  const at = placeOf(slot);
  const count = Math.min((f[at + SLOT.count]! += 1), GROUP_MEMORY);
  f[at + SLOT.level]! += (x - f[at + SLOT.level]!) / count;
  f[at + SLOT.spread]! += (Math.abs(x - f[at + SLOT.level]!) - f[at + SLOT.spread]!) / count;
  if (slot === d[D.lastGroup]) return;
  d[D.lastGroup] = slot;
  f[at + SLOT.changes]! += 1;
}

type Level = { level: number; spread: number };

/** The levels, lowest first; none unless several hold nearly all values and lie well apart. */
function findLevels({ d, f }: UtsState): Level[] {
  const grouped = d[D.taken]! - STEP_ROWS + 1;
  const found: Level[] = [];
  let [held, widest] = [0, 0];
  for (let slot = 1; slot < SLOTS; slot++) {
    const at = placeOf(slot);
    const count = f[at + SLOT.count]!;
    if (count < LEAST_SHARE * grouped || f[at + SLOT.changes]! < LEAST_ENTRIES) continue;
    held += count;
    widest = Math.max(widest, f[at + SLOT.spread]!);
    found.push({ level: f[at + SLOT.level]!, spread: f[at + SLOT.spread]! });
  }
  if (found.length < 2 || held < HELD_SHARE * grouped) return [];
  found.sort((a, b) => a.level - b.level);
  const areApart = found.every(
    ({ level }, at) => at === 0 || level - found[at - 1]!.level >= APART * widest,
  );
  return areApart ? found : [];
}

/** From now on the tag is judged by these levels; how far it strays from each is learned anew. */
function keep(state: UtsState, levels: readonly Level[]): void {
  const { d, f } = state;
  forgetModel(state);
  levels.forEach(({ level, spread }, index) => {
    const at = placeOf(index + 1);
    f[at + SLOT.level] = level;
    f[at + SLOT.spread] = spread;
    f[at + SLOT.count] = 1;
  });
  d[D.levels] = levels.length;
}
