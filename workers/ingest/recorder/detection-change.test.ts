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
import type { ManifestStore } from "./manifest-store.ts";
import { nodeStorage } from "./testing/node-storage.ts";
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
  const detection = new Detection({
    storage,
    store: memoryStore(),
    manifest: {} as ManifestStore,
    // No hour is sealed, so no day waits to be summed up.
    memory: { sealed: { within: () => [] } } as unknown as MachineMemory,
    now: () => now,
    rest: () => Promise.resolve(),
    unreadable: {} as UnreadableObjects,
  });
  let version = 0;
  const judge = (rules: DetectionRules) => {
    now += 60_000;
    const samplers = [{ id: 1, keys: [], mappings: {}, detection: rules }];
    detection.configure({ version: ++version, samplers } as unknown as RecorderConfig, true);
  };
  judge(allWith());
  const values = Float64Array.from({ length: SAMPLES }, (_, n) => n % 100);
  const day = {
    total: SAMPLES,
    rises: 500,
    falls: 500,
    summary: encodeSummary(summarizeDay(values)),
  };
  const store = new DetectionStore(storage);
  store.writeDay(DAY - DAY_MS, 1, new Map(Object.keys(allWith()).map((metric) => [metric, day])));
  await detection.findBounds(DAY);
  const held = () => detection.steps(now, now + 1)[0]!;
  return { storage, detection, judge, held, starts: () => new DetectionStore(storage).starts };
}

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
