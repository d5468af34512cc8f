/**
 * The states the machine went through, by day, in the recorder's SQLite, with the CRC-32 of each day and of its last state;
 * an older release kept none. Which days there are and how large each is stays in memory, and so do the days that are asked
 * for most: every chart asks for the states of its range.
 */
import { dayOf } from "#app/domain/series/levels.ts";
import { packStates, unpackStates, type KeptState } from "#app/domain/series/state-changes.ts";
import { ByteLru } from "#app/storage/byte-lru.ts";
import { reading, SegmentDamagedError, verify } from "#app/storage/damage.ts";
import type { RecorderStorage } from "./log-store.ts";
import { HOUR_MS } from "#app/domain/durations.ts";
import { crc32 } from "node:zlib";

/** Some ten thousand states: a recorder shares its isolate with others. */
const KEPT_BYTES = 512 * 1024;
/** Of a state in memory; packed it has four. */
const STATE_BYTES = 48;
const PACKED_BYTES = 4;

type Day = { day: number; bytes: number };

export class StateTimeline {
  readonly #sql: RecorderStorage["sql"];
  readonly #unpacked = new ByteLru<KeptState[]>(KEPT_BYTES);
  /** Ascending; null while it must be read. */
  #days: Day[] | null = null;

  constructor({ sql }: RecorderStorage) {
    this.#sql = sql;
    sql.exec("CREATE TABLE IF NOT EXISTS states (day INTEGER PRIMARY KEY, states BLOB NOT NULL)");
    sql.exec(
      "CREATE TABLE IF NOT EXISTS state_sums (day INTEGER PRIMARY KEY, whole INTEGER NOT NULL, last INTEGER NOT NULL)",
    );
  }

  /**
   * The states of one hour in place of what was known of it. Part of a transaction: nothing written here is believed before
   * it is read again. A damaged day stays as it is, and is told to whoever asks for it: hours are sealed whatever it says.
   */
  write(hourMs: number, states: readonly KeptState[]): void {
    const day = dayOf(hourMs);
    const known = this.#readIntact(day);
    if (known === null) return;
    const others = known.filter(({ timeMs }) => timeMs < hourMs || timeMs >= hourMs + HOUR_MS);
    const all = [...others, ...states].sort((a, b) => a.timeMs - b.timeMs);
    if (all.length > 0) {
      const packed = packStates(all, day);
      this.#sql.exec("INSERT OR REPLACE INTO states (day, states) VALUES (?, ?)", day, packed);
      this.#sql.exec(
        "INSERT OR REPLACE INTO state_sums (day, whole, last) VALUES (?, ?, ?)",
        day,
        crc32(packed),
        crc32(packed.subarray(-PACKED_BYTES)),
      );
    } else if (known.length > 0) {
      this.#sql.exec("DELETE FROM states WHERE day = ?", day);
      this.#sql.exec("DELETE FROM state_sums WHERE day = ?", day);
    }
    this.#unpacked.delete(String(day));
    this.#days = null;
  }

  /**
   * States of the days that [fromMs, toMs) touches, ascending; only each day's last one when there are more than `most`.
   * Throws SegmentDamagedError.
   */
  within(fromMs: number, toMs: number, most: number): { states: KeptState[]; isWhole: boolean } {
    const from = dayOf(fromMs);
    const days = this.#index().filter(({ day }) => day >= from && day < toMs);
    const count = days.reduce((sum, { bytes }) => sum + bytes / PACKED_BYTES, 0);
    if (count <= most) return { states: days.flatMap(({ day }) => this.#of(day)), isWhole: true };
    const states = this.#sql
      .exec<StateRow>(
        "SELECT day, substr(states, -4) AS states, last AS sum FROM states LEFT JOIN state_sums USING (day) WHERE day >= ? AND day < ? ORDER BY day",
        from,
        toMs,
      )
      .toArray()
      .flatMap(statesOf);
    return { states, isWhole: false };
  }

  /** The newest known day before the time, with its states; null when there is none. */
  before(timeMs: number): { day: number; states: KeptState[] } | null {
    const found = this.#index().findLast(({ day }) => day < timeMs);
    return found ? { day: found.day, states: this.#of(found.day) } : null;
  }

  #index(): Day[] {
    this.#days ??= this.#sql
      .exec<Day>("SELECT day, length(states) AS bytes FROM states ORDER BY day")
      .toArray();
    return this.#days;
  }

  #of(day: number): KeptState[] {
    const known = this.#unpacked.get(String(day));
    if (known) return known;
    const states = this.#read(day);
    this.#unpacked.set(String(day), states, states.length * STATE_BYTES);
    return states;
  }

  /** Null when the day is damaged. */
  #readIntact(day: number): KeptState[] | null {
    try {
      return this.#read(day);
    } catch (error) {
      if (error instanceof SegmentDamagedError) return null;
      throw error;
    }
  }

  #read(day: number): KeptState[] {
    const [row] = this.#sql
      .exec<StateRow>(
        "SELECT day, states, whole AS sum FROM states LEFT JOIN state_sums USING (day) WHERE day = ?",
        day,
      )
      .toArray();
    return row ? statesOf(row) : [];
  }
}

/** `sum` null: none was taken. */
type StateRow = { day: number; states: ArrayBuffer; sum: number | null };

function statesOf({ day, states, sum }: StateRow): KeptState[] {
  return reading(`states/${day}`, () => {
    verify("a day", new Uint8Array(states), sum);
    return unpackStates(states, day);
  });
}
