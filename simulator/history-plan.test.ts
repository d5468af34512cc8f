import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { HistoryPlan, type Chunk } from "./history-plan.ts";
import { HOUR_MS, DAY_MS } from "#app/domain/durations.ts";
const NOW = Date.UTC(2025, 10, 21, 2, 37, 12);

let dir: string;
beforeEach(() => (dir = mkdtempSync(join(tmpdir(), "helios-history-"))));
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const takeAll = (plan: HistoryPlan): Chunk[] => {
  const chunks: Chunk[] = [];
  for (let chunk = plan.next(); chunk; chunk = plan.next()) {
    chunks.push(chunk);
    plan.settle(chunk, 1);
  }
  return chunks;
};

test("takes the last hours first, then the days before in their order, without hole or overlap", () => {
  const plan = new HistoryPlan(dir);
  plan.begin(NOW, 3 * DAY_MS);
  const [recent, ...older] = takeAll(plan);
  expect(recent).toEqual({ fromMs: Date.UTC(2025, 10, 20, 19), toMs: NOW });
  expect(older[0]!.fromMs).toBe(Date.UTC(2025, 10, 18, 2));
  for (const [index, chunk] of older.entries())
    expect(chunk.toMs).toBe((older[index + 1] ?? recent!).fromMs);
  expect(plan.doneMs).toBe(plan.totalMs);
});

test("goes on where a kill left it, and never begins anew", () => {
  const plan = new HistoryPlan(dir);
  plan.begin(NOW, DAY_MS);
  const first = plan.next()!;
  plan.settle(first, 11_000);
  const after = new HistoryPlan(dir);
  after.begin(NOW + HOUR_MS, DAY_MS);
  expect(after.samples).toBe(11_000);
  expect(takeAll(after).map(({ fromMs }) => fromMs)).not.toContain(first.fromMs);
  const done = new HistoryPlan(dir);
  done.begin(NOW + DAY_MS, DAY_MS);
  expect(done.next()).toBeNull();
});

test("fills a gap first, however long the pause at most a first history long", () => {
  const plan = new HistoryPlan(dir);
  plan.begin(NOW, DAY_MS);
  plan.addGap(NOW, NOW + HOUR_MS, DAY_MS);
  expect(plan.next()).toEqual({ fromMs: NOW, toMs: NOW + HOUR_MS });
  takeAll(plan);
  plan.addGap(NOW + HOUR_MS, NOW + 40 * DAY_MS, DAY_MS);
  expect(plan.totalMs).toBe(DAY_MS);
  expect(takeAll(plan).at(-1)!.toMs).toBe(NOW + 40 * DAY_MS);
});

test("no history when none is wanted", () => {
  const plan = new HistoryPlan(dir);
  plan.begin(NOW, 0);
  expect(plan.next()).toBeNull();
});
