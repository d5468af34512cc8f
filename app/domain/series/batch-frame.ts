/** A part of a batch before it is bytes (batch.ts): columns over the same times, in Unix milliseconds; null where a tag has no value. */
export type BatchFrame = { times: ArrayLike<number>; tags: Record<string, ArrayLike<unknown>> };

/** With more columns than that, those of one tag become one: 50,000 frames of a sample each would name it as often. */
const MAX_COLUMNS = 5_000;

/** Of all frames together. */
export function isManyColumns(frames: readonly BatchFrame[]): boolean {
  let columns = 0;
  for (const { tags } of frames) for (const _ in tags) columns++;
  return frames.length > 1 && columns > MAX_COLUMNS;
}

/** A frame for each tag, its values in the order of their frames; where a frame has none of a tag, the tag has no time. */
export function gatherByTag(frames: readonly BatchFrame[]): BatchFrame[] {
  const byTag = new Map<string, { times: number[]; values: unknown[] }>();
  for (const { times, tags } of frames)
    for (const tag in tags) {
      const given = tags[tag] as ArrayLike<unknown>;
      let column = byTag.get(tag);
      if (!column) byTag.set(tag, (column = { times: [], values: [] }));
      for (let row = 0; row < times.length; row++) {
        if (given[row] === null || given[row] === undefined) continue;
        column.times.push(times[row] as number);
        column.values.push(given[row]);
      }
    }
  return [...byTag].map(([tag, { times, values }]) => ({
    times,
    tags: Object.fromEntries([[tag, values]]),
  }));
}
