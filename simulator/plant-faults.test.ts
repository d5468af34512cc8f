import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/domain/durations.ts";
import { makeModel } from "./fixtures/machines.ts";
import { faultsWithin, readTag } from "./plant-faults.ts";
import { readMoment } from "./reading.ts";
import { HISTORY_GRID, scanSpan } from "./scan.ts";
import { tagsOf } from "./tags.ts";

const FROM = Date.UTC(2026, 5, 1);
const TO = FROM + 700 * DAY_MS;
const [healthy, ill] = [makeModel(), makeModel({ faults: true })];
const read = (model: typeof ill, key: string, timeMs: number) =>
  readTag(
    tagsOf(model).find((tag) => tag.key === key)!,
    readMoment(model, timeMs),
  );

test("a machine with faults has some of each kind, a machine without reads as before", () => {
  const faults = faultsWithin(ill, FROM, TO);
  expect(new Set(faults.map(({ kind }) => kind)).size).toBe(5);
  expect(faults.filter(({ isFault }) => !isFault).map(({ kind }) => kind)).toContain(
    "set_point_changes",
  );
  for (const { tag, startMs, endMs } of faults) {
    const middle = (startMs + endMs) / 2;
    const plain = tagsOf(healthy).find(({ key }) => key === tag)!;
    expect(read(healthy, tag, middle)).toBe(plain.read(readMoment(healthy, middle)));
    expect(read(ill, tag, startMs - 1_000)).toBe(read(healthy, tag, startMs - 1_000));
    expect(read(ill, tag, endMs)).toBe(read(healthy, tag, endMs));
  }
});

test("each tag reads as its fault goes on", () => {
  const at = (kind: string) => faultsWithin(ill, FROM, TO).find((fault) => fault.kind === kind)!;
  const warm = at("bearing_warms");
  const off = (timeMs: number) =>
    Number(read(ill, warm.tag, timeMs)) - Number(read(healthy, warm.tag, timeMs));
  expect(off(warm.startMs + HOUR_MS)).toBeLessThan(1);
  expect(off(warm.endMs - HOUR_MS)).toBeGreaterThan(40);
  const stuck = at("sensor_sticks");
  const values = Array.from({ length: 15 }, (_, i) =>
    read(ill, stuck.tag, stuck.startMs + i * HOUR_MS),
  );
  expect(new Set(values).size).toBe(1);
  const spikes = at("spikes");
  const load = Array.from({ length: 120 }, (_, i) =>
    Number(read(ill, spikes.tag, spikes.startMs + i * MINUTE_MS)),
  );
  const usual = Array.from({ length: 120 }, (_, i) =>
    Number(read(healthy, spikes.tag, spikes.startMs + i * MINUTE_MS)),
  );
  expect(load.filter((value, i) => value - usual[i]! > 60).length).toBeGreaterThan(0);
  expect(load.filter((value, i) => value === usual[i]).length).toBeGreaterThan(100);
});

test("what is sent holds the fault", () => {
  const { startMs, endMs, tag } = faultsWithin(ill, FROM, TO).find(
    ({ kind }) => kind === "bearing_warms",
  )!;
  const sent = (model: typeof ill) =>
    scanSpan(model, endMs - HOUR_MS, endMs, HISTORY_GRID).frames.flatMap(
      ({ tags }) => tags[tag] ?? [],
    );
  expect(sent(ill).length).toBeGreaterThan(0);
  expect(sent(ill)).not.toEqual(sent(healthy));
  expect(startMs % 1_000).toBe(0);
});
