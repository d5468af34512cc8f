/** How long samples stay goes by the service tier that the machine has now, whichever it had when they came. */
import { expect, it } from "vitest";
import { DAY_MS, HOUR_MS } from "#app/domain/durations.ts";
import { recorderBench } from "./testing/recorder-bench.ts";

const START = Date.UTC(2025, 0, 1);
const KEPT = {
  default: { rawDays: 5, minuteDays: 60 },
  "Tier 4": { rawDays: 50, minuteDays: 60 },
};

it("a tier that is raised keeps samples from then on, and one that is lowered lets them go", async () => {
  const bench = recorderBench(START, KEPT);
  const setTier = (tier: string | null) => {
    const config = bench.recorder().config!;
    bench.recorder().configure({ ...config, version: config.version + 1, tier });
  };
  const pass = async (days: number) => {
    for (let day = 0; day < days; day++) {
      bench.advance(DAY_MS);
      await bench.settle();
      await bench.post([{ times: [bench.nowMs()], tags: { temp: [day] } }]);
    }
  };
  /** Asked by a late sample, which begins its day's time anew: of each day once. */
  const isKept = async (day: number) => {
    const times = [START + day * DAY_MS + HOUR_MS];
    const answer = await bench.post([{ times, tags: { temp: [1] } }]);
    return answer.status === "stored" && answer.accepted === 1;
  };
  await pass(1);
  setTier("Tier 4");
  await pass(20);
  expect(await isKept(2)).toBe(true);
  setTier(null);
  await pass(1);
  expect([await isKept(8), await isKept(19)]).toEqual([false, true]);
  setTier("Tier 4");
  await pass(20);
  expect(await isKept(20)).toBe(true);
});
