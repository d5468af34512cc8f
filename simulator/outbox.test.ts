import { appendFileSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { enforceBounds, Outbox, type StoredBatch } from "./outbox.ts";

let dir: string;
beforeEach(() => (dir = mkdtempSync(join(tmpdir(), "helios-outbox-"))));
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const batch = (untilMs: number, samples = 10): StoredBatch => ({
  id: `b-${untilMs}`,
  samples,
  untilMs,
  frames: `[{"times":[${untilMs}],"tags":{"a":[1]}}]`,
});
const fill = (outbox: Outbox, from: number, to: number) => {
  for (let untilMs = from; untilMs <= to; untilMs++) outbox.append(batch(untilMs));
};
const drain = (outbox: Outbox, most = 64): string[] => {
  const ids: string[] = [];
  for (let taken = outbox.take(most); taken; taken = outbox.take(most)) {
    ids.push(...taken.batches.map(({ id }) => id));
    outbox.settle(taken);
  }
  return ids;
};
const idsOf = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `b-${from + index}`);

test("gives batches back oldest first, over many files, and leaves none behind", () => {
  const outbox = new Outbox(dir);
  fill(outbox, 1, 200);
  expect(outbox.buffered).toBe(2000);
  expect(readdirSync(dir)).toHaveLength(4);
  expect(drain(outbox)).toEqual(idsOf(1, 200));
  expect([outbox.buffered, outbox.bytes, outbox.isEmpty, readdirSync(dir)]).toEqual([
    0,
    0,
    true,
    [],
  ]);
});

test("keeps everything over a kill, except what was settled with its whole file", () => {
  const outbox = new Outbox(dir);
  fill(outbox, 1, 130);
  outbox.settle(outbox.take(64)!);
  outbox.settle(outbox.take(3)!);
  const after = new Outbox(dir);
  expect(after.buffered).toBe(660);
  fill(after, 131, 140);
  expect(drain(after)).toEqual(idsOf(65, 140));
});

test("ignores a line that a kill cut short, and goes on behind it", () => {
  fill(new Outbox(dir), 1, 3);
  appendFileSync(join(dir, "1.log"), '10 4 b-4 [{"times":[4');
  const after = new Outbox(dir);
  expect(after.buffered).toBe(30);
  fill(after, 5, 5);
  expect(drain(new Outbox(dir))).toEqual(["b-1", "b-2", "b-3", "b-5"]);
});

test("batches that come while others are sent wait behind them", () => {
  const outbox = new Outbox(dir);
  fill(outbox, 1, 2);
  const taken = outbox.take(64)!;
  fill(outbox, 3, 4);
  expect(outbox.buffered).toBe(40);
  outbox.settle(taken);
  expect(drain(outbox)).toEqual(["b-3", "b-4"]);
});

test("a batch that was taken and not settled is taken again", () => {
  const outbox = new Outbox(dir);
  fill(outbox, 1, 2);
  outbox.take(64);
  outbox.release();
  expect(drain(outbox, 1)).toEqual(["b-1", "b-2"]);
});

test("gives up the fleet's oldest samples first when disk runs out, and counts them for ever", () => {
  const first = new Outbox(join(dir, "1"));
  const second = new Outbox(join(dir, "2"));
  fill(first, 1000, 1127);
  fill(second, 1, 128);
  const sizes = first.bytes + second.bytes;
  const dropped = enforceBounds([first, second], {
    maxBytes: sizes - 1,
    maxAgeMs: Infinity,
    nowMs: 0,
  });
  expect(dropped).toBe(640);
  expect([first.dropped, second.dropped, second.buffered]).toEqual([0, 640, 640]);
  expect(new Outbox(join(dir, "2")).dropped).toBe(640);
  expect(drain(second)).toEqual(idsOf(65, 128));
  expect(statSync(join(dir, "1")).isDirectory()).toBe(true);
});

test("gives up what is too old, but never what is being sent", () => {
  const outbox = new Outbox(dir);
  fill(outbox, 1, 128);
  const taken = outbox.take(64)!;
  expect(enforceBounds([outbox], { maxBytes: Infinity, maxAgeMs: 1000, nowMs: 5000 })).toBe(640);
  outbox.settle(taken);
  expect([outbox.isEmpty, outbox.dropped]).toEqual([true, 640]);
});
