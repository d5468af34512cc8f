/** Where a column of doubles comes from; there are zeros in it. */
export type Room = (length: number) => Float64Array;

export const newRoom: Room = (length) => new Float64Array(length);

/** Gives the memory of a column back at once, without waiting for the engine to find that nobody looks at it any more. Of a view of something larger it is not the column's own. */
export function letGo({ buffer, byteLength }: ArrayBufferView): void {
  const isWhole = byteLength > 0 && byteLength === buffer.byteLength;
  if (isWhole && buffer instanceof ArrayBuffer) buffer.transfer(0);
}

/** As many bytes stay for the next question. */
const KEPT_BYTES = 8 * 1024 * 1024;

/**
 * Columns that serve one question after another. The engine does not see that a column is garbage before it has tens of
 * megabytes of them, and a report asks for gigabytes.
 */
export class ReusedRoom {
  #free = new Map<number, Float64Array[]>();
  #taken: Float64Array[] = [];
  #bytes = 0;

  readonly take: Room = (length) => {
    const known = this.#free.get(length)?.pop()?.fill(0);
    const column = known ?? new Float64Array(length);
    if (!known) this.#bytes += column.byteLength;
    this.#taken.push(column);
    return column;
  };

  /** Nobody may look any more at what was taken. */
  release(): void {
    if (this.#bytes > KEPT_BYTES) {
      for (const column of [...this.#taken, ...[...this.#free.values()].flat()]) letGo(column);
      this.#free.clear();
      this.#bytes = 0;
    } else
      for (const column of this.#taken) {
        const alike = this.#free.get(column.length);
        if (alike) alike.push(column);
        else this.#free.set(column.length, [column]);
      }
    this.#taken = [];
  }
}
