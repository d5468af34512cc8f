import { beforeEach, expect, it, vi } from "vitest";
import { machineReplacements, maintenances } from "#app/db/schema/index.ts";
import { AT_HISTORY, AT_START, type JobMessage } from "#app/domain/jobs.ts";
import { recorderName } from "#app/domain/series/recorder-port.ts";
import { openTestDb } from "#tests/factories/db.ts";
import { createCustomer, createFacility, createMachine } from "#tests/factories/people.ts";
import jobs from "./index.ts";

const db = openTestDb();
/** Machines that are gone: their rows are deleted, their recorders stay. */
const REPLACED = [9_001, 9_002];
/** The new machines, in the order of REPLACED. */
let machines: number[];
let told: string[];
let sent: JobMessage[];
let isAway: (deviceId: number) => boolean;

beforeEach(async () => {
  await db().delete(machineReplacements);
  [told, sent] = [[], []];
  isAway = () => false;
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  const facilityId = await createFacility(db(), await createCustomer(db()), "America/Denver");
  machines = [];
  for (const replacedId of REPLACED) {
    const { id } = await createMachine(db(), { facilityId });
    machines.push(id);
    await db().insert(machineReplacements).values({ deviceId: id, replacedId, replacedAt: 1 });
  }
});

async function start(cron = AT_START): Promise<void> {
  const idOf = new Map([...machines, ...REPLACED].map((id) => [recorderName(id), id]));
  const recorderOf = (name: string) => {
    const id = idOf.get(name)!;
    return {
      home: async () => id,
      configure: async () => {
        if (isAway(id)) throw new Error("away");
        told.push(`${id} configured`);
      },
      moveTo: async (home: number) => {
        told.push(`${id} to ${home}`);
        return true;
      },
    };
  };
  const env = {
    // drizzle keeps the D1 that it was opened with.
    DB: (db() as unknown as { $client: D1Database }).$client,
    RECORDER: { getByName: recorderOf },
    JOBS: { send: async (message: JobMessage) => void sent.push(message) },
    CLOCK_OFFSET_MS: "0",
  };
  await jobs.scheduled({ cron } as never, env as never);
}

const unfinished = async (): Promise<number[]> =>
  (await db().select().from(machineReplacements))
    .filter(({ finishedAt }) => finishedAt === null)
    .map(({ deviceId }) => deviceId);

it("as Helios starts, replacements that a kill has cut off are finished, and nothing else is done", async () => {
  await start();
  expect(await unfinished()).toEqual([]);
  expect(told).toEqual(
    machines.flatMap((id, index) => [
      `${REPLACED[index]} configured`,
      `${id} to ${REPLACED[index]}`,
    ]),
  );
  expect(sent).toEqual([]);
  told = [];
  await start();
  expect(told).toEqual([]);
});

it("one that cannot be finished at once is left to a job, and the next one has its turn", async () => {
  isAway = (id) => id === REPLACED[0];
  await start();
  expect(await unfinished()).toEqual([machines[0]]);
  expect(sent).toEqual([{ type: "finish_replacement", deviceId: machines[0] }]);
});

it("as a new demo's first days are written, the curves of every machine with work are worked out of them", async () => {
  const work = {
    ...{ name: "Belts", kind: "feed_belts", type: "replacement" as const, target: "belts" },
    ...{ verbs: {} as never, actions: [], cutoffValue: 20, maxTagThreshold: 100, createdAt: 1 },
  };
  const [deviceId, other] = machines as [number, number];
  await db()
    .insert(maintenances)
    .values([
      { ...work, deviceId, lastPerformedAt: 2 },
      { ...work, deviceId, name: "Rolls", lastPerformedAt: 2 },
      // Never done: nothing burns.
      { ...work, deviceId: other },
    ]);
  await start(AT_HISTORY);
  expect(sent).toEqual([{ type: "keep_burn_rates", deviceId }]);
});
