/**
 * What a channel must know after a loss of memory: its hubs, and up to where its numbers are taken.
 * Written when a hub comes or goes and once per SEQ_BLOCK events, never per event; a channel of alarms keeps those that it
 * told of as well, which change rarely.
 */
import { SEQ_BLOCK } from "#app/domain/live/metric-feed.ts";

export class ChannelStore {
  readonly #storage: DurableObjectStorage;
  #isOpen: boolean;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
    this.#isOpen =
      [...storage.sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'hubs'")].length > 0;
  }

  #open(): void {
    if (this.#isOpen) return;
    this.#storage.sql
      .exec(`CREATE TABLE hubs (name TEXT PRIMARY KEY, since INTEGER NOT NULL) WITHOUT ROWID;
      CREATE TABLE numbers (reserved INTEGER NOT NULL);
      INSERT INTO numbers VALUES (0);`);
    this.#isOpen = true;
  }

  /** Hub name to the number of its subscription. */
  hubs(): Map<string, number> {
    if (!this.#isOpen) return new Map();
    const rows = this.#storage.sql.exec<{ name: string; since: number }>(
      "SELECT name, since FROM hubs",
    );
    return new Map([...rows].map((row) => [row.name, row.since]));
  }

  saveHub(name: string, since: number): void {
    this.#open();
    this.#storage.sql.exec("INSERT OR REPLACE INTO hubs (name, since) VALUES (?, ?)", name, since);
  }

  removeHub(name: string): void {
    if (this.#isOpen) this.#storage.sql.exec("DELETE FROM hubs WHERE name = ?", name);
  }

  /** Every number up to this one may have been used. */
  reserved(): number {
    if (!this.#isOpen) return 0;
    return this.#storage.sql.exec<{ reserved: number }>("SELECT reserved FROM numbers").one()
      .reserved;
  }

  /** Takes the next block of numbers above `seq` and answers its end. */
  reserve(seq: number): number {
    this.#open();
    this.#storage.sql.exec("UPDATE numbers SET reserved = ?", seq + SEQ_BLOCK);
    return seq + SEQ_BLOCK;
  }

  /** The JSON text of the last `saveAlarms`. */
  alarms(): string | null {
    if (!this.#isOpen) return null;
    this.#openAlarms();
    const [row] = [...this.#storage.sql.exec<{ told: string }>("SELECT told FROM alarms")];
    return row?.told ?? null;
  }

  saveAlarms(told: string): void {
    this.#open();
    this.#openAlarms();
    this.#storage.sql.exec("INSERT OR REPLACE INTO alarms (id, told) VALUES (1, ?)", told);
  }

  #openAlarms(): void {
    this.#storage.sql.exec(
      "CREATE TABLE IF NOT EXISTS alarms (id INTEGER PRIMARY KEY, told TEXT NOT NULL)",
    );
  }

  async clear(): Promise<void> {
    this.#isOpen = false;
    await this.#storage.deleteAlarm();
    await this.#storage.deleteAll();
  }
}
