import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { openTestDb } from "#tests/factories/db.ts";
import {
  createCustomer,
  createFacility,
  createMachine,
  createUser,
  NOW,
} from "#tests/factories/people.ts";
import { alarmJournal, alarms, devices } from "#app/db/schema/index.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { createSampler } from "#app/features/samplers/create-sampler.server.ts";
import { deleteSampler } from "#app/features/samplers/delete-sampler.server.ts";
import { loadRecorderConfig } from "#app/features/samplers/load-recorder-config.server.ts";
import { newAlarm } from "./alarm.ts";
import { listRecipients } from "./alarm-recipients.server.ts";
import { createAlarm } from "./define-alarm.server.ts";
import { listSilenceWatched } from "./list-silence.server.ts";

const db = openTestDb();
let boss: Actor;
let facilityId: number;
let deviceId: number;
let samplerId: number;
const as = (actor: Actor) => ({
  db: db(),
  now: NOW,
  actor,
  recorder: () => ({ configure: async () => undefined }),
  jobs: { send: async () => undefined },
  machineChanged: () => undefined,
});
const add = (device_id: number, name: string) =>
  createSampler(as(boss), {
    device_id,
    name,
    spec: "http",
    plc_address: undefined,
    plc_port: undefined,
    dataset_name: undefined,
    machine_number: undefined,
    only_mapped_tags: undefined,
  });
const silent = (more: object) =>
  newAlarm.parse({
    name: "Silent",
    function: "no_data_for_time_period",
    arguments: { period: 600_000, ...more },
  });

beforeAll(async () => {
  boss = (await createUser(db(), { role: "superuser" })).actor;
  facilityId = await createFacility(db(), await createCustomer(db()));
  deviceId = (await createMachine(db(), { facilityId })).id;
  samplerId = (await add(deviceId, "PLC")).id;
});

describe("a new sampler's silence", () => {
  it("is watched from the start, once it was heard, and its recorder knows", async () => {
    const rows = await db().select().from(alarms).where(eq(alarms.deviceId, deviceId));
    expect(rows).toMatchObject([
      {
        name: "No data from PLC",
        function: "no_data_for_time_period",
        arguments: {
          source: "sampler",
          sampler_id: samplerId,
          period: 600_000,
          awaits_first: true,
        },
        extraEmails: [],
        inAlarm: false,
        isAcknowledged: true,
        definedAt: NOW,
      },
    ]);
    const config = await loadRecorderConfig({ db: db(), now: NOW }, deviceId);
    expect(config?.alarms?.map(({ id }) => id)).toEqual([rows[0]!.id]);
    const [line] = await db().select().from(alarmJournal);
    expect(line).toMatchObject({ kind: "created", alarmId: rows[0]!.id, userId: null });
    const [machine] = await db().select().from(devices).where(eq(devices.id, deviceId));
    expect(machine!.lastShadowUpdateAt).toBe(NOW);
  });

  it("is looked at by the regular job, and of a machine out of service by nobody", async () => {
    const ids = async () => (await listSilenceWatched({ db: db() })).map(({ id }) => id);
    expect(await ids()).toEqual([deviceId]);
    await db().update(devices).set({ retiredAt: NOW }).where(eq(devices.id, deviceId));
    expect(await ids()).toEqual([]);
    expect((await loadRecorderConfig({ db: db(), now: NOW }, deviceId))?.alarms).toEqual([]);
    await db().update(devices).set({ retiredAt: null }).where(eq(devices.id, deviceId));
  });

  it("goes with the sampler; the journal keeps that it was there", async () => {
    const other = await add(deviceId, "B");
    await deleteSampler(as(boss), other.id);
    const rows = await db().select().from(alarms).where(eq(alarms.deviceId, deviceId));
    expect(rows.map(({ name }) => name)).toEqual(["No data from PLC"]);
    const lines = await db().select().from(alarmJournal);
    expect(lines.map(({ alarmName, kind }) => `${alarmName} ${kind}`)).toEqual([
      "No data from PLC created",
      "No data from B created",
      "No data from B deleted",
    ]);
  });
});

describe("an alarm of silence", () => {
  it("watches a machine by default, a tag or one of the machine's samplers", async () => {
    const kept = async (more: object) =>
      (await createAlarm(as(boss), deviceId, silent(more))).arguments;
    expect(await kept({ tag_name: "left over", threshold: 4 })).toEqual({
      tag_name: "",
      period: 600_000,
      source: "machine",
    });
    expect(await kept({ source: "tag", tag_name: "speed" })).toMatchObject({ tag_name: "speed" });
    expect(await kept({ source: "sampler", sampler_id: samplerId })).toMatchObject({
      sampler_id: samplerId,
    });
  });

  it("is refused without what it watches, of a foreign sampler, and under a minute", async () => {
    const refused = async (more: object) =>
      createAlarm(as(boss), deviceId, silent(more)).then(
        () => null,
        (error: { fields: object }) => Object.keys(error.fields),
      );
    const { id } = await createMachine(db(), { facilityId });
    const theirs = await add(id, "C");
    expect(await refused({ source: "tag" })).toEqual(["arguments.tag_name"]);
    expect(await refused({ source: "sampler" })).toEqual(["arguments.sampler_id"]);
    expect(await refused({ source: "sampler", sampler_id: theirs.id })).toEqual([
      "arguments.sampler_id",
    ]);
    expect(await refused({ period: 59_000 })).toEqual(["arguments.period"]);
  });

  it("is told to those too who commission the machine, and no other alarm is", async () => {
    const make = async (of: "Sun" | "Ward") =>
      (await createUser(db(), { role: "oem_superuser", make: of })).email;
    const [sun, ward] = [await make("Sun"), await make("Ward")];
    const told = async (kind: (typeof alarms.$inferSelect)["function"]) =>
      (
        await listRecipients({ db: db() }, [
          { id: 1, deviceId, function: kind, extraEmails: [], facility: { id: facilityId } },
        ])
      ).map(({ email }) => email);
    const silence = await told("no_data_for_time_period");
    expect(silence).toContain(sun);
    expect(silence).not.toContain(ward);
    expect(silence).toHaveLength(2);
    expect(await told("anomalous_for_time_period")).toEqual([]);
    // Told of in one go with a machine of another make, each hears of its own.
    const other = await createMachine(db(), { facilityId, make: "Ward" });
    const recipients = await listRecipients(
      { db: db() },
      [deviceId, other.id].map((machine, index) => ({
        ...{ id: index + 1, deviceId: machine, extraEmails: [], facility: { id: facilityId } },
        function: "no_data_for_time_period" as const,
      })),
    );
    const heard = (of: string) => [
      ...(recipients.find(({ email }) => email === of)?.alarmIds ?? []),
    ];
    expect([heard(sun), heard(ward)]).toEqual([[1], [2]]);
  });
});
