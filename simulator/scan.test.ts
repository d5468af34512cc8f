import { describe, expect, test } from "vitest";
import { MAKES } from "#app/domain/access/types.ts";
import { METRICS, type MetricDefinition } from "#app/domain/metrics/registry.ts";
import { MACHINE_STATES } from "#app/domain/metrics/states.ts";
import { plantMappingsOf } from "#app/domain/samplers/default-mappings.ts";
import { encodeBatch } from "#app/domain/series/batch.ts";
import { makeModel } from "./fixtures/machines.ts";
import { PROFILE_NAMES } from "./profiles.ts";
import { HISTORY_GRID, liveGrid, scanSpan, type Frame } from "./scan.ts";
import { HOUR_MS } from "#app/domain/durations.ts";
const FRIDAY = Date.UTC(2025, 10, 21, 2);

const samplesOf = (frames: readonly Frame[]) =>
  new Map(
    frames.flatMap(({ times, tags }) =>
      Object.entries(tags).flatMap(([tag, values]) =>
        values.map((value, row) => [`${tag}|${times[row]}`, value] as const),
      ),
    ),
  );

const valuesByTag = (frames: readonly Frame[]) => {
  const values = new Map<string, unknown[]>();
  for (const frame of frames)
    for (const [tag, column] of Object.entries(frame.tags))
      values.set(tag, [...(values.get(tag) ?? []), ...column]);
  return values;
};

const fits = (metric: MetricDefinition, value: unknown): boolean => {
  if (metric.key === "machine_state") return (MACHINE_STATES as readonly unknown[]).includes(value);
  if (metric.type === "boolean") return typeof value === "boolean";
  if (metric.type === "passthrough") return typeof value === "string" && value.length > 0;
  if (metric.type === "encoded") return typeof value === "number" && value in metric.encoding!;
  return typeof value === "number" && Number.isFinite(value);
};

describe("what is sent", () => {
  const week = PROFILE_NAMES.map((profile) =>
    scanSpan(
      makeModel({ profile, serialNumber: `types-${profile}` }),
      FRIDAY,
      FRIDAY + 30 * HOUR_MS,
      HISTORY_GRID,
    ),
  );

  test("is every metric of the registry that Helios does not derive, each in its type", () => {
    const all = new Set(week.flatMap(({ frames }) => [...valuesByTag(frames).keys()]));
    for (const metric of METRICS) {
      expect(`${metric.key} ${all.has(metric.key)}`).toBe(`${metric.key} ${!metric.derived}`);
      for (const { frames } of week) {
        const wrong = (valuesByTag(frames).get(metric.key) ?? []).find(
          (value) => !fits(metric, value),
        );
        expect(`${metric.key} ${String(wrong)}`).toBe(`${metric.key} undefined`);
      }
    }
  });

  test("is taken whole by Helios' own batch encoder", () => {
    for (const { frames, samples } of week) {
      const encoded = encodeBatch(frames);
      expect(encoded.samples).toBe(samples);
      expect(encoded.rejected).toEqual([]);
      for (const { times, tags } of frames)
        for (const column of Object.values(tags)) expect(column.length).toBe(times.length);
    }
  });

  test("names an order only where the order system is connected", () => {
    const { frames } = scanSpan(
      makeModel({ kiwiplan: false }),
      FRIDAY,
      FRIDAY + HOUR_MS,
      HISTORY_GRID,
    );
    expect([...valuesByTag(frames).keys()].filter((tag) => tag.startsWith("kiwiplan_"))).toEqual(
      [],
    );
  });

  test("is believable: 8,000 to 16,000 sheets an hour of 6 to 25 square feet", () => {
    const { frames } = scanSpan(
      makeModel({ profile: "fast" }),
      FRIDAY,
      FRIDAY + 24 * HOUR_MS,
      HISTORY_GRID,
    );
    const values = valuesByTag(frames);
    const feeding = (values.get("machine_speed") as number[]).filter((rpm) => rpm > 130);
    const mean = feeding.reduce((sum, rpm) => sum + rpm, 0) / feeding.length;
    expect(mean * 60).toBeGreaterThan(8_000);
    expect(Math.max(...feeding) * 60).toBeLessThan(17_000);
    for (const size of values.get("sheet_size") as number[])
      expect(size > 6 && size < 25).toBe(true);
    for (const dbm of values.get("signal_dbm") as number[])
      expect(dbm > -110 && dbm < -50).toBe(true);
  });

  test("never holds more than a batch may in one chunk of history", () => {
    for (const profile of PROFILE_NAMES) {
      const { samples, frames } = scanSpan(
        makeModel({ profile }),
        FRIDAY,
        FRIDAY + 8 * HOUR_MS,
        HISTORY_GRID,
      );
      expect(samples).toBeLessThan(50_000);
      expect(JSON.stringify(frames).length).toBeLessThan(8 * 1024 * 1024);
    }
  });
});

describe("live and history", () => {
  test("read the same values wherever both sample", () => {
    for (const profile of ["steady", "jam_prone", "off"] as const) {
      const model = makeModel({ profile });
      const live = samplesOf(scanSpan(model, FRIDAY, FRIDAY + HOUR_MS, liveGrid(FRIDAY)).frames);
      const history = samplesOf(
        scanSpan(makeModel({ profile }), FRIDAY, FRIDAY + HOUR_MS, HISTORY_GRID).frames,
      );
      let shared = 0;
      for (const [name, value] of history) {
        if (!live.has(name)) continue;
        shared++;
        expect(`${name} ${String(live.get(name))}`).toBe(`${name} ${String(value)}`);
      }
      expect(shared).toBeGreaterThan(profile === "off" ? 20 : 400);
    }
  });

  test("see the same state changes at the same second", () => {
    const changes = (frames: readonly Frame[]) => {
      const states = [...samplesOf(frames)].flatMap(([name, value]) =>
        name.startsWith("machine_state|") ? [[Number(name.split("|")[1]), value] as const] : [],
      );
      return states
        .sort((a, b) => a[0] - b[0])
        .filter(([, value], index, all) => index === 0 || all[index - 1]![1] !== value);
    };
    const model = makeModel({ profile: "jam_prone" });
    const live = changes(scanSpan(model, FRIDAY, FRIDAY + 3 * HOUR_MS, liveGrid(FRIDAY)).frames);
    expect(live.length).toBeGreaterThan(10);
    expect(changes(scanSpan(model, FRIDAY, FRIDAY + 3 * HOUR_MS, HISTORY_GRID).frames)).toEqual(
      live,
    );
  });

  test("have the same mean speed, and the same sheets at the end of each order", () => {
    const model = makeModel({ profile: "jam_prone" });
    const measure = (grid: Parameters<typeof scanSpan>[3]) => {
      const values = valuesByTag(scanSpan(model, FRIDAY, FRIDAY + 6 * HOUR_MS, grid).frames);
      const speeds = values.get("machine_speed") as number[];
      const counts = values.get("sheet_count") as number[];
      return {
        mean: speeds.reduce((sum, rpm) => sum + rpm, 0) / speeds.length,
        finals: counts.filter(
          (count, index) => index + 1 < counts.length && counts[index + 1]! < count,
        ),
      };
    };
    const live = measure(liveGrid(FRIDAY));
    const history = measure(HISTORY_GRID);
    expect(live.finals.length).toBeGreaterThan(2);
    expect(history.finals).toEqual(live.finals);
    expect(Math.abs(history.mean / live.mean - 1)).toBeLessThan(0.02);
  });

  test("give the same samples however a span is split", () => {
    const model = makeModel({ profile: "setup_heavy" });
    const whole = samplesOf(scanSpan(model, FRIDAY, FRIDAY + HOUR_MS, HISTORY_GRID).frames);
    const split = [0, 1, 2, 3].flatMap((quarter) => [
      ...samplesOf(
        scanSpan(
          model,
          FRIDAY + (quarter * HOUR_MS) / 4,
          FRIDAY + ((quarter + 1) * HOUR_MS) / 4,
          HISTORY_GRID,
        ).frames,
      ),
    ]);
    expect(new Map(split)).toEqual(whole);
  });

  test("a live batch ends with a sample of every tag", () => {
    const endMs = FRIDAY + 9_000;
    const { frames } = scanSpan(makeModel(), FRIDAY, FRIDAY + 10_000, liveGrid(endMs));
    for (const { times } of frames) expect(times.at(-1)).toBe(endMs);
    expect(valuesByTag(frames).get("machine_state")).toHaveLength(10);
    expect(valuesByTag(frames).get("signal_dbm")).toHaveLength(1);
  });

  test("a machine that is off only says so, that nothing is unusual, whether a stop holds it, and how well it hears", () => {
    const model = makeModel({ profile: "off" });
    const offMs = model
      .phasesIn(FRIDAY, FRIDAY + 48 * HOUR_MS)
      .find(({ kind, startMs, endMs }) => kind === "off" && endMs - startMs > 2 * HOUR_MS)!.startMs;
    const { frames } = scanSpan(model, offMs + 60_000, offMs + 120_000, liveGrid(offMs));
    expect([...valuesByTag(frames).keys()].sort()).toEqual([
      "e_stop_pressed",
      "machine_speed",
      "machine_speed_ad_flag",
      "machine_state",
      "sheet_count",
      "signal_dbm",
    ]);
    expect(new Set(valuesByTag(frames).get("machine_speed_ad_flag"))).toEqual(new Set([false]));
    expect(new Set(valuesByTag(frames).get("e_stop_pressed"))).toEqual(new Set([true]));
    expect(new Set(valuesByTag(frames).get("machine_speed"))).toEqual(new Set([0]));
  });
});

test.each(MAKES)("%s sends what its controller has under the controller's names", (make) => {
  const endMs = FRIDAY + 9_000;
  const scan = (tagNames?: "controller") =>
    valuesByTag(
      scanSpan(makeModel({ make, tagNames }), FRIDAY, FRIDAY + 10_000, liveGrid(endMs)).frames,
    );
  const [own, controllers] = [scan(), scan("controller")];
  const names = new Map(
    plantMappingsOf(make).map(({ humanKey, machineKey }) => [humanKey, machineKey]),
  );
  expect([...names.keys()].filter((key) => !own.has(key))).toEqual([]);
  expect([...controllers.keys()].sort()).toEqual(
    [...own.keys()].map((key) => names.get(key) ?? key).sort(),
  );
  expect(controllers.get(names.get("machine_speed")!)).toEqual(own.get("machine_speed"));
});
