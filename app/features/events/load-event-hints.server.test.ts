import { expect, test } from "vitest";
import { events } from "#app/db/schema/index.ts";
import { STATE_RUNNING, toStateCode } from "#app/domain/metrics/states.ts";
import { changesWithin } from "#app/domain/series/state-changes.ts";
import { openTestDb } from "#tests/factories/db.ts";
import { createCustomer, createFacility, createMachine, NOW } from "#tests/factories/people.ts";
import { loadEventHints } from "./load-event-hints.server.ts";

const db = openTestDb();
const MINUTE = 60_000;

test("a report begins with the last stops that are long enough and known whole, and with one of each recent name", async () => {
  const facilityId = await createFacility(db(), await createCustomer(db()));
  const machine = await createMachine(db(), { facilityId });
  const other = await createMachine(db(), { facilityId });
  const event = { endAt: NOW, createdAt: NOW, deviceId: machine.id };
  const made = await db()
    .insert(events)
    .values([
      { ...event, name: "Belt torn", startAt: NOW - 3_000 },
      { ...event, name: "Jam", startAt: NOW - 2_000 },
      { ...event, name: "Belt torn", startAt: NOW - 1_000 },
      { ...event, name: "Noise", startAt: NOW - 500, kiwiClass: 5 },
      { ...event, name: "Elsewhere", startAt: NOW - 400, deviceId: other.id },
    ])
    .returning({ id: events.id });
  const at = (minutesAgo: number, code: number) => ({ timeMs: NOW - minutesAgo * MINUTE, code });
  const [up, down] = [STATE_RUNNING, toStateCode("not_ready")];
  const states = [
    { timeMs: 0, code: down },
    ...[
      at(700, -1),
      at(660, down),
      at(600, up),
      at(500, down),
      at(480, -1),
      at(460, up),
      at(300, down),
      at(280, up),
      at(100, down),
      at(99.5, up),
      at(10, down),
    ],
  ];
  const series = {
    stateChanges: ({ startMs, endMs }: { startMs: number; endMs: number }) =>
      Promise.resolve(changesWithin(states, states[0]!, startMs, endMs)),
  };
  const hints = await loadEventHints(
    { db: db(), series, now: NOW },
    { id: machine.id, microStopSeconds: 90 },
  );
  expect(hints.leastStopSeconds).toBe(90);
  expect(hints.stops.map(({ startMs, endMs, isOpen }) => [startMs, endMs, isOpen])).toEqual([
    [NOW - 10 * MINUTE, NOW, true],
    [NOW - 300 * MINUTE, NOW - 280 * MINUTE, false],
  ]);
  // Who stands at a machine that has just stopped reports this stop.
  const { stops } = await loadEventHints(
    { db: db(), series, now: NOW - 9.5 * MINUTE },
    { id: machine.id, microStopSeconds: 90 },
  );
  expect(stops[0]).toMatchObject({ startMs: NOW - 10 * MINUTE, isOpen: true });
  expect(hints.events).toEqual([
    { id: made[2]!.id, name: "Belt torn" },
    { id: made[1]!.id, name: "Jam" },
  ]);
});
