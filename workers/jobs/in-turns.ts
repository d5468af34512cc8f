/**
 * What a job does for many machines. On one machine D1, R2 and recorders answer within the process itself: a chain of such
 * answers keeps it from looking at what came over the network, unless it rests now and then.
 */
import type { Pieces } from "#app/domain/pieces.ts";

const MAX_REST_MS = 200;

/** Works on `limit` items at a time, and rests after these for as long as they took. After a failure nothing is begun. */
export async function inTurns<Item>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < items.length; from += limit)
    await inTurn(() => Promise.all(items.slice(from, from + limit).map(work)));
}

/** Rests when the work is done, for as long as it took, whatever came of it. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const beganMs = Date.now();
  try {
    return await work();
  } finally {
    const tookMs = Date.now() - beganMs;
    await new Promise((resolve) => setTimeout(resolve, Math.min(tookMs, MAX_REST_MS)));
  }
}

/** Rests after each piece of the work. */
export async function inPieces<T>(work: Pieces<T>): Promise<T> {
  for (;;) {
    const piece = await inTurn(async () => work.next());
    if (piece.done) return piece.value;
  }
}
