import { describe, expect, it } from "vitest";
import { LogStore } from "./log-store.ts";
import { nodeStorage } from "./testing/node-storage.ts";

const batch = (value: number) => ({
  samplerId: 1,
  receivedAtMs: 0,
  buffered: 0,
  dropped: 0,
  metrics: ["speed", null],
  startMs: 0,
  endMs: 1,
  batch: Uint8Array.of(value, value),
});
const read = (log: LogStore) => [...log.rows()].map(({ seq, batch: [value] }) => [seq, value]);

describe("the write-ahead log", () => {
  it("gives its batches back in the order of their writing, with their metrics", () => {
    const storage = nodeStorage();
    const log = new LogStore(storage);
    for (const value of [7, 8, 9]) log.append(batch(value));
    expect(log.bytes).toBe(6);
    const woken = new LogStore(storage);
    expect([...woken.rows()].map(({ seq, metrics }) => [seq, metrics])).toEqual(
      [1, 2, 3].map((seq) => [seq, ["speed", null]]),
    );
    expect(woken.bytes).toBe(6);
  });

  it("writes over rows that are needed no more, before and after a wake, and never uses a number again", () => {
    const storage = nodeStorage();
    const rowsStored = () =>
      storage.sql.exec<{ n: number }>("SELECT count(*) AS n FROM log").one().n;
    let log = new LogStore(storage);
    for (const value of [1, 2, 3, 4]) log.append(batch(value));
    log.forget([4, 1], 4);
    log.release([4, 1]);
    expect(log.append(batch(5))).toBe(5);
    expect(rowsStored()).toBe(4);

    log = new LogStore(storage);
    // 1 was written over; 4 stands behind what is needed, and who reads it sees that it is sealed.
    expect(read(log)).toEqual([
      [2, 2],
      [3, 3],
      [4, 4],
      [5, 5],
    ]);
    log.release([4]);
    expect(log.append(batch(6))).toBe(6);
    expect(rowsStored()).toBe(4);
    log.forget([2], 6);
    log.release([2]);

    log = new LogStore(storage);
    expect(read(log)).toEqual([
      [3, 3],
      [5, 5],
      [6, 6],
    ]);
    expect(log.bytes).toBe(6);
    // The place of 2, which lies below what is needed.
    expect(log.append(batch(7))).toBe(7);
    expect(rowsStored()).toBe(4);
  });

  it("keeps a batch that one row has no room for, and nothing of it once its place is another's", () => {
    const storage = nodeStorage();
    const large = new Uint8Array(4_000_000);
    for (let at = 24; at < large.length; at += 1_000) large[at] = at % 251;
    const pieces = () =>
      storage.sql.exec<{ n: number }>("SELECT count(*) AS n FROM log_pieces").one().n;
    let log = new LogStore(storage);
    log.append(batch(1));
    log.append({ ...batch(2), batch: large.slice() });
    expect(pieces()).toBe(2);

    log = new LogStore(storage);
    const [, woken] = [...log.rows()];
    expect([woken?.isIntact, woken?.batch.length]).toEqual([true, large.length]);
    // The checksum stands in its header.
    expect(Buffer.from(woken!.batch.subarray(24)).equals(large.subarray(24))).toBe(true);
    expect(log.bytes).toBe(large.length + 2);

    log.forget([2], 2);
    log.release([2]);
    log.append(batch(3));
    expect(pieces()).toBe(0);
    expect(read(new LogStore(storage))).toEqual([
      [1, 1],
      [3, 3],
    ]);
  });

  it("keeps nothing that a rolled back seal let go", () => {
    const storage = nodeStorage();
    const log = new LogStore(storage);
    log.append(batch(1));
    const failed = () =>
      storage.transactionSync(() => {
        log.forget([1], 1);
        throw new Error("no");
      });
    expect(failed).toThrow("no");
    log.append(batch(2));
    expect(read(new LogStore(storage))).toEqual([
      [1, 1],
      [2, 2],
    ]);
  });
});
