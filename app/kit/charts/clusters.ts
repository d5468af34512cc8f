/** Marks that would overlap become one. */
export type Cluster<Mark> = { x: number; marks: Mark[] };

/** Pixels between the middles of two marks that can still be told apart and hit. */
export const MARK_GAP_PX = 24;
const MOST_COUNTED = 9;

/** Marks by their x, ascending, gathered from the left: a cluster stands where its first mark is, so that none overlap. */
export function clusterMarks<Mark extends { timeMs: number }>(
  marks: readonly Mark[],
  toX: (timeMs: number) => number,
  gapPx = MARK_GAP_PX,
): Cluster<Mark>[] {
  const clusters: Cluster<Mark>[] = [];
  for (const mark of [...marks].sort((a, b) => a.timeMs - b.timeMs)) {
    const x = toX(mark.timeMs);
    const last = clusters.at(-1);
    if (last !== undefined && x - last.x < gapPx) last.marks.push(mark);
    else clusters.push({ x, marks: [mark] });
  }
  return clusters;
}

/** "9+" from 10 on. */
export const countText = (count: number): string =>
  count > MOST_COUNTED ? `${MOST_COUNTED}+` : String(count);
