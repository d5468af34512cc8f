import { beforeAll, describe, expect, it } from "vitest";
import { openTestDb } from "#tests/factories/db.ts";
import { createPlant, NOW } from "#tests/factories/people.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { HOUR_MS, MINUTE_MS } from "#app/domain/durations.ts";
import type { SeriesReader } from "#app/storage/series-reader.ts";
import { newAlarm } from "./alarm.ts";
import { toTrialJson, trialInput, trialJson } from "./trial.ts";
import { tryAlarm } from "./try-alarm.server.ts";

type Series = Pick<SeriesReader, "steps" | "numbers" | "samplesFrom">;
const db = openTestDb();
let admin: Actor;
let user: Actor;
let stranger: Actor;
let deviceId: number;
const END = Math.floor(NOW / HOUR_MS + 1) * HOUR_MS;
const START = END - 720 * HOUR_MS;

/** A sample a minute: 9 in these hours, else 1. Samples before `keptFromMs` are gone, roll-ups are not. */
function plant(high: readonly number[], keptFromMs = -Infinity) {
  const asked: number[] = [];
  const valueAt = (hour: number) => (high.includes(hour) ? 9 : 1);
  const series = {
    steps: async ({
      startMs,
      endMs,
      buckets,
    }: {
      startMs: number;
      endMs: number;
      buckets: number;
    }) => {
      expect([startMs, endMs, buckets]).toEqual([START, END, 720]);
      const points = Array.from({ length: buckets }, (_, hour) => {
        const value = valueAt(hour);
        const point = { value, min: value, max: value, count: 60, adFlag: null };
        return { timeMs: START + hour * HOUR_MS, ...point };
      });
      return { points: { speed: points }, states: [] };
    },
    numbers: async ({ spans }: { spans: readonly (readonly [number, number])[] }) => {
      const times = spans.flatMap(([from, to]) => {
        const first = Math.max(from, keptFromMs, START);
        const count = Math.max(0, Math.ceil((to - first) / MINUTE_MS));
        return Array.from({ length: count }, (_, n) => first + n * MINUTE_MS);
      });
      asked.push(times.length);
      const values = times.map((time) => valueAt(Math.floor((time - START) / HOUR_MS)));
      const numbers = { times: Float64Array.from(times), values: Float64Array.from(values) };
      return { speed: numbers };
    },
    samplesFrom: async () => keptFromMs,
  } as unknown as Series;
  return { series, asked };
}
const asks = (more: object = {}) =>
  newAlarm.parse({
    name: "Tried",
    function: "value_threshold_for_time_period_in_state",
    arguments: { tag_name: "speed", period: 600_000, comp: ">", threshold: 8, ...more },
  });
const as = (actor: Actor, series: Series) => ({
  db: db(),
  now: NOW,
  actor,
  series,
});

beforeAll(async () => {
  ({ deviceId, admin, user, stranger } = await createPlant(db()));
});

describe("an alarm tried on the past", () => {
  it("says how often, how long and when, from few of the samples", async () => {
    const { series, asked } = plant([100, 101, 400]);
    const tried = await tryAlarm(as(admin, series), deviceId, asks());
    expect(tried).toMatchObject({ raised: 2, onMs: 160 * MINUTE_MS, fromMs: START, untilMs: END });
    // The hour after each stretch in the second round, and nothing that was read in the first.
    expect(asked).toEqual([2 * 15 + 3 * 60, 2 * 60]);
    const told = trialJson.parse(toTrialJson(tried));
    expect([told.raised, told.on_seconds, told.spans.length, told.points.length]).toEqual([
      2, 9_600, 2, 720,
    ]);
  });

  it("says nothing of a time whose samples are gone", async () => {
    const { series } = plant([100, 400], START + 300 * HOUR_MS);
    const tried = await tryAlarm(as(admin, series), deviceId, asks());
    expect(tried).toMatchObject({ raised: 1, fromMs: START + 300 * HOUR_MS, startMs: START });
  });

  it("is for those who define alarms, of their machines, and of what can be judged", async () => {
    const { series } = plant([]);
    await expect(tryAlarm(as(user, series), deviceId, asks())).rejects.toMatchObject({
      code: "forbidden",
    });
    await expect(tryAlarm(as(stranger, series), deviceId, asks())).rejects.toMatchObject({
      code: "not_found",
    });
    const refused = tryAlarm(as(admin, series), deviceId, asks({ threshold: undefined }));
    await expect(refused).rejects.toMatchObject({
      fields: { "arguments.threshold": [{ code: "required" }] },
    });
  });

  it("is about values or anomalies, and an anomaly alarm names a detection", async () => {
    const { series } = plant([]);
    const input = (kind: string, more: object = {}) => ({
      device_id: deviceId,
      function: kind,
      arguments: { tag_name: "speed", period: 600_000, ...more },
    });
    expect(trialInput.safeParse(input("no_data_for_time_period")).success).toBe(false);
    const without = trialInput.parse(input("anomalous_for_time_period"));
    await expect(tryAlarm(as(admin, series), deviceId, without)).rejects.toMatchObject({
      fields: { "arguments.uts_ad_enabled": [{ code: "detection_required" }] },
    });
    const chosen = trialInput.parse(input("anomalous_for_time_period", { uts_ad_enabled: true }));
    const tried = await tryAlarm(as(admin, series), deviceId, chosen);
    // Nothing judged it: that is told, and no number of times.
    expect(tried).toMatchObject({ raised: 0, fromMs: END, untilMs: END });
  });
});
