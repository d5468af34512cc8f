import { expect, it } from "vitest";
import { demoComments } from "#app/db/seed/comments.ts";
import { demoEvents } from "#app/db/seed/events.ts";
import { DEMO_MACHINES } from "#app/db/seed/machines.ts";
import { HOUR_MS, MINUTE_MS } from "#app/domain/durations.ts";
import { MachineModel } from "#simulator/machine-model.ts";
import { STATE_OF } from "#simulator/phases.ts";
import { pastUntil } from "./demo-past.ts";

/** A Monday morning after a weekend, a Thursday night, and when clocks have just changed. */
const STARTS = [
  Date.UTC(2026, 10, 23, 11),
  Date.UTC(2026, 10, 27, 3, 17, 42),
  Date.UTC(2026, 2, 9, 18, 30),
];
const models = new Map(
  DEMO_MACHINES.map((machine) => [machine.id, new MachineModel(machine as never)]),
);
const told = (now: number) => ({
  ...{ now, pastOf: pastUntil(now), userIds: () => 1, staffId: 1 },
  samplerIds: new Set<number>(),
});
const stateAt = (deviceId: number, timeMs: number) =>
  STATE_OF[models.get(deviceId)!.phaseAt(timeMs).kind];
const STANDS = ["ready", "ready_in_setup", "ready_to_run", "not_ready"];

it.each(STARTS)("what people tell of a stop is when the simulator's machine stood: %i", (now) => {
  const { events } = demoEvents(DEMO_MACHINES, told(now));
  const downtimes = events.filter(({ downtimeStartAt }) => downtimeStartAt !== null);
  expect(downtimes.length).toBeGreaterThan(30);
  const wrong = downtimes.flatMap(({ deviceId, name, downtimeStartAt, downtimeEndAt }) => {
    const [from, to] = [downtimeStartAt as number, downtimeEndAt as number];
    const times = Array.from({ length: (to - from) / 1_000 }, (_, i) => from + i * 1_000);
    const ran = times.filter((timeMs) => !STANDS.includes(stateAt(deviceId, timeMs)));
    return times.length === 0 || ran.length > 0 ? `${deviceId} ${name}: ${ran.length} s` : [];
  });
  expect(wrong).toEqual([]);
});

it.each(STARTS)("no two of a machine's events are of one stop, and none is ahead: %i", (now) => {
  const { events: all } = demoEvents(DEMO_MACHINES, told(now));
  for (const { id, facilityId } of DEMO_MACHINES.filter((machine) => machine.facilityId !== null)) {
    const events = all.filter(({ deviceId }) => deviceId === id);
    expect([facilityId, events.length >= 3]).toEqual([facilityId, true]);
    const starts = events.flatMap(({ downtimeStartAt }) => downtimeStartAt ?? []);
    expect(new Set(starts).size).toBe(starts.length);
    for (const { startAt, endAt, createdAt } of events) {
      expect(endAt).toBeGreaterThanOrEqual(startAt + MINUTE_MS);
      expect(createdAt).toBeGreaterThanOrEqual(endAt as number);
      expect(createdAt).toBeLessThanOrEqual(now);
    }
  }
});

it.each(STARTS)("a comment's mark stands in a stop: %i", (now) => {
  const marks = demoComments(DEMO_MACHINES, told(now)).filter(({ pointsAt }) => pointsAt !== null);
  expect(marks.length).toBeGreaterThan(3);
  for (const { deviceId, pointsAt, createdAt } of marks) {
    expect(STANDS).toContain(stateAt(deviceId, pointsAt as number));
    expect(createdAt).toBeLessThanOrEqual(now);
    expect(createdAt - (pointsAt as number)).toBeGreaterThanOrEqual(HOUR_MS / 2);
  }
});
