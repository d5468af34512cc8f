import { describe, expect, it } from "vitest";
import { EMPTY_CARRY } from "./derive.ts";
import { UNIT_MS, type RollupLevel, type TimeWindow } from "./levels.ts";
import { SeriesManifest } from "./manifest.ts";
import { MAX_READS, planPlain, planSeries, type SeriesPlan } from "./plan-sources.ts";
import { DAY_MS, HOUR_MS } from "#app/domain/durations.ts";

/** The first day of a quarter and of a year. */
const T0 = Date.UTC(2026, 0, 1);
const MINUTE = UNIT_MS.minute;

/** A machine that began at T0 and is watched at `hours` after it: whole days packed, the rest in files of an hour. */
function manifestOf(hours: number): SeriesManifest {
  const manifest = new SeriesManifest();
  const days = Math.floor(hours / 24);
  for (let hour = 0; hour < hours; hour++) {
    const hourMs = T0 + hour * HOUR_MS;
    const isPacked = hour < days * 24;
    const key = isPacked ? `day ${Math.floor(hour / 24)}` : `hour ${hour}`;
    manifest.hours.set(hourMs, {
      segment: { key, hourMs, firstMs: hourMs, lastMs: hourMs + HOUR_MS - 1000 },
      carry: EMPTY_CARRY,
      sealedSeq: 0,
      sealedAtMs: hourMs + HOUR_MS,
      derived: [],
      rederive: false,
      rates: {},
    });
    manifest.heldHours.add(hourMs);
    if (!isPacked) manifest.heldMinutes.add(hourMs);
  }
  for (let day = 0; day < days; day++) {
    const startMs = T0 + day * DAY_MS;
    manifest.addFile({
      key: `minutes ${day}`,
      level: "minute",
      startMs,
      endMs: startMs + DAY_MS,
      bytes: 1,
    });
    manifest.heldDays.add(startMs);
  }
  if (hours % 24 > 0) manifest.dirtyDays.set(T0 + days * DAY_MS, 0);
  return manifest;
}

/** Moves the hours of the quarters that are over, and the days of the years, into their files. */
function rolled(manifest: SeriesManifest): SeriesManifest {
  for (const [level, held, months] of [
    ["hour", manifest.heldHours, 3],
    ["day", manifest.heldDays, 12],
  ] as const)
    for (const unit of [...held]) {
      const time = new Date(unit);
      const from = Math.floor(time.getUTCMonth() / months) * months;
      const [startMs, endMs] = [
        Date.UTC(time.getUTCFullYear(), from),
        Date.UTC(time.getUTCFullYear(), from + months),
      ];
      if (manifest.files(level, startMs, endMs).length === 0)
        manifest.addFile({
          key: `${level}s from ${new Date(startMs).toISOString().slice(0, 7)}`,
          level,
          startMs,
          endMs,
          bytes: 1,
        });
      held.delete(unit);
    }
  return manifest;
}

const at = (timeMs: number): string => `${(timeMs - T0) / HOUR_MS}`;
const windowsOf = (windows: readonly TimeWindow[]): string =>
  windows.map(([from, to]) => `${at(from)}–${at(to)}`).join(" ");
/** In hours after T0. */
function told({ files, tables, memory, snapMs }: SeriesPlan): string[] {
  return [
    ...files.map(({ key, windows }) => `${key}: ${windowsOf(windows)}`),
    ...(Object.keys(tables) as RollupLevel[])
      .filter((level) => tables[level].length > 0)
      .map((level) => `rows of ${level}s: ${windowsOf(tables[level])}`),
    ...(memory.length > 0 ? [`memory: ${windowsOf(memory)}`] : []),
    ...(snapMs > 0 ? [`snapped to ${snapMs / MINUTE} min`] : []),
  ];
}
const plan = (
  manifest: SeriesManifest,
  held: number[],
  [from, to]: [number, number],
  buckets: number,
  exact = false,
  holdMs = 0,
) =>
  told(
    planSeries(
      manifest,
      held.map((hour) => T0 + hour * HOUR_MS),
      { startMs: T0 + from * HOUR_MS, endMs: T0 + to * HOUR_MS, buckets },
      exact,
      holdMs,
    ),
  );

describe("what is read for a question", () => {
  it.each<[string, number, number[], [number, number], number, string[]]>([
    ["an hour of today", 30, [], [26, 27], 3600, ["hour 26: 26–27"]],
    [
      "half an hour across two files",
      30,
      [],
      [26.75, 27.25],
      1800,
      ["hour 26: 26.75–27", "hour 27: 27–27.25"],
    ],
    [
      "what is in memory too",
      30,
      [30],
      [29.5, 30.5],
      3600,
      ["hour 29: 29.5–30", "memory: 30–30.5"],
    ],
    ["nothing before the first sample", 30, [], [-20, -10], 10, []],
    ["a packed day is one read however many hours of it", 48, [], [3, 21], 64_800, ["day 0: 3–21"]],
    [
      "a day and the night after it",
      50,
      [50],
      [0, 50.5],
      300,
      ["day 0: 0–24", "day 1: 24–48", "hour 48: 48–49", "hour 49: 49–50", "memory: 50–50.5"],
    ],
    [
      "an average of whole days of which the last is not over",
      50,
      [50],
      [0, 72],
      1,
      ["rows of hours: 48–50", "rows of days: 0–48", "memory: 50–51"],
    ],
    [
      "an average whose edges cut minutes",
      49,
      [],
      [0.99, 48.01],
      1,
      ["day 0: 0.99–1", "hour 48: 48–48.01", "rows of hours: 1–24", "rows of days: 24–48"],
    ],
  ])("%s", (_, hours, held, range, buckets, expected) => {
    const got = plan(manifestOf(hours), held, range, buckets);
    // The edges of 36 s lie inside a minute; their times in hours are no round numbers.
    expect(got.map((line) => line.replace(/(\d\.\d\d)\d+/g, "$1"))).toEqual(expected);
  });

  it("by rows and files of hours, when samples would take more reads than a question may", () => {
    const manifest = manifestOf(30 * 24 + 2);
    expect(plan(manifest, [722], [0, 723], 300)).toEqual([
      "rows of hours: 0–722",
      "memory: 722–723",
      "snapped to 60 min",
    ]);
    expect(plan(rolled(manifest), [722], [0, 723], 300)).toEqual([
      "hours from 2026-01: 0–722",
      "memory: 722–723",
      "snapped to 60 min",
    ]);
  });

  it("takes the samples of all that time when only they can tell", () => {
    expect(plan(manifestOf(30 * 24), [], [0, 720], 300, true)).toHaveLength(30);
  });

  it("lays rows that came late over the file they belong to", () => {
    const manifest = rolled(manifestOf(30 * 24));
    manifest.heldHours.add(T0 + 100 * HOUR_MS);
    expect(plan(manifest, [], [0, 720], 300)).toEqual([
      "hours from 2026-01: 0–100 101–720",
      "rows of hours: 100–101",
      "snapped to 60 min",
    ]);
  });

  it("reads what is past retention from its minutes, and what is past theirs from its hours", () => {
    const manifest = manifestOf(96);
    for (let hour = 0; hour < 48; hour++) manifest.hours.delete(T0 + hour * HOUR_MS);
    manifest.retiredDays.set(T0, null).set(T0 + DAY_MS, null);
    manifest.removeFile("minutes 0");
    expect(plan(manifest, [], [23, 49], 93_600)).toEqual([
      "day 2: 48–49",
      "minutes 1: 24–48",
      "rows of hours: 23–24",
    ]);
  });

  it("reads what may hold into the range, too", () => {
    const held = (range: [number, number], buckets: number) =>
      plan(manifestOf(50), [], range, buckets, false, 15 * MINUTE);
    expect(held([49, 50], 3600)).toEqual(["hour 48: 48.75–49", "hour 49: 49–50"]);
    expect(held([24, 25], 3600)).toEqual(["day 0: 23.75–24", "day 1: 24–25"]);
    expect(held([24, 48], 1)).toEqual(["rows of hours: 23–24", "rows of days: 24–48"]);
  });

  it("keeps to its bound of reads from ten seconds to five years, aligned or not, packed, rolled, behind, in memory", () => {
    const hours = 5 * 365 * 24 + 7;
    for (const manifest of [manifestOf(hours), rolled(manifestOf(hours))])
      for (const spanMs of [
        10_000,
        90_000,
        HOUR_MS,
        DAY_MS,
        7 * DAY_MS,
        30 * DAY_MS,
        90 * DAY_MS,
        365 * DAY_MS,
        5 * 365 * DAY_MS,
      ])
        for (const backMs of [0, 1, 40 * MINUTE + 1234, DAY_MS + 1, 100 * DAY_MS + 12_345])
          for (const buckets of [1, 300, 5000]) {
            const endMs = T0 + hours * HOUR_MS - backMs;
            const { files } = planSeries(
              manifest,
              [T0 + (hours - 1) * HOUR_MS],
              { startMs: endMs - spanMs, endMs, buckets },
              false,
              15 * MINUTE,
            );
            // Five thousand buckets over months are finer than hours, and minutes lie in a file a day.
            const bound =
              buckets <= 300
                ? MAX_READS
                : Math.max(MAX_READS, Math.min(spanMs / DAY_MS, (buckets * HOUR_MS) / DAY_MS) + 2);
            if (files.length > bound)
              throw new Error(
                `${files.length} reads for ${buckets} buckets over ${spanMs} ms, ${backMs} ms ago`,
              );
          }
  });
});

describe("what is read for what each bucket is worth, and nothing else", () => {
  const DAY: [number, number] = [24, 48];
  /** Files of minutes have 1,440 rows. */
  const plain = (
    manifest: SeriesManifest,
    range: [number, number],
    buckets: number,
    rows: number,
  ) =>
    told(
      planPlain(
        manifest,
        [],
        { startMs: T0 + range[0] * HOUR_MS, endMs: T0 + range[1] * HOUR_MS, buckets },
        MINUTE,
        (key) => (key.startsWith("minutes") ? 1_440 : rows),
      ),
    );
  const minutes = (manifest: SeriesManifest, range: [number, number], buckets: number) =>
    plan(manifest, [], range, buckets, false, MINUTE);

  it("is samples where they have at most twice as many rows as minutes", () => {
    const manifest = manifestOf(72);
    const samples = plan(manifest, [], DAY, 1_440, true, MINUTE);
    expect(samples.map((line) => line.split(":")[0])).toEqual(["day 0", "day 1"]);
    expect(plain(manifest, DAY, 1_440, 2_880)).toEqual(samples);
    expect(plain(manifest, DAY, 1_440, 2_881)).toEqual(minutes(manifest, DAY, 1_440));
  });

  it("is what it is for all else: hours, days that are not packed, samples past retention", () => {
    const manifest = manifestOf(78);
    for (const [range, buckets] of [
      [DAY, 24],
      [[72, 78], 360],
      [[60, 78], 1_080],
    ] as [[number, number], number][])
      expect(plain(manifest, range, buckets, 1)).toEqual(minutes(manifest, range, buckets));
    for (let hour = 0; hour < 24; hour++) manifest.hours.delete(T0 + hour * HOUR_MS);
    manifest.retiredDays.set(T0, null);
    for (const range of [[0, 24], DAY] as [number, number][])
      expect(plain(manifest, range, 1_440, 1)).toEqual(minutes(manifest, range, 1_440));
  });
});
