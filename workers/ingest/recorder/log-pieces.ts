/**
 * What of a batch its log row has no room for: a row of SQLite in workerd holds 2 MB, and a batch of texts unpacks to 8 MiB
 * (CONTRACT §3). The row has the first piece, this table the others, written in the same turn; they live as long as the row.
 */
type Sql = Pick<SqlStorage, "exec">;

/** Leaves room for what stands beside the batch. */
export const MAX_PIECE_BYTES = 1_500_000;

export class LogPieces {
  readonly #sql: Sql;
  /** Slots of rows with further pieces, which few have. */
  readonly #slots: Set<number>;

  constructor({ sql }: { sql: Sql }) {
    this.#sql = sql;
    sql.exec(
      "CREATE TABLE IF NOT EXISTS log_pieces (slot INTEGER NOT NULL, part INTEGER NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (slot, part))",
    );
    const rows = sql.exec<{ slot: number }>("SELECT DISTINCT slot FROM log_pieces").toArray();
    this.#slots = new Set(rows.map(({ slot }) => slot));
  }

  /** Takes the place of what the slot had; answers the piece that the row is to hold. */
  write(slot: number, batch: Uint8Array): Uint8Array {
    this.drop(slot);
    for (let part = 1; part * MAX_PIECE_BYTES < batch.length; part++) {
      this.#slots.add(slot);
      this.#sql.exec(
        "INSERT INTO log_pieces (slot, part, bytes) VALUES (?, ?, ?)",
        slot,
        part,
        batch.slice(part * MAX_PIECE_BYTES, (part + 1) * MAX_PIECE_BYTES),
      );
    }
    return batch.length > MAX_PIECE_BYTES ? batch.slice(0, MAX_PIECE_BYTES) : batch;
  }

  /** The whole batch; of one whose pieces are lost, what is left, which its checksum tells. */
  read(slot: number, first: ArrayBuffer): Uint8Array {
    if (!this.#slots.has(slot)) return new Uint8Array(first);
    const pieces = this.#sql
      .exec<{ bytes: ArrayBuffer }>(
        "SELECT bytes FROM log_pieces WHERE slot = ? ORDER BY part",
        slot,
      )
      .toArray()
      .map(({ bytes }) => bytes);
    const batch = new Uint8Array(
      [first, ...pieces].reduce((sum, each) => sum + each.byteLength, 0),
    );
    let at = 0;
    for (const piece of [first, ...pieces]) {
      batch.set(new Uint8Array(piece), at);
      at += piece.byteLength;
    }
    return batch;
  }

  drop(slot: number): void {
    if (this.#slots.delete(slot)) this.#sql.exec("DELETE FROM log_pieces WHERE slot = ?", slot);
  }
}
