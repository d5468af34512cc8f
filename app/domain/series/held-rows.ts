import { newRoom, type Room } from "./doubles.ts";
import type { HeldMean } from "./held.ts";
import { ROW } from "./rollup.ts";
import type { SumParts } from "./decimal-sum.ts";

const FIELDS = [
  ROW.heldMs,
  ROW.area,
  ROW.areaLow,
  ROW.rest,
  ROW.restLow,
  ROW.min,
  ROW.max,
] as const;
const WIDTH = FIELDS.length;

/**
 * Of each bucket what one row says of its mean, as it stands in the row: most buckets have no second one, and an object for
 * each of millions would be garbage. There is room from the first row on.
 */
export class HeldRows {
  readonly #buckets: number;
  readonly #room: Room;
  #fields: Float64Array | null = null;
  readonly #area: SumParts = { sum: 0, sumLow: 0, rest: 0, restLow: 0 };

  constructor(buckets: number, room: Room = newRoom) {
    this.#buckets = buckets;
    this.#room = room;
  }

  has(index: number): boolean {
    return this.heldMs(index) !== 0;
  }

  /** 0 without a row. */
  heldMs(index: number): number {
    return this.#fields === null ? 0 : (this.#fields[index * WIDTH] as number);
  }

  /** Keeps the row that begins there, in which something held, for a bucket that has none. */
  put(index: number, rows: Float64Array, at: number): void {
    const fields = (this.#fields ??= this.#room(this.#buckets * WIDTH));
    for (let field = 0; field < WIDTH; field++)
      fields[index * WIDTH + field] = rows[at + (FIELDS[field] as number)] as number;
  }

  /** Adds the bucket's row to its mean. */
  addTo(mean: HeldMean, index: number): void {
    const fields = this.#fields as Float64Array;
    const at = index * WIDTH;
    const area = this.#area;
    area.sum = fields[at + 1] as number;
    area.sumLow = fields[at + 2] as number;
    area.rest = fields[at + 3] as number;
    area.restLow = fields[at + 4] as number;
    mean.addArea(fields[at] as number, area, fields[at + 5] as number, fields[at + 6] as number);
  }

  delete(index: number): void {
    if (this.#fields) this.#fields[index * WIDTH] = 0;
  }
}
