import { expect, it } from "vitest";
import { DAY_MS, HOUR_MS } from "#app/domain/durations.ts";
import { EMPTY_CARRY } from "./derive.ts";
import { SeriesManifest } from "./manifest.ts";
import type { PlannedFile } from "./plan-sources.ts";
import { preferSamples } from "./prefer-samples.ts";

const T0 = Date.UTC(2026, 0, 1);
const MINUTES = { level: "minute", bytes: 1000 } as const;

/** Day 0 lies in one file, day 1 in a file of each half, of day 2 the samples are gone. */
function manifest(): SeriesManifest {
  const days = new SeriesManifest();
  for (let hour = 0; hour < 48; hour++) {
    const hourMs = T0 + hour * HOUR_MS;
    const key = hour < 24 ? "day 0" : `half ${Math.floor(hour / 12)}`;
    const segment = { key, hourMs, firstMs: hourMs, lastMs: hourMs + HOUR_MS - 1 };
    days.hours.set(hourMs, {
      segment,
      carry: EMPTY_CARRY,
      sealedSeq: 0,
      sealedAtMs: 0,
      derived: [],
      rederive: false,
      rates: {},
    });
  }
  for (let day = 0; day < 3; day++) {
    const startMs = T0 + day * DAY_MS;
    days.addFile({ ...MINUTES, key: `minutes ${day}`, startMs, endMs: startMs + DAY_MS });
  }
  return days;
}
const hours = (from: number, to: number) => [T0 + from * HOUR_MS, T0 + to * HOUR_MS] as const;
const filesOf = (files: PlannedFile[], bytes: number) =>
  preferSamples(
    { files, tables: { minute: [], hour: [], day: [] }, memory: [], snapMs: 0 },
    manifest(),
    () => bytes,
  ).files;

it("samples answer for minutes that are twice as large a file, and nothing else changes", () => {
  const files: PlannedFile[] = [
    { key: "minutes 0", level: "minute", windows: [hours(3, 24)] },
    { key: "minutes 1", level: "minute", windows: [hours(24, 48)] },
    { key: "minutes 2", level: "minute", windows: [hours(48, 49)] },
    { key: "hours", level: "hour", windows: [hours(49, 90)] },
  ];
  expect(filesOf(files, 500)).toEqual([
    { key: "day 0", level: "raw", windows: [hours(3, 24)] },
    ...files.slice(1),
  ]);
  expect(filesOf(files, 501)).toEqual(files);
});

it("a file of which samples are wanted anyway is read once", () => {
  expect(
    filesOf(
      [
        { key: "day 0", level: "raw", windows: [hours(2, 3), hours(8, 9)] },
        { key: "minutes 0", level: "minute", windows: [hours(3, 8), hours(10, 11)] },
      ],
      1,
    ),
  ).toEqual([{ key: "day 0", level: "raw", windows: [hours(2, 9), hours(10, 11)] }]);
});
