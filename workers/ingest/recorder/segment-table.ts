/**
 * Sealed hours in the recorder's SQLite, a row each (segment-rows.ts). Every change is made inside of the manifest's
 * transaction, and in memory once that is committed.
 */
import type { SealedHour, SealedHours } from "#app/domain/series/sealed-hours.ts";
import type { RecorderStorage } from "./log-store.ts";
import { toSegmentRow } from "./segment-rows.ts";

export class SegmentTable {
  readonly #sql: RecorderStorage["sql"];
  readonly #hours: SealedHours;
  readonly #afterCommit: (change: () => void) => void;
  /** Rows of the transaction, which memory does not know yet. */
  readonly #written = new Map<number, SealedHour>();

  constructor(
    { sql }: RecorderStorage,
    hours: SealedHours,
    afterCommit: (change: () => void) => void,
  ) {
    this.#sql = sql;
    this.#hours = hours;
    this.#afterCommit = afterCommit;
  }

  /** Memory knows what was committed; what was not is gone. */
  endTransaction(): void {
    this.#written.clear();
  }

  /** The hour lies in its segment from now on. */
  write(sealed: SealedHour): void {
    this.#afterCommit(() => this.#hours.set(sealed.segment.hourMs, sealed));
    this.#writeRow(sealed);
  }

  /** The hour lies in another object from now on. */
  move(hourMs: number, key: string): void {
    this.#afterCommit(() => {
      const hour = this.#hours.get(hourMs);
      if (hour) hour.segment = { ...hour.segment, key };
    });
    this.#changeRow(hourMs, (hour) => ({ ...hour, segment: { ...hour.segment, key } }));
  }

  /** The derived values of the sealed hour rest on something that changed. */
  markLate(hourMs: number): void {
    this.#afterCommit(() => this.#hours.markLate(hourMs));
    this.#changeRow(hourMs, (hour) => ({ ...hour, rederive: true }));
  }

  forget(hourMs: number): void {
    this.#afterCommit(() => this.#hours.delete(hourMs));
    this.#written.delete(hourMs);
    this.#sql.exec("DELETE FROM segments WHERE hour = ?", hourMs);
  }

  #writeRow(sealed: SealedHour): void {
    const row = toSegmentRow(sealed);
    const names = Object.keys(row);
    this.#sql.exec(
      `INSERT OR REPLACE INTO segments (${names.join()}) VALUES (${names.map(() => "?").join()})`,
      ...Object.values(row),
    );
    this.#written.set(row.hour, sealed);
  }

  /** The hour's row with a part of it changed. */
  #changeRow(hourMs: number, change: (sealed: SealedHour) => SealedHour): void {
    const sealed = this.#written.get(hourMs) ?? this.#hours.get(hourMs);
    if (sealed) this.#writeRow(change(sealed));
  }
}
