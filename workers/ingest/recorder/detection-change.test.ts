/** What a change of one mapping costs and moves where a sampler has many: only what changed is found anew. */
import { expect, it } from "vitest";
import type { MachineMemory } from "#app/domain/series/machine-memory.ts";
import type { RecorderConfig } from "#app/domain/series/recorder-port.ts";
import type { DetectionRules } from "#app/domain/detection/rules.ts";
import { encodeSummary, summarizeDay } from "#app/domain/detection/threshold.ts";
import { DAY_MS, HOUR_MS } from "#app/domain/durations.ts";
import { memoryStore } from "#app/storage/object-store.ts";
import { Detection } from "./detection.ts";
import { DetectionStore } from "./detection-store.ts";
import { FOUND_A_PIECE } from "./limits.ts";
import type { ManifestStore } from "./manifest-store.ts";
import { nodeStorage } from "./testing/node-storage.ts";
import { recorderBench } from "./testing/recorder-bench.ts";
import type { UnreadableObjects } from "./unreadable-objects.ts";

const DAY = Date.UTC(2026, 2, 5);
const TAGS = 200;
const SAMPLES = 1_200;
const rule = (lower: number) => ({ threshold: { lower, upper: 99 }, uts: false });
const allWith = (change: DetectionRules = {}): DetectionRules => ({
  ...Object.fromEntries(Array.from({ length: TAGS }, (_, n) => [`tag_${n}`, rule(1)])),
  ...change,
});

/** 200 tags with a day of which the bounds are found already. */
async function learned() {
  const storage = nodeStorage();
  let now = DAY + 12 * HOUR_MS;
  let rests = 0;
  const wake = () =>
    new Detection({
      storage,
      store: memoryStore(),
      manifest: {} as ManifestStore,
      // No hour is sealed, so no day waits to be summed up.
      memory: { sealed: { within: () => [] } } as unknown as MachineMemory,
      now: () => now,
      yieldToEvents: () => {
        rests++;
        return Promise.resolve();
      },
      unreadable: {} as UnreadableObjects,
    });
  let detection = wake();
  let version = 0;
  const restart = (rules: DetectionRules) => {
    detection = wake();
    detection.configure(configOf(version, rules), false);
  };
  const judge = (rules: DetectionRules) => {
    now += 60_000;
    detection.configure(configOf(++version, rules), true);
  };
  judge(allWith());
  const day = aDay();
  const store = new DetectionStore(storage);
  store.writeDay(DAY - DAY_MS, 1, new Map(Object.keys(allWith()).map((metric) => [metric, day])));
  await detection.findBounds(DAY);
  const held = () => detection.steps(now, now + 1)[0]!;
  return {
    storage,
    judge,
    held,
    restart,
    isChanging: () => detection.isChanging,
    findChanged: () => detection.findChanged(),
    rests: () => rests,
    starts: () => new DetectionStore(storage).starts,
  };
}

function aDay() {
  const values = Float64Array.from({ length: SAMPLES }, (_, n) => n % 100);
  const summary = encodeSummary(summarizeDay(values));
  return { total: SAMPLES, rises: 500, falls: 500, summary };
}

const configOf = (version: number, rules: DetectionRules) => {
  const samplers = [{ id: 1, keys: [], mappings: {}, detection: rules }];
  return { version, samplers } as unknown as RecorderConfig;
};

it("moves the bounds of the tag whose percentile changed, and of no other", async () => {
  const { judge, held } = await learned();
  expect(held().bounds.size).toBe(TAGS);
  expect(held().bounds.get("tag_7")!.lower).toBeCloseTo(0.99, 9);
  const others = (bounds: ReadonlyMap<string, unknown>) =>
    [...bounds].filter(([metric]) => metric !== "tag_7");
  const before = others(held().bounds);
  judge(allWith({ tag_7: rule(25) }));
  expect(held().bounds.get("tag_7")!.lower).toBeGreaterThan(20);
  expect(others(held().bounds)).toEqual(before);
  judge(allWith({ tag_7: { threshold: null, uts: false } }));
  expect(held().bounds.has("tag_7")).toBe(false);
  expect(held().bounds.size).toBe(TAGS - 1);
});

it("reads what was learned of that tag only", async () => {
  const { storage, judge } = await learned();
  judge(allWith({ tag_7: rule(20) }));
  const before = storage.counts().rowsRead;
  judge(allWith({ tag_7: rule(25) }));
  expect(storage.counts().rowsRead - before).toBeLessThan(20);
});

it("is no step where nothing that is judged moves", async () => {
  const { judge, starts } = await learned();
  const before = starts();
  judge(allWith({ tag_of_which_nothing_is_known: rule(1) }));
  expect(starts()).toEqual(before);
  judge(allWith({ tag_7: rule(25) }));
  expect(starts()).toHaveLength(before.length + 1);
  judge(allWith({ tag_7: { ...rule(25), uts: true } }));
  expect(starts()).toHaveLength(before.length + 2);
});

const allAt = (lower: number): DetectionRules =>
  Object.fromEntries(Object.keys(allWith()).map((metric) => [metric, rule(lower)]));

it("reads nothing of what was learned while the percentiles of many are told", async () => {
  const { storage, judge, held, isChanging } = await learned();
  const before = held();
  const { rowsRead } = storage.counts();
  judge(allAt(25));
  expect(storage.counts().rowsRead - rowsRead).toBe(0);
  expect(isChanging()).toBe(true);
  // Until theirs are found they are judged by what held.
  expect(held()).toBe(before);
});

it("finds the bounds of many in pieces, lets others have a turn after each, and tells them as one step", async () => {
  const { storage, judge, held, starts, isChanging, findChanged, rests } = await learned();
  judge(allAt(25));
  const begun = starts().length;
  let pieces = 0;
  for (; isChanging() && pieces < TAGS; pieces++) {
    const [{ rowsRead }, rested] = [storage.counts(), rests()];
    await findChanged();
    // Of each metric what is known in sum, and a day's summary.
    expect(storage.counts().rowsRead - rowsRead).toBeLessThanOrEqual(2 * FOUND_A_PIECE);
    expect(rests() - rested).toBe(FOUND_A_PIECE);
  }
  expect(pieces).toBe(TAGS / FOUND_A_PIECE);
  expect(starts()).toHaveLength(begun + 1);
  for (const { lower } of held().bounds.values()) expect(lower).toBeGreaterThan(20);
  expect(held().bounds.size).toBe(TAGS);
});

it("goes on with the bounds of many after a restart", async () => {
  const { judge, held, restart, isChanging, findChanged } = await learned();
  judge(allAt(25));
  await findChanged();
  restart(allAt(25));
  for (let piece = 0; isChanging() && piece < TAGS; piece++) await findChanged();
  expect([...held().bounds.values()].filter(({ lower }) => lower! > 20)).toHaveLength(TAGS);
});

it("judges by the last of several changes, also where one comes between pieces", async () => {
  const { judge, held, isChanging, findChanged } = await learned();
  judge(allAt(25));
  await findChanged();
  const last = {
    ...allAt(25),
    tag_0: rule(40),
    tag_1: { threshold: null, uts: false },
    tag_199: rule(45),
  };
  judge(last);
  // Few are found at once.
  expect(held().bounds.get("tag_0")!.lower).toBeGreaterThan(35);
  for (let piece = 0; isChanging() && piece < TAGS; piece++) await findChanged();
  expect(held().bounds.get("tag_0")!.lower).toBeGreaterThan(35);
  expect(held().bounds.has("tag_1")).toBe(false);
  expect(held().bounds.get("tag_199")!.lower).toBeGreaterThan(40);
  expect(held().bounds.get("tag_2")!.lower).toBeCloseTo(24.75, 1);
  judge(allAt(10));
  await findChanged();
  judge(allAt(30));
  for (let piece = 0; isChanging() && piece < TAGS; piece++) await findChanged();
  expect([...held().bounds.values()].every(({ lower }) => lower! > 28)).toBe(true);
});

it("is done by upkeep once many are told, on a whole recorder", async () => {
  const bench = recorderBench(DAY + 12 * HOUR_MS);
  bench.judge(allAt(1));
  const store = new DetectionStore(bench.storage);
  store.writeDay(DAY - DAY_MS, 1, new Map(Object.keys(allWith()).map((name) => [name, aDay()])));
  bench.advance(60_000);
  bench.judge(allAt(25));
  expect(bench.recorder().upkeep.nextDueMs).toBe(-Infinity);
  await bench.settle();
  const now = bench.nowMs();
  const [held] = new DetectionStore(bench.storage).steps(now, now + 1);
  expect([...held!.bounds.values()].filter(({ lower }) => lower! > 20)).toHaveLength(TAGS);
});
