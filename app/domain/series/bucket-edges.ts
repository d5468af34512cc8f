/** Where the buckets of a grid begin, and which of them a time falls into. */
import { newRoom, type Room } from "./doubles.ts";
import { ceilTo, floorTo } from "./levels.ts";

/** `buckets` equal buckets over [startMs, endMs); whole milliseconds, not empty. */
export type BucketGrid = { startMs: number; endMs: number; buckets: number };

/** The bucket of a time inside the grid. Products stay below 2^53 for centuries of a hundred thousand buckets. */
export function bucketIndex({ startMs, endMs, buckets }: BucketGrid, timeMs: number): number {
  const scaled = (timeMs - startMs) * buckets;
  const range = endMs - startMs;
  return (scaled - (scaled % range)) / range;
}

/** The first whole millisecond of a bucket. */
export function bucketStartMs({ startMs, endMs, buckets }: BucketGrid, index: number): number {
  return startMs + Math.ceil((index * (endMs - startMs)) / buckets);
}

/** Buckets that begin where a unit of `snapMs` does, where that is not 0; the first begins with the range. */
export class Edges {
  readonly #grid: BucketGrid;
  readonly snapMs: number;
  readonly #room: Room;
  #all: Float64Array | null = null;

  constructor(grid: BucketGrid, snapMs: number, room: Room = newRoom) {
    this.#grid = grid;
    this.snapMs = snapMs;
    this.#room = room;
  }

  /** Where the bucket begins; for the number of buckets, where the range ends. */
  at(index: number): number {
    if (index >= this.#grid.buckets) return this.#grid.endMs;
    const startMs = bucketStartMs(this.#grid, index);
    return this.snapMs === 0 || index === 0 ? startMs : ceilTo(startMs, this.snapMs);
  }

  /** Where each bucket begins, and where the last one ends. */
  all(): Float64Array {
    if (this.#all) return this.#all;
    const edges = this.#room(this.#grid.buckets + 1);
    for (let index = 0; index < edges.length; index++) edges[index] = this.at(index);
    return (this.#all = edges);
  }

  /** The bucket of a time in the range. */
  indexOf(timeMs: number): number {
    if (this.snapMs === 0) return bucketIndex(this.#grid, timeMs);
    const unitMs = floorTo(timeMs, this.snapMs);
    return bucketIndex(this.#grid, Math.max(this.#grid.startMs, unitMs));
  }
}
