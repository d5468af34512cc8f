import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openTestDb } from "#tests/factories/db.ts";
import {
  createCustomer,
  createFacility,
  createMachine,
  createUser,
  NOW,
} from "#tests/factories/people.ts";
import {
  devices,
  keptClock,
  samplerKeys,
  samplers,
  telemetryDefinitions,
} from "#app/db/schema/index.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { hashSamplerKey, isSamplerKey } from "#app/domain/samplers/keys.ts";
import type {
  RecorderConfig,
  RecorderStatus,
  SamplerStatus,
} from "#app/domain/series/recorder-port.ts";
import { createMapping } from "./create-mapping.server.ts";
import { createSampler } from "./create-sampler.server.ts";
import { deleteMapping } from "./delete-mapping.server.ts";
import { deleteSampler } from "./delete-sampler.server.ts";
import { findSamplerByKey } from "./find-sampler-by-key.server.ts";
import { getIngestStatus } from "./get-ingest-status.server.ts";
import { getSamplerConfig } from "./get-sampler-config.server.ts";
import { listMachineMappings, listMappings } from "./list-mappings.server.ts";
import { listSamplers } from "./list-samplers.server.ts";
import { listTelemetryTypes } from "./list-telemetry-types.server.ts";
import { loadRecorderConfig } from "./load-recorder-config.server.ts";
import { rotateSamplerKey } from "./rotate-sampler-key.server.ts";
import { createMappingSchema, createSamplerSchema, updateMappingSchema } from "./schemas.ts";
import { updateMapping } from "./update-mapping.server.ts";
import { updateSampler } from "./update-sampler.server.ts";

const db = openTestDb();
const HOUR = 3_600_000;
let machine: { id: number; serialNumber: string };
let actors: Record<"admin" | "user" | "stranger" | "oem" | "superuser", Actor>;
let pushed: RecorderConfig[];
let queued: unknown[];
let statuses: SamplerStatus[] | Error;
let isRecorderAway: boolean;
const recorderStatus: Omit<RecorderStatus, "samplers"> = {
  deviceId: 1,
  newestSampleMs: NOW - 1500,
  lastBatchAtMs: NOW - 500,
  unsealedSamples: 600,
  unsealedBytes: 5000,
  segments: 2,
  rollupFiles: 1,
  storedBytes: 9000,
  overdueHours: 0,
  metrics: { count: 60, unmapped: 12, unmappedLimit: 1000 },
  lastSealAtMs: NOW - HOUR,
};
const rejectedBy = { unmapped: 1, future: 0, too_old: 1, bad_value: 2, too_many_metrics: 1 };

beforeAll(async () => {
  const [acme, globex] = [await createCustomer(db()), await createCustomer(db())];
  const facilityId = await createFacility(db(), acme, "America/Mexico_City");
  machine = await createMachine(db(), { facilityId, make: "LMC" });
  const actorOf = async (
    ...args: Parameters<typeof createUser> extends [unknown, ...infer Rest] ? Rest : never
  ) => (await createUser(db(), ...args)).actor;
  actors = {
    admin: await actorOf({ role: "admin", customerId: acme }),
    user: await actorOf({ role: "user", customerId: acme, facilityIds: [facilityId] }),
    stranger: await actorOf({ role: "admin", customerId: globex }),
    oem: await actorOf({ role: "oem_superuser", make: "LMC" }),
    superuser: await actorOf({ role: "superuser" }),
  };
});
beforeEach(() => {
  [pushed, queued, statuses, isRecorderAway] = [[], [], [], false];
});

const deps = (who: keyof typeof actors = "admin", now = NOW) => ({
  db: db(),
  now,
  actor: actors[who],
  recorder: () => ({
    configure: async (config: RecorderConfig) => {
      if (isRecorderAway) throw new Error("away");
      pushed.push(config);
    },
    status: async () => {
      if (statuses instanceof Error) throw statuses;
      return { ...recorderStatus, samplers: statuses };
    },
  }),
  jobs: { send: async (message: unknown) => queued.push(message) },
});
const newSampler = (change: Record<string, unknown> = {}, who?: keyof typeof actors) =>
  createSampler(
    deps(who),
    createSamplerSchema.parse({
      device_id: machine.id,
      name: "PLC",
      spec: "ControlLogix",
      plc_address: "10.0.0.1",
      plc_port: 44818,
      ...change,
    }),
  );
let counter = 0;
const newMapping = (
  samplerId: number,
  change: Record<string, unknown> = {},
  who?: keyof typeof actors,
) => {
  counter += 1;
  return createMapping(
    deps(who),
    createMappingSchema.parse({
      sampler_id: samplerId,
      machine_key: `Tag${counter}`,
      human_key: `human_${counter}`,
      ...change,
    }),
  );
};
const versionOf = async () =>
  (await db()
    .select({ v: devices.recorderVersion })
    .from(devices)
    .where(eq(devices.id, machine.id))
    .get())!.v;
const refusal = async (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: { code?: string; fields?: unknown }) => error.fields ?? error.code ?? error,
  );

describe("a new sampler", () => {
  it("gets a key that is told once and stored as a hash, and the recorder hears of it twice", async () => {
    const before = await versionOf();
    const { key, ...sampler } = await newSampler();
    expect(isSamplerKey(key)).toBe(true);
    expect(sampler).toMatchObject({
      device_id: machine.id,
      name: "PLC",
      spec: "ControlLogix",
      plc_port: 44818,
      only_mapped_tags: false,
    });
    const stored = await db()
      .select()
      .from(samplerKeys)
      .where(eq(samplerKeys.samplerId, sampler.id));
    expect(stored.map((row) => [row.keyHash, row.expiresAt])).toEqual([
      [await hashSamplerKey(key), null],
    ]);
    expect(JSON.stringify(await db().select().from(samplers))).not.toContain(key);
    expect(pushed.at(-1)).toMatchObject({
      deviceId: machine.id,
      version: before + 1,
      timezone: "America/Mexico_City",
    });
    expect(pushed.at(-1)!.samplers.find(({ id }) => id === sampler.id)?.keys).toEqual([
      { hash: await hashSamplerKey(key), expiresAtMs: null },
    ]);
    expect(queued).toEqual([{ type: "push_recorder_config", deviceId: machine.id }]);
    expect((await listTelemetryTypes(deps(), sampler.id)).map((type) => type.name)).toContain(
      "TIMER",
    );
  });

  it("of the data set's spec has a machine number instead of an address", async () => {
    const sampler = await newSampler({
      spec: "internationalpaperopsdb",
      dataset_name: "ops",
      machine_number: "7",
    });
    expect(sampler).toMatchObject({
      spec: "InternationalPaperOpsDB",
      plc_address: null,
      plc_port: null,
      dataset_name: "ops",
      machine_number: "7",
    });
  });

  it("may be made by its machine's serial number, by every managing role", async () => {
    for (const who of ["admin", "oem", "superuser"] as const)
      expect((await newSampler({ device_id: machine.serialNumber }, who)).device_id).toBe(
        machine.id,
      );
  });

  it("is refused to users, and does not exist for strangers", async () => {
    expect(await refusal(newSampler({}, "user"))).toBe("forbidden");
    expect(await refusal(newSampler({}, "stranger"))).toBe("not_found");
    expect(await refusal(newSampler({ device_id: 999_999 }))).toBe("not_found");
    expect(pushed).toEqual([]);
  });

  it("is kept when only the queue hears of it, and an error when nobody does", async () => {
    isRecorderAway = true;
    expect((await newSampler()).id).toBeGreaterThan(0);
    const deaf = { ...deps(), jobs: { send: async () => Promise.reject(new Error("away")) } };
    expect(
      await refusal(
        createSampler(
          deaf,
          createSamplerSchema.parse({ device_id: machine.id, name: "x", spec: "http" }),
        ),
      ),
    ).toBe("unavailable");
  });
});

describe("a sampler", () => {
  it("has a spec of the catalogue, or keeps the one that its gateway brought", async () => {
    const unknown = { code: "validation_failed", fields: { spec: [{ code: "one_of" }] } };
    await expect(newSampler({ spec: "nonsense" })).rejects.toMatchObject(unknown);
    expect((await newSampler({ spec: " HTTP" })).spec).toBe("HttpBatch");
    const { id } = await newSampler();
    await db().update(samplers).set({ spec: "profinet" }).where(eq(samplers.id, id));
    const change = (spec: string) => updateSampler(deps(), id, { spec } as never);
    expect((await change("profinet")).spec).toBe("profinet");
    await expect(change("nonsense")).rejects.toMatchObject(unknown);
    expect((await change("siemenss7")).spec).toBe("SiemensS7");
  });

  it("has an address of one line, for it stands in a configuration", () => {
    const parse = (text: string) =>
      createSamplerSchema.safeParse({ device_id: 1, name: "S", spec: "http", plc_address: text });
    expect(parse('10.0.0.1"\n[[inputs.exec]]').success).toBe(false);
    expect(parse("10.0.0.1").success).toBe(true);
  });

  it("keeps what an update leaves out", async () => {
    const { id } = await newSampler();
    const before = await versionOf();
    expect(await updateSampler(deps(), id, { only_mapped_tags: true } as never)).toMatchObject({
      name: "PLC",
      plc_address: "10.0.0.1",
      only_mapped_tags: true,
    });
    expect([
      await versionOf(),
      pushed.at(-1)!.samplers.find((sampler) => sampler.id === id)?.onlyMappedTags,
    ]).toEqual([before + 1, true]);
    expect(await getSamplerConfig({ db: db() }, id)).toMatchObject({
      sampler: { id, only_mapped_tags: true },
      device: {
        id: machine.id,
        serial_number: machine.serialNumber,
        timezone: "America/Mexico_City",
      },
    });
  });

  it("is nobody else's to change, rotate, list or delete", async () => {
    const { id } = await newSampler();
    const byManagers = (who: keyof typeof actors) => [
      () => updateSampler(deps(who), id, { name: "mine" } as never),
      () => rotateSamplerKey(deps(who), id),
      () => deleteSampler(deps(who), id),
      () => listSamplers(deps(who), machine.id),
      () => getIngestStatus(deps(who), machine.id),
      () => listMappings(deps(who), id, { page: 1, limit: 30 }),
      () => listTelemetryTypes(deps(who), id),
    ];
    for (const work of byManagers("stranger")) expect(await refusal(work())).toBe("not_found");
    for (const work of byManagers("user")) expect(await refusal(work())).toBe("forbidden");
    for (const wrong of ["abc", "0", "-1", 999_999])
      expect(await refusal(deleteSampler(deps(), wrong))).toBe("not_found");
  });

  it("has two keys for an hour after a rotation, and an old one never longer", async () => {
    const { id, key } = await newSampler();
    const first = await rotateSamplerKey(deps(), id);
    expect(first.previous_key_expires_at).toBe(new Date(NOW + HOUR).toISOString());
    await rotateSamplerKey(deps("admin", NOW + HOUR / 2), id);
    const holderOf = async (text: string, now: number) =>
      (await findSamplerByKey({ db: db(), now }, await hashSamplerKey(text)))?.samplerId ?? null;
    expect([await holderOf(key, NOW + HOUR - 1), await holderOf(key, NOW + HOUR)]).toEqual([
      id,
      null,
    ]);
    expect([
      await holderOf(first.key, NOW + 1.5 * HOUR - 1),
      await holderOf(first.key, NOW + 1.5 * HOUR),
    ]).toEqual([id, null]);
    const config = await loadRecorderConfig({ db: db(), now: NOW + HOUR }, machine.id);
    expect(config?.samplers.find((sampler) => sampler.id === id)?.keys).toHaveLength(2);
  });

  it("is listed with what the recorder knows of it, and without it when that is away", async () => {
    const { id } = await newSampler();
    statuses = [
      {
        samplerId: id,
        lastBatchAtMs: NOW,
        buffered: 1,
        dropped: 2,
        accepted: 3,
        duplicate: 4,
        rejected: 5,
        rejectedBy,
      },
    ];
    const mine = async () =>
      (await listSamplers(deps(), machine.serialNumber)).find((sampler) => sampler.id === id)
        ?.status;
    expect(await mine()).toEqual({
      last_batch_at: new Date(NOW).toISOString(),
      buffered: 1,
      dropped: 2,
      accepted: 3,
      duplicate: 4,
      rejected: 5,
      rejected_by_reason: rejectedBy,
    });
    statuses = new Error("away");
    expect(await mine()).toBeNull();
  });

  it("is part of its machine's ingest status, with why its samples were rejected", async () => {
    const { id } = await newSampler();
    statuses = [
      {
        samplerId: id,
        lastBatchAtMs: NOW,
        buffered: 1,
        dropped: 2,
        accepted: 3,
        duplicate: 4,
        rejected: 5,
        rejectedBy,
      },
    ];
    for (const who of ["admin", "oem", "superuser"] as const) {
      const { samplers: listed, ...status } = await getIngestStatus(
        deps(who),
        machine.serialNumber,
      );
      expect(status).toEqual({
        device_id: machine.id,
        newest_sample_at: new Date(NOW - 1500).toISOString(),
        lag_ms: 1500,
        last_batch_at: new Date(NOW - 500).toISOString(),
        unsealed_samples: 600,
        unsealed_bytes: 5000,
        last_seal_at: new Date(NOW - HOUR).toISOString(),
        segments: 2,
        rollup_files: 1,
        stored_bytes: 9000,
        overdue_hours: 0,
        metrics: { count: 60, unmapped: 12, unmapped_limit: 1000 },
      });
      expect(listed.find((sampler) => sampler.id === id)).toMatchObject({
        name: "PLC",
        status: { rejected: 5, rejected_by_reason: rejectedBy },
      });
      expect(listed.filter(({ status: said }) => said === null)).toHaveLength(listed.length - 1);
    }
    statuses = new Error("away");
    expect(await refusal(getIngestStatus(deps(), machine.id))).toBe("unavailable");
    const damaged = async () => {
      throw new Error("database disk image is malformed: SQLITE_CORRUPT");
    };
    const withDamage = { ...deps(), recorder: () => ({ status: damaged }) };
    expect(await refusal(getIngestStatus(withDamage, machine.id))).toBe("series_damaged");
  });

  it("tells of a machine whose newest sample lies ahead that nothing lags, and where it lies", async () => {
    const lagAt = async (newestSampleMs: number | null) => {
      const status = async () => ({ ...recorderStatus, newestSampleMs, samplers: [] });
      const told = await getIngestStatus({ ...deps(), recorder: () => ({ status }) }, machine.id);
      return [told.newest_sample_at, told.lag_ms];
    };
    expect(await lagAt(NOW + 4000)).toEqual([new Date(NOW + 4000).toISOString(), 0]);
    expect(await lagAt(NOW)).toEqual([new Date(NOW).toISOString(), 0]);
    expect(await lagAt(NOW - 1)).toEqual([new Date(NOW - 1).toISOString(), 1]);
    expect(await lagAt(null)).toEqual([null, null]);
  });

  it("leaves with its keys and mappings", async () => {
    const { id, key } = await newSampler();
    await newMapping(id);
    expect(await deleteSampler(deps(), id)).toEqual({ id });
    expect(await findSamplerByKey({ db: db(), now: NOW }, await hashSamplerKey(key))).toBeNull();
    expect(
      await db().select().from(telemetryDefinitions).where(eq(telemetryDefinitions.samplerId, id)),
    ).toEqual([]);
    expect(pushed.at(-1)!.samplers.map((sampler) => sampler.id)).not.toContain(id);
    expect(await getSamplerConfig({ db: db() }, id)).toBeNull();
  });
});

describe("a mapping", () => {
  it("reaches the recorder and the sampler on site", async () => {
    const { id } = await newSampler();
    const mapping = await newMapping(id, { machine_key: "Main.Speed", human_key: "my_speed" });
    expect(mapping).toMatchObject({
      device_id: machine.id,
      threshold_lower_bound_percentile: 0.1,
      threshold_upper_bound_percentile: 99.9,
      threshold_anomaly_detection_enabled: true,
      uts_anomaly_detection_enabled: false,
    });
    expect(pushed.at(-1)!.samplers.find((sampler) => sampler.id === id)?.mappings).toEqual({
      "Main.Speed": "my_speed",
    });
    expect((await getSamplerConfig({ db: db() }, id))?.mappings).toEqual([
      { machine_key: "Main.Speed", human_key: "my_speed", telemetry_type: null },
    ]);
    await updateMapping(
      deps(),
      mapping.id,
      updateMappingSchema.parse({ human_key: "other_speed" }),
    );
    expect(pushed.at(-1)!.samplers.find((sampler) => sampler.id === id)?.mappings).toEqual({
      "Main.Speed": "other_speed",
    });
    await deleteMapping(deps(), mapping.id);
    expect(pushed.at(-1)!.samplers.find((sampler) => sampler.id === id)?.mappings).toEqual({});
  });

  it("may not use a machine key of its sampler or a human key of its machine twice", async () => {
    const [one, two] = [await newSampler(), await newSampler()];
    const mapping = await newMapping(one.id, { machine_key: "A", human_key: "twice" });
    expect(await refusal(newMapping(one.id, { machine_key: "A" }))).toEqual({
      machine_key: [{ code: "machine_key_in_use" }],
    });
    expect(await refusal(newMapping(two.id, { human_key: "twice" }))).toEqual({
      human_key: [{ code: "human_key_in_use" }],
    });
    expect(await refusal(newMapping(two.id, { machine_key: "A" }))).toBe("done");
    expect(
      (await updateMapping(deps(), mapping.id, updateMappingSchema.parse({ machine_key: "A" })))
        .human_key,
    ).toBe("twice");
  });

  it("loses a race with the same words", async () => {
    const { id } = await newSampler();
    const results = await Promise.all(
      [1, 2, 3].map(() => refusal(newMapping(id, { machine_key: "Race", human_key: "race" }))),
    );
    expect(results.filter((result) => result === "done")).toHaveLength(1);
    for (const result of results.filter((each) => each !== "done"))
      expect(JSON.stringify(result)).toContain("human_key_in_use");
  });

  it("names its members where its type has some, and a type of its own sampler", async () => {
    const [one, two] = [await newSampler(), await newSampler()];
    const timer = (await listTelemetryTypes(deps(), one.id)).find((type) => type.name === "TIMER")!;
    expect(
      await refusal(newMapping(one.id, { machine_key: "T4", telemetry_type_id: timer.id })),
    ).toHaveProperty("machine_key");
    expect(
      await refusal(newMapping(one.id, { machine_key: "T4.ACC", telemetry_type_id: timer.id })),
    ).toBe("done");
    expect(
      await refusal(newMapping(two.id, { machine_key: "T4.ACC", telemetry_type_id: timer.id })),
    ).toHaveProperty("telemetry_type_id");
  });

  it("cannot enable UTS detection beyond 200 of a sampler", async () => {
    const { id } = await newSampler();
    const rows = Array.from({ length: 200 }, (_, i) => ({
      samplerId: id,
      deviceId: machine.id,
      machineKey: `U${i}`,
      humanKey: `uts_${i}`,
      utsAnomalyDetectionEnabled: true,
      createdAt: NOW,
    }));
    for (let i = 0; i < rows.length; i += 10)
      await db()
        .insert(telemetryDefinitions)
        .values(rows.slice(i, i + 10));
    expect(await refusal(newMapping(id, { uts_anomaly_detection_enabled: true }))).toHaveProperty(
      "uts_anomaly_detection_enabled",
    );
    const plain = await newMapping(id);
    expect(
      await refusal(
        updateMapping(
          deps(),
          plain.id,
          updateMappingSchema.parse({ uts_anomaly_detection_enabled: true }),
        ),
      ),
    ).toHaveProperty("uts_anomaly_detection_enabled");
    const [first] = (await listMappings(deps(), id, { page: 1, limit: 1, machineKey: "U0" })).data;
    expect(
      await refusal(
        updateMapping(
          deps(),
          first!.id,
          updateMappingSchema.parse({ primary_section: "printing" }),
        ),
      ),
    ).toBe("done");
    expect((await listMappings(deps(), id, { page: 7, limit: 30 })).paging).toEqual({
      page: 7,
      limit: 30,
      count: 201,
      uts_ad_enabled_count: 200,
    });
  });

  it("is found by parts of its names to the letter but for case: %, _, a quote and \\ are themselves, at any length", async () => {
    const { id } = await newSampler();
    const long = `Line7.Station[12].Drive.Motor.Winding.${"Temperature".repeat(5)}`;
    const keys = {
      drive_rpm: "Drive.Speed",
      load_percent: "Load%",
      quoted: "it's",
      slashed: "a\\b",
      accented: "Presión.Ñandú.Über",
      long,
    };
    for (const [human_key, machine_key] of Object.entries(keys))
      await newMapping(id, { machine_key, human_key });
    const find = async (filter: object) =>
      (await listMappings(deps(), id, { page: 1, limit: 30, ...filter })).data
        .map((row) => row.human_key)
        .sort();
    expect(await find({ machineKeyLike: "SPEED" })).toEqual(["drive_rpm"]);
    expect(await find({ machineKeyLike: "speed", humanKeyLike: "percent" })).toEqual([
      "drive_rpm",
      "load_percent",
    ]);
    expect(await find({ machineKeyLike: "%" })).toEqual(["load_percent"]);
    expect(await find({ machineKeyLike: "d%" })).toEqual(["load_percent"]);
    expect(await find({ humanKeyLike: "%load%" })).toEqual([]);
    expect(await find({ machineKeyLike: "_" })).toEqual([]);
    expect(await find({ humanKeyLike: "_" })).toEqual(["drive_rpm", "load_percent"]);
    expect(await find({ machineKeyLike: "'" })).toEqual(["quoted"]);
    expect(await find({ machineKeyLike: "\\" })).toEqual(["slashed"]);
    expect(await find({ machineKeyLike: long.toLowerCase() })).toEqual(["long"]);
    expect(await find({ containing: long })).toEqual(["long"]);
    expect(await find({ machineKeyLike: "PRESIÓN" })).toEqual(["accented"]);
    expect(await find({ containing: ".ñANDÚ.ü" })).toEqual(["accented"]);
    expect(await find({ machineKeyLike: "", humanKeyLike: "" })).toHaveLength(6);
    expect(await find({ machineKey: "Drive.Speed" })).toEqual(["drive_rpm"]);
    expect(
      (await listMachineMappings(deps(), machine.id, "drive_rpm")).map((row) => row.machine_key),
    ).toEqual(["Drive.Speed"]);
  });

  it("is nobody else's", async () => {
    const { id } = await newSampler();
    const mapping = await newMapping(id);
    expect(await refusal(newMapping(id, {}, "stranger"))).toBe("not_found");
    expect(await refusal(newMapping(id, {}, "user"))).toBe("forbidden");
    expect(
      await refusal(
        updateMapping(deps("stranger"), mapping.id, updateMappingSchema.parse({ human_key: "x" })),
      ),
    ).toBe("not_found");
    expect(await refusal(deleteMapping(deps("user"), mapping.id))).toBe("forbidden");
    expect(await refusal(listMachineMappings(deps("stranger"), machine.id))).toBe("not_found");
  });
});

it("a machine that does not exist has no recorder configuration", async () => {
  expect(await loadRecorderConfig({ db: db(), now: NOW }, 999_999)).toBeNull();
});

it("a recorder is told how late it is held to be, whatever the clock says", async () => {
  const believed = async (now: number) =>
    (await loadRecorderConfig({ db: db(), now }, machine.id))?.believedMs;
  expect(await believed(NOW)).toBe(NOW);
  await db().insert(keptClock).values({ id: 1, timeMs: NOW, agreesSinceMs: 0, lookedAtMs: NOW });
  expect(await believed(NOW + HOUR)).toBe(NOW + HOUR);
  expect(await believed(NOW + 30_000 * HOUR)).toBe(NOW);
  expect(await believed(NOW - HOUR)).toBe(NOW - HOUR);
});
