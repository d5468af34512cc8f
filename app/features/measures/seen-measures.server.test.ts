/** Who looked at an abnormal measure, for as long as it stays abnormal. */
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Actor } from "#app/domain/access/types.ts";
import type { AbnormalSlot } from "#app/domain/detection/abnormal-share.ts";
import { HOUR_MS, MINUTE_MS } from "#app/domain/durations.ts";
import type { LatestValues } from "#app/domain/series/recorder-port.ts";
import { openTestDb } from "#tests/factories/db.ts";
import { createMachine, createPlant, NOW } from "#tests/factories/people.ts";
import { listSeenMeasures, markSeen, unmarkSeen } from "./seen-measures.server.ts";

const db = openTestDb();
let people: Record<"user" | "admin" | "superuser", Actor>;
let facilityId: number;
beforeAll(async () => {
  const plant = await createPlant(db());
  [people, facilityId] = [plant, plant.facilityId];
});

const newMachine = async () => (await createMachine(db(), { facilityId })).id;
const latest = (flags: Record<string, boolean>): LatestValues =>
  Object.fromEntries(
    Object.entries(flags).map(([metric, adFlag]) => [metric, { value: 1, timeMs: NOW, adFlag }]),
  );
const write = (actor: Actor, now = NOW) => ({ db: db(), actor, now, machineChanged: vi.fn() });
/** A series in which a metric was normal for so long of what was asked. */
const seriesOf = (normalMs: Record<string, number>) => ({
  abnormal: vi.fn(
    async ({
      metrics,
      startMs,
      endMs,
    }: {
      metrics: readonly string[];
      startMs: number;
      endMs: number;
    }) =>
      Object.fromEntries(
        metrics.map((metric): [string, AbnormalSlot[]] => {
          const heldMs = endMs - startMs;
          const abnormalMs = heldMs - (normalMs[metric] ?? 0);
          return [metric, [{ startMs, endMs, heldMs, abnormalMs }]];
        }),
      ),
  ),
});
const list = (
  machine: number,
  flags: Record<string, boolean>,
  normalMs = {},
  now = NOW + HOUR_MS,
) => listSeenMeasures({ db: db(), series: seriesOf(normalMs), now }, machine, latest(flags));

describe("a measure that was looked at", () => {
  it("is seen by whom and when, while it is abnormal without a break", async () => {
    const machine = await newMachine();
    const flags = { vacuum: true, belt_f: true, speed: false };
    expect(await list(machine, flags)).toEqual({});
    await markSeen(write(people.admin), String(machine), "vacuum");
    await markSeen(write(people.admin), String(machine), "speed");
    const seen = { vacuum: { id: expect.any(Number) as number, userName: "Kim Lee", at: NOW } };
    expect(await list(machine, flags)).toEqual(seen);
    // At the very moment there is nothing to read yet.
    expect(await list(machine, flags, {}, NOW)).toEqual(seen);
    // Normal for a minute, and abnormal again: that nobody has seen.
    expect(await list(machine, flags, { vacuum: MINUTE_MS })).toEqual({});
    expect(await list(machine, { vacuum: false })).toEqual({});
    // Of another machine.
    expect(await list(await newMachine(), flags)).toEqual({});
  });

  it("is told by its newest look, and not at all after a week", async () => {
    const machine = await newMachine();
    await markSeen(write(people.admin), String(machine), "vacuum");
    await markSeen(write(people.superuser, NOW + MINUTE_MS), String(machine), "vacuum");
    expect(await list(machine, { vacuum: true })).toMatchObject({
      vacuum: { at: NOW + MINUTE_MS },
    });
    expect(await list(machine, { vacuum: true }, {}, NOW + 8 * 24 * HOUR_MS)).toEqual({});
  });

  it("is marked and unmarked by privileged people alone", async () => {
    const machine = await newMachine();
    await expect(markSeen(write(people.user), String(machine), "vacuum")).rejects.toMatchObject({
      code: "forbidden",
    });
    await markSeen(write(people.admin), String(machine), "vacuum");
    const { vacuum } = await list(machine, { vacuum: true });
    await expect(unmarkSeen(write(people.user), vacuum!.id)).rejects.toMatchObject({
      code: "forbidden",
    });
    await unmarkSeen(write(people.superuser), vacuum!.id);
    expect(await list(machine, { vacuum: true })).toEqual({});
  });
});
