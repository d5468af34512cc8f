/**
 * What a hub must know after a hibernation: who its sessions are and which topics each socket joined.
 * One row per join and one per session; nothing is written while values flow.
 */
import type { Actor } from "#app/domain/access/types.ts";
import type { Ref } from "#app/domain/live/phoenix.ts";

export type StoredJoin = { socketId: number; topic: string; joinRef: Ref };

export class HubStore {
  readonly #storage: DurableObjectStorage;
  /** Tables exist only while there is something in them: a hub that was only asked leaves no trace. */
  #isOpen: boolean;
  /** Actors as they are stored, so that the hundredth socket of a session writes nothing. */
  readonly #saved = new Map<number, string>();

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
    this.#isOpen =
      [...storage.sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'joins'")].length > 0;
  }

  #exec(query: string, ...values: (string | number)[]): void {
    if (this.#isOpen) this.#storage.sql.exec(query, ...values);
  }

  #open(): void {
    if (this.#isOpen) return;
    this.#storage.sql
      .exec(`CREATE TABLE actors (session_id INTEGER PRIMARY KEY, actor TEXT NOT NULL) WITHOUT ROWID;
      CREATE TABLE joins (socket_id INTEGER NOT NULL, topic TEXT NOT NULL, join_ref TEXT NOT NULL, PRIMARY KEY (socket_id, topic)) WITHOUT ROWID;`);
    this.#isOpen = true;
  }

  actors(): Map<number, Actor> {
    if (!this.#isOpen) return new Map();
    const rows = this.#storage.sql.exec<{ session_id: number; actor: string }>(
      "SELECT session_id, actor FROM actors",
    );
    for (const row of rows) this.#saved.set(row.session_id, row.actor);
    return new Map([...this.#saved].map(([id, actor]) => [id, JSON.parse(actor) as Actor]));
  }

  saveActor(actor: Actor): void {
    const text = JSON.stringify(actor);
    if (this.#saved.get(actor.sessionId) === text) return;
    this.#open();
    this.#exec(
      "INSERT OR REPLACE INTO actors (session_id, actor) VALUES (?, ?)",
      actor.sessionId,
      text,
    );
    this.#saved.set(actor.sessionId, text);
  }

  dropActor(sessionId: number): void {
    this.#exec("DELETE FROM actors WHERE session_id = ?", sessionId);
    this.#saved.delete(sessionId);
  }

  joins(): StoredJoin[] {
    if (!this.#isOpen) return [];
    const rows = this.#storage.sql.exec<{ socket_id: number; topic: string; join_ref: string }>(
      "SELECT socket_id, topic, join_ref FROM joins",
    );
    return [...rows].map((row) => ({
      socketId: row.socket_id,
      topic: row.topic,
      joinRef: JSON.parse(row.join_ref) as Ref,
    }));
  }

  addJoin(socketId: number, topic: string, joinRef: Ref): void {
    this.#open();
    this.#exec(
      "INSERT OR REPLACE INTO joins (socket_id, topic, join_ref) VALUES (?, ?, ?)",
      socketId,
      topic,
      JSON.stringify(joinRef),
    );
  }

  removeJoin(socketId: number, topic: string): void {
    this.#exec("DELETE FROM joins WHERE socket_id = ? AND topic = ?", socketId, topic);
  }

  removeSocket(socketId: number): void {
    this.#exec("DELETE FROM joins WHERE socket_id = ?", socketId);
  }

  /** Back to nothing: an empty hub costs nothing. */
  async clear(): Promise<void> {
    this.#isOpen = false;
    this.#saved.clear();
    await this.#storage.deleteAll();
  }
}
