/** What a recorder lists of a sampler's tags follows D1: one that was not told of the newest mappings reads them first. */
import { env as testEnv } from "cloudflare:workers";
import { beforeAll, expect, it } from "vitest";
import { openDb } from "#app/db/client.server.ts";
import { devices, samplers, telemetryDefinitions } from "#app/db/schema/index.ts";
import { recorderName } from "#app/domain/series/recorder-port.ts";
import { loadRecorderConfig } from "#app/features/samplers/load-recorder-config.server.ts";
import type { IngestEnv } from "#app/platform/env.ts";

const env = testEnv as unknown as IngestEnv;
const db = openDb(env.DB);
const recorder = (id: number) => env.RECORDER.getByName(recorderName(id));
/** Of a machine that never had one. */
const OLD_RECORDER = 7_001;
let deviceId: number;
let samplerId: number;

const keysOf = async (id: number, version: number) => {
  const question = { samplerId, version, page: 1, limit: 30, atOnce: 60 };
  return (await recorder(id).tagsByNeed(question)).tags.map(({ machineKey }) => machineKey);
};
const addMapping = (name: string) =>
  db
    .insert(telemetryDefinitions)
    .values({ samplerId, deviceId, machineKey: name, humanKey: name.toLowerCase(), createdAt: 1 });

beforeAll(async () => {
  const kind = { make: "Sun" as const, model: "Sun625", createdAt: 1, recorderVersion: 4 };
  const machine = { serialNumber: "LISTED", name: "FFG 1", ...kind };
  deviceId = (await db.insert(devices).values(machine).returning())[0]!.id;
  const sampler = { deviceId, name: "PLC", spec: "OpcUa", createdAt: 1, updatedAt: 1 };
  samplerId = (await db.insert(samplers).values(sampler).returning())[0]!.id;
  await addMapping("A");
});

it("reads the settings that it does not have, and no others", async () => {
  expect(await keysOf(deviceId, 4)).toEqual(["A"]);
  await addMapping("B");
  expect(await keysOf(deviceId, 4)).toEqual(["A"]);
  await db.update(devices).set({ recorderVersion: 5 });
  expect(await keysOf(deviceId, 5)).toEqual(["A", "B"]);
});

it("reads those of the machine that took another one's place", async () => {
  const config = await loadRecorderConfig({ db, now: Date.now() }, deviceId);
  await recorder(OLD_RECORDER).configure({ ...config!, version: 1, samplers: [] });
  expect(await keysOf(OLD_RECORDER, 5)).toEqual(["A", "B"]);
});
