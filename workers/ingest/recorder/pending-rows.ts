/** Log rows that are still needed, and the hours that need them. */
export class PendingRows {
  /** By row, how many hours need it. */
  readonly #hoursOf = new Map<number, number>();
  readonly #rowsOf = new Map<number, Set<number>>();

  note(row: number, hours: ReadonlySet<number>): void {
    this.#hoursOf.set(row, hours.size);
    for (const hourMs of hours) {
      const rows = this.#rowsOf.get(hourMs);
      if (rows) rows.add(row);
      else this.#rowsOf.set(hourMs, new Set([row]));
    }
  }

  /** Rows that are needed for these hours alone. */
  onlyOf(hours: readonly number[]): number[] {
    const asked = new Map<number, number>();
    for (const hourMs of hours)
      for (const row of this.#rowsOf.get(hourMs) ?? []) asked.set(row, (asked.get(row) ?? 0) + 1);
    return [...asked].flatMap(([row, count]) => (count === this.#hoursOf.get(row) ? [row] : []));
  }

  /** The hour needs no rows up to `seq` any more. */
  drop(hourMs: number, seq = Infinity): void {
    const rows = this.#rowsOf.get(hourMs);
    for (const row of rows ?? []) {
      if (row > seq) continue;
      rows?.delete(row);
      const left = (this.#hoursOf.get(row) ?? 0) - 1;
      if (left > 0) this.#hoursOf.set(row, left);
      else this.#hoursOf.delete(row);
    }
    if (rows?.size === 0) this.#rowsOf.delete(hourMs);
  }
}
