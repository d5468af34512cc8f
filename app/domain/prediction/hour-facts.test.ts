import { describe, expect, it } from "vitest";
import type { StateChange } from "#app/domain/series/state-changes.ts";
import {
  factsOf,
  LEAD_MS,
  packHour,
  unpackHour,
  type HourFacts,
  type MinutePoint,
} from "./hour-facts.ts";

const MINUTE = 60_000;
const START = Date.UTC(2026, 10, 2, 6);
const [OFF, NOT_READY, READY, FEEDING] = [0, 1, 2, 4] as const;

/** Minutes from the first hour's begin; the machine is heard each minute unless said otherwise. */
const changes = (...states: [minute: number, code: number][]): StateChange[] =>
  states.map(([minute, code]) => ({ timeMs: START + minute * MINUTE, code }));
const point = (minute: number, value: number | null): MinutePoint => ({
  ...{ timeMs: START + minute * MINUTE, value, min: value, max: value },
});
const each = (fromMinute: number, toMinute: number, value: number): MinutePoint[] =>
  Array.from({ length: toMinute - fromMinute }, (_, index) => point(fromMinute + index, value));
const LEAD = LEAD_MS / MINUTE;
const facts = (
  states: StateChange[],
  points: Record<string, MinutePoint[]> = {},
  hours = 2,
): HourFacts[] =>
  factsOf({
    startMs: START,
    hours,
    states,
    points: { machine_state: each(-LEAD, hours * 60, 1), ...points },
    flags: [],
  });

describe("a downtime", () => {
  const reached = (states: StateChange[], points?: Record<string, MinutePoint[]>) =>
    facts(states, points).map(({ downs }) => downs.map((timeMs) => (timeMs - START) / MINUTE));

  it("is five minutes of not ready while the machine was on, and counts from the fifth", () => {
    expect(reached(changes([-60, FEEDING], [20, NOT_READY], [25, READY]))).toEqual([[25], []]);
    expect(reached(changes([-60, FEEDING], [20, NOT_READY], [24.9, READY]))).toEqual([[], []]);
    expect(reached(changes([-60, FEEDING], [58, NOT_READY]))).toEqual([[], [63]]);
  });

  it("is no start-up after off, and nothing that nobody heard", () => {
    expect(reached(changes([-60, OFF], [20, NOT_READY], [32, READY]))).toEqual([[], []]);
    const silent = { machine_state: each(-LEAD, 16, 1) };
    expect(reached(changes([-60, FEEDING], [15, NOT_READY]), silent)).toEqual([[20], []]);
    expect(
      reached(changes([-60, FEEDING], [15, NOT_READY]), { machine_state: each(-LEAD, 4, 1) }),
    ).toEqual([[], []]);
  });

  it("that began before is known, and not counted again", () => {
    expect(reached(changes([-60, FEEDING], [-30, NOT_READY], [70, READY]))).toEqual([[], []]);
    expect(
      facts(changes([-60, FEEDING], [-30, NOT_READY], [70, READY])).map(({ end }) => end),
    ).toEqual(["down", "up"]);
    expect(facts(changes([-60, NOT_READY]))[0]!.end).toBe("down");
    // The first that was ever heard of the machine: down, but nobody knows since when.
    expect(reached(changes([10, NOT_READY]))).toEqual([[], []]);
    expect(facts(changes([10, NOT_READY]))[0]!.end).toBe("down");
  });

  it("shows at the hour's end only once it is one", () => {
    expect(
      facts(changes([-60, FEEDING], [57, NOT_READY], [90, READY])).map(({ end }) => end),
    ).toEqual(["up", "up"]);
    expect(
      facts(changes([-60, FEEDING], [50, NOT_READY], [90, OFF])).map(({ end }) => end),
    ).toEqual(["down", "off"]);
  });
});

describe("an hour", () => {
  it("counts the minutes that the machine was heard, on and running", () => {
    const [first, second] = facts(changes([-60, FEEDING], [30, READY], [45, OFF]), {
      machine_state: each(-LEAD, 61, 1),
    });
    expect(first).toMatchObject({ heard: 60, on: 45, run: 30, end: "off" });
    // The last sample stands for a quarter of an hour.
    expect(second).toMatchObject({ heard: 15, on: 0, end: "unknown" });
  });

  it("counts stops of feeding, and jams and e-stops where they begin", () => {
    const jams = [
      point(-30, 1),
      point(0, 0),
      point(10, 1),
      point(11, 1),
      point(12, 0),
      point(59, 0),
      point(62, 1),
    ];
    const [first, second] = facts(changes([-60, FEEDING], [5, 3], [6, FEEDING], [40, READY]), {
      jam_detected: jams,
      e_stop_pressed: [point(0, 1), point(1, 0)],
    });
    expect(first).toMatchObject({ stops: 2, jams: 1, eStops: 0 });
    expect(second).toMatchObject({ stops: 0, jams: 1 });
    // A silence is no stop.
    expect(facts(changes([-60, FEEDING], [30, -1]))[0]).toMatchObject({ stops: 0 });
  });

  it("sees a switch that was on for a part of a minute", () => {
    const short = { timeMs: START + 5 * MINUTE, value: 0, min: 0, max: 1 };
    expect(
      facts(changes([-60, FEEDING]), { jam_detected: [point(0, 0), short, point(6, 0)] })[0]!.jams,
    ).toBe(1);
  });

  it("knows the speed in motion and its spread, from ten minutes on", () => {
    const speeds = [
      ...each(0, 30, 0),
      ...each(30, 45, 90),
      ...each(45, 60, 110),
      ...each(60, 69, 100),
    ];
    const [first, second] = facts(changes([-60, FEEDING]), { machine_speed: speeds });
    expect(first).toMatchObject({ speed: 100, spread: 0.1 });
    expect(second).toMatchObject({ speed: null, spread: null });
  });

  it("counts the minutes of abnormal readings over all metrics", () => {
    const flags = [
      [point(1, 1), point(2, 0)],
      [point(1, 1), point(61, 1)],
    ];
    const hours = factsOf({ startMs: START, hours: 2, states: [], points: {}, flags });
    expect(hours.map(({ flagged, end }) => [flagged, end])).toEqual([
      [2, "unknown"],
      [1, "unknown"],
    ]);
  });

  it("comes back from its short form", () => {
    const [hour] = facts(changes([-60, FEEDING], [20, NOT_READY], [30, READY], [40, NOT_READY]), {
      machine_speed: each(0, 20, 123.456_789),
    });
    expect(hour!.downs).toHaveLength(2);
    expect(unpackHour(packHour(hour!), START)).toEqual({ ...hour, speed: 123.4568, spread: 0 });
    const silent = facts([], { machine_state: [] })[0]!;
    expect(unpackHour(packHour(silent), START)).toEqual(silent);
  });
});
