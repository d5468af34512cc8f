/**
 * A fleet is worked through in slices of bounded size, one a run, so that no run grows with the fleet; a larger fleet is
 * only worked through less often.
 */
const RUN_MS = 5 * 60_000;

/** Of machines (any ids), those whose turn it is: at most about `perRun`, each once in `everyRuns` runs or, of a large fleet, in as many as it takes. */
export function sliceOf<T extends { id: number }>(
  machines: readonly T[],
  now: number,
  perRun: number,
  everyRuns: number,
): T[] {
  const slices = slicesOf(machines.length, perRun);
  const turn = Math.floor(now / RUN_MS) % Math.max(everyRuns, slices);
  const sorted = [...machines].sort((a, b) => a.id - b.id);
  return sorted.filter((_, index) => index % slices === turn);
}

/** Between two turns of a machine, of so many. */
export const turnEveryMs = (machines: number, perRun: number, everyRuns: number): number =>
  RUN_MS * Math.max(everyRuns, slicesOf(machines, perRun));

const slicesOf = (machines: number, perRun: number): number =>
  Math.max(1, Math.ceil(machines / perRun));
