/** Many mappings in one act: what becomes of each row, all or nothing, and the limits in the statement. */
import { eq, like } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import {
  auditEntries,
  samplers,
  telemetryDefinitions,
  telemetryTypes,
} from "#app/db/schema/index.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { MAX_MAPPINGS_PER_MACHINE, MAX_UTS_TAGS_PER_SAMPLER } from "#app/domain/limits.ts";
import { MAX_MACHINE_KEY_LENGTH } from "#app/domain/samplers/machine-key.ts";
import { MAX_HUMAN_KEY_LENGTH } from "#app/domain/samplers/mapping-rules.ts";
import type { WantedMapping } from "#app/domain/samplers/plan-mappings.ts";
import type { RecorderConfig } from "#app/domain/series/recorder-port.ts";
import { callApi } from "#tests/factories/api.ts";
import { openTestDb } from "#tests/factories/db.ts";
import {
  createCustomer,
  createFacility,
  createMachine,
  createSession,
  createUser,
  NOW,
} from "#tests/factories/people.ts";
import { createSampler } from "./create-sampler.server.ts";
import { listUnmapped } from "./list-unmapped.server.ts";
import { listUnmappedNames } from "./name-unmapped.server.ts";
import { mapMany, type MapManyInput } from "./map-many.server.ts";
import { mappingsApi } from "./mappings.api.server.ts";
import { createSamplerSchema } from "./schemas.ts";
import { listMappingSources, rowsOfDefaults, rowsOfSampler } from "./mapping-sources.server.ts";

/** Of one value in a statement, by D1. */
const MAX_VALUE_BYTES = 2_000_000;
const db = openTestDb();
const actors = {} as Record<"admin" | "stranger", Actor>;
let machine: { id: number };
let sister: { id: number };
let pushed: RecorderConfig[];
let samplerId: number;
let toldBefore = 0;

beforeAll(async () => {
  const [acme, globex] = [await createCustomer(db()), await createCustomer(db())];
  const facilityId = await createFacility(db(), acme);
  machine = await createMachine(db(), { facilityId, make: "Sun" });
  sister = await createMachine(db(), { facilityId, make: "Sun" });
  actors.admin = (await createUser(db(), { role: "admin", customerId: acme })).actor;
  actors.stranger = (await createUser(db(), { role: "admin", customerId: globex })).actor;
});
const deps = (who: keyof typeof actors = "admin") => ({
  db: db(),
  now: NOW,
  actor: actors[who],
  jobs: { send: () => Promise.resolve() },
  recorder: () => ({
    configure: (config: RecorderConfig) => {
      pushed.push(config);
      return Promise.resolve();
    },
  }),
});
const newSampler = async (device_id: number) =>
  (await createSampler(deps(), createSamplerSchema.parse({ device_id, name: "S", spec: "http" })))
    .id;
beforeEach(async () => {
  await db().delete(samplers);
  toldBefore = (await allTold()).length;
  pushed = [];
  samplerId = await newSampler(machine.id);
});
const rows = (...pairs: [machineKey: string, humanKey: string, more?: Partial<WantedMapping>][]) =>
  pairs.map(([machineKey, humanKey, more]): WantedMapping => ({ machineKey, humanKey, ...more }));
const many = (wanted: readonly WantedMapping[], more: Partial<MapManyInput> = {}) =>
  mapMany(deps(), samplerId, { rows: wanted, skipsTaken: false, isTrial: false, ...more });
const stored = async () =>
  Object.fromEntries(
    (await db().select().from(telemetryDefinitions)).map((row) => [row.machineKey, row.humanKey]),
  );
const allTold = () =>
  db().select().from(auditEntries).where(like(auditEntries.action, "sampler.mappings_changed"));
/** Since the test began: entries of the audit log cannot be deleted. */
const told = async () => (await allTold()).slice(toldBefore);

describe("many mappings in one act", () => {
  it("are only looked at first, then done, told once and pushed once", async () => {
    const wanted = rows(["A", "a"], ["B", "b"]);
    const before = pushed.length;
    const looked = await many(wanted, { isTrial: true });
    expect(looked).toMatchObject({
      isDone: false,
      rows: [{ outcome: "added" }, { outcome: "added" }],
    });
    expect(await stored()).toEqual({});
    expect((await many(wanted)).isDone).toBe(true);
    expect(await stored()).toEqual({ A: "a", B: "b" });
    expect(pushed).toHaveLength(before + 1);
    expect(pushed.at(-1)?.samplers[0]?.mappings).toEqual({ A: "a", B: "b" });
    expect((await told()).map(({ after }) => after)).toEqual([
      { device_id: machine.id, added: 2, changed: 0, machine_keys: ["A", "B"] },
    ]);
  });

  it("change what has the machine key, leave what is the same, and tell nothing of that", async () => {
    await many(rows(["A", "a"], ["B", "b"]));
    const { rows: planned } = await many(rows(["A", "a"], ["B", "b2"]));
    expect(planned.map(({ outcome }) => outcome)).toEqual(["same", "changed"]);
    expect(await stored()).toEqual({ A: "a", B: "b2" });
    await many(rows(["A", "a"]));
    expect(await told()).toHaveLength(2);
  });

  it("may swap names among themselves", async () => {
    await many(rows(["A", "a"], ["B", "b"]));
    expect((await many(rows(["A", "b"], ["B", "a"]))).isDone).toBe(true);
    expect(await stored()).toEqual({ A: "b", B: "a" });
  });

  it("are all refused when one is, each by what is wrong with it", async () => {
    await many(rows(["X", "taken"]));
    const result = await many(
      rows(
        ["A", "a"],
        ["A", "again"],
        ["B", "taken"],
        ["C", "not good"],
        ["", "d"],
        ["E", "a"],
        ["F", "f", { typeName: "NO_SUCH" }],
      ),
    );
    expect(result.isDone).toBe(false);
    expect(result.rows.map(({ outcome, problems }) => [outcome, problems])).toEqual([
      ["added", {}],
      ["refused", { machine_key: [{ code: "machine_key_in_use" }] }],
      ["refused", { human_key: [{ code: "human_key_in_use" }] }],
      ["refused", { human_key: [{ code: "human_key_restrictions" }] }],
      ["refused", { machine_key: [{ code: "machine_key_required" }] }],
      ["refused", { human_key: [{ code: "human_key_in_use" }] }],
      ["refused", { telemetry_type_id: [{ code: "type_unknown" }] }],
    ]);
    expect(await stored()).toEqual({ X: "taken" });
  });

  it("leave out what is in use where that is asked for", async () => {
    await many(rows(["A", "a"], ["X", "x"]));
    const result = await many(rows(["A", "other"], ["B", "x"], ["C", "c"]), { skipsTaken: true });
    expect(result.isDone).toBe(true);
    expect(result.rows.map(({ outcome }) => outcome)).toEqual(["skipped", "skipped", "added"]);
    expect(await stored()).toEqual({ A: "a", X: "x", C: "c" });
  });

  it("keep within the machine's mappings and the sampler's UTS tags, decided by the statement", async () => {
    const full = Array.from({ length: MAX_MAPPINGS_PER_MACHINE - 1 }, (_, n) => [`T${n}`, `t${n}`]);
    await many(rows(...(full as [string, string][])));
    const tooMany = rows(["Y", "y"], ["Z", "z"]);
    for (const isTrial of [true, false])
      await expect(many(tooMany, { isTrial })).rejects.toMatchObject({ code: "conflict" });
    expect(Object.keys(await stored())).toHaveLength(MAX_MAPPINGS_PER_MACHINE - 1);
    expect((await many(rows(["Y", "y"]))).isDone).toBe(true);
    const uts = { utsAnomalyDetectionEnabled: true };
    const on = Array.from({ length: MAX_UTS_TAGS_PER_SAMPLER }, (_, n) => [`T${n}`, `t${n}`, uts]);
    expect((await many(rows(...(on as [string, string, typeof uts][])))).isDone).toBe(true);
    const { rows: planned } = await many(rows(["T300", "t300", uts]));
    expect(planned[0]).toMatchObject({
      outcome: "refused",
      problems: { uts_anomaly_detection_enabled: [{ code: "anomaly_tag_limit" }] },
    });
  });

  it("hold the machine's limit when two do it at once", async () => {
    const half = (name: string) =>
      rows(
        ...Array.from(
          { length: MAX_MAPPINGS_PER_MACHINE / 2 + 1 },
          (_, n) => [`${name}${n}`, `${name}${n}`] as [string, string],
        ),
      );
    const ends = await Promise.allSettled([many(half("A")), many(half("B"))]);
    expect(Object.keys(await stored())).toHaveLength(MAX_MAPPINGS_PER_MACHINE / 2 + 1);
    expect(ends.flatMap((end) => (end.status === "rejected" ? [end.reason] : []))).toMatchObject([
      { code: "conflict" },
    ]);
  });

  it("are as many as a machine may have, with keys as long as they may be, also where all change", async () => {
    const all = (end: string) =>
      rows(
        ...Array.from({ length: MAX_MAPPINGS_PER_MACHINE }, (_, n): [string, string] => [
          String(n).padStart(MAX_MACHINE_KEY_LENGTH, "K"),
          `${String(n).padStart(MAX_HUMAN_KEY_LENGTH - 1, "h")}${end}`,
        ]),
      );
    const written = vi.spyOn(db(), "batch");
    expect((await many(all("a"))).isDone).toBe(true);
    expect((await many(all("b"))).isDone).toBe(true);
    const values = written.mock.calls
      .flatMap(([statements]) => statements as unknown as { toSQL(): { params: unknown[] } }[])
      .flatMap((statement) => statement.toSQL().params);
    written.mockRestore();
    const longest = Math.max(...values.map((value) => String(value).length));
    expect(longest).toBeGreaterThan(100_000);
    expect(longest).toBeLessThan(MAX_VALUE_BYTES);
    const names = Object.values(await stored());
    expect(names).toHaveLength(MAX_MAPPINGS_PER_MACHINE);
    expect(names.every((name) => name.endsWith("b"))).toBe(true);
  });

  it("come through /v1 as many as a machine may have, with all their fields", async () => {
    const path = "/v1/samplers/{id}/telemetry_definitions";
    const endpoint = mappingsApi.find((each) => each.path === path)!;
    const mappings = Array.from({ length: MAX_MAPPINGS_PER_MACHINE }, (_, n) => ({
      machine_key: `Line7.Station12.Drive${n}.Torque.Feedback`,
      human_key: `line_7_station_12_drive_${n}_torque_feedback`,
      type: null,
      primary_section: "counter ejector",
      uts_anomaly_detection_enabled: false,
      threshold_anomaly_detection_enabled: true,
      threshold_lower_bound_percentile: 0.1,
      threshold_upper_bound_percentile: 99.9,
    }));
    const { token } = await createSession(db(), actors.admin);
    const answer = await callApi({ db: db(), now: NOW }, endpoint, path, {
      method: "POST",
      token,
      body: { mappings, dry_run: true },
      params: { id: String(samplerId) },
    });
    expect(answer).toMatchObject({ status: 200, body: { data: { counts: { added: 5_000 } } } });
  });

  it("hold the UTS limit when two do it at once", async () => {
    const uts = { utsAnomalyDetectionEnabled: true };
    const of = (name: string) =>
      rows(
        ...Array.from(
          { length: MAX_UTS_TAGS_PER_SAMPLER - 50 },
          (_, n) => [`${name}${n}`, `${name}${n}`, uts] as [string, string, typeof uts],
        ),
      );
    const ends = await Promise.allSettled([many(of("A")), many(of("B"))]);
    const on = await db()
      .select()
      .from(telemetryDefinitions)
      .where(eq(telemetryDefinitions.utsAnomalyDetectionEnabled, true));
    expect(on).toHaveLength(MAX_UTS_TAGS_PER_SAMPLER - 50);
    expect(ends.filter((end) => end.status === "fulfilled" && end.value.isDone)).toHaveLength(1);
  });

  it("are somebody's who manages the sampler", async () => {
    const input = { rows: rows(["A", "a"]), skipsTaken: false, isTrial: false };
    await expect(mapMany(deps("stranger"), samplerId, input)).rejects.toMatchObject({
      code: "not_found",
    });
  });
});

describe("a percentile that is left out", () => {
  const off = {
    thresholdAnomalyDetectionEnabled: false,
    thresholdLowerBoundPercentile: null,
    thresholdUpperBoundPercentile: null,
  };
  const percentiles = async () => {
    const [row] = await db().select().from(telemetryDefinitions);
    return [row?.thresholdLowerBoundPercentile, row?.thresholdUpperBoundPercentile];
  };

  it("is the default of a new mapping, and of one that is switched on without any", async () => {
    const on = { thresholdAnomalyDetectionEnabled: true };
    expect((await many(rows(["A", "a", on]))).isDone).toBe(true);
    expect(await percentiles()).toEqual([0.1, 99.9]);
    await many(rows(["A", "a", off]));
    expect(await percentiles()).toEqual([null, null]);
    expect((await many(rows(["A", "a", on]))).isDone).toBe(true);
    expect(await percentiles()).toEqual([0.1, 99.9]);
  });

  it("stays what it was, also none where the threshold is off", async () => {
    await many(rows(["A", "a", { thresholdLowerBoundPercentile: 2 }]));
    await many(rows(["A", "a"]));
    expect(await percentiles()).toEqual([2, 99.9]);
    await many(rows(["A", "a", off]));
    await many(rows(["A", "b"]));
    expect(await percentiles()).toEqual([null, null]);
  });

  it("given as none, is refused where the threshold is on", async () => {
    const { isDone, rows: planned } = await many(
      rows(["A", "a", { thresholdLowerBoundPercentile: null }]),
    );
    expect(isDone).toBe(false);
    expect(planned[0]?.problems).toEqual({
      threshold_lower_bound_percentile: [{ code: "lower_bound_required" }],
    });
  });
});

describe("where they come from", () => {
  it("the make's defaults, with the sampler's types where it has them", async () => {
    const wanted = await rowsOfDefaults(deps(), samplerId);
    expect((await many(wanted, { skipsTaken: true })).isDone).toBe(true);
    const names = await stored();
    expect(names).toMatchObject({
      "MainDrive.Speed": "machine_speed",
      "SafetyStatus|0": "e_stop_pressed",
    });
    const type = await db()
      .select({ name: telemetryTypes.name })
      .from(telemetryDefinitions)
      .innerJoin(telemetryTypes, eq(telemetryTypes.id, telemetryDefinitions.telemetryTypeId))
      .where(eq(telemetryDefinitions.machineKey, "SheetCounter.ACC"))
      .get();
    expect(type).toEqual({ name: "COUNTER" });
    expect(
      (await many(wanted, { skipsTaken: true })).rows.every((row) => row.outcome === "skipped"),
    ).toBe(true);
  });

  it("another sampler of the model, within the actor's scope", async () => {
    await many(rows(["A", "a", { primarySection: "feeder", thresholdLowerBoundPercentile: 1 }]));
    const kind = { id: sister.id, make: "Sun", model: "625" } as const;
    expect(await listMappingSources(deps(), kind)).toMatchObject([
      { samplerId, deviceId: machine.id, mappings: 1 },
    ]);
    expect(await listMappingSources(deps("stranger"), kind)).toEqual([]);
    await expect(rowsOfSampler(deps("stranger"), samplerId)).rejects.toMatchObject({
      code: "not_found",
    });
    const other = await newSampler(sister.id);
    const copied = await rowsOfSampler(deps(), samplerId);
    await mapMany(deps(), other, { rows: copied, skipsTaken: true, isTrial: false });
    const [copy] = await db()
      .select()
      .from(telemetryDefinitions)
      .where(eq(telemetryDefinitions.samplerId, other));
    expect(copy).toMatchObject({
      machineKey: "A",
      humanKey: "a",
      primarySection: "feeder",
      thresholdLowerBoundPercentile: 1,
    });
  });
});

describe("what is seen but not mapped", () => {
  const ask = (names: string[], question = { page: 1, containing: "" }) =>
    listUnmapped(
      {
        ...deps(),
        recorder: () => ({
          metrics: () => Promise.resolve(names),
          latest: () => Promise.resolve({ Dryer_Temp: { timeMs: NOW - 1_000, value: 181.5 } }),
        }),
        series: {
          steps: ({ metrics }) =>
            Promise.resolve({
              states: [],
              points: Object.fromEntries(
                metrics.map((name) => [
                  name,
                  [
                    { timeMs: NOW, value: 2, count: 100 } as never,
                    { timeMs: NOW, value: null, count: 0 } as never,
                  ],
                ]),
              ),
            }),
        },
      },
      { id: machine.id, make: "Sun", model: "625" },
      question,
    );

  it("is what is neither mapped nor known by name, with its rate, its past and what sisters call it", async () => {
    await many(rows(["Mapped", "mapped_name"]));
    const other = await newSampler(sister.id);
    await mapMany(deps(), other, {
      rows: rows(["Dryer_Temp", "dryer_temperature"]),
      skipsTaken: false,
      isTrial: false,
    });
    const page = await ask([
      "Dryer_Temp",
      "Odd Tag/1",
      "machine_speed",
      "mapped_name",
      "uptime",
      "machine_speed_ad_flag",
    ]);
    const latest = { Dryer_Temp: { timeMs: NOW - 1_000, value: 181.5 } };
    expect(page).toMatchObject({ latest, count: 2, page: 1, kinCount: 1 });
    expect(page.tags).toEqual([
      {
        name: "Dryer_Temp",
        perMinute: 10,
        spark: [2, null],
        kin: { machines: 1, humanKey: "dryer_temperature" },
        suggestion: "dryer_temperature",
      },
      expect.objectContaining({ name: "Odd Tag/1", kin: null, suggestion: "odd_tag_1" }),
    ]);
  });

  it("loses a tag once it is mapped, though its samples stand under its own name", async () => {
    const sent = ["Line.Drive", "Line.Pump"];
    expect((await ask(sent)).tags.map(({ name }) => name)).toEqual(sent);
    await many(rows(["Line.Drive", "line_drive"]));
    expect(await ask(sent)).toMatchObject({ count: 1, tags: [{ name: "Line.Pump" }] });
  });

  it("is listed page by page with free names, for whoever manages the sampler", async () => {
    await many(rows(["Mapped", "line_pump"]));
    const names = (who: keyof typeof actors, page: number, containing = "") =>
      listUnmappedNames(
        {
          ...deps(who),
          recorder: () => ({
            metrics: () => Promise.resolve(["Line.Drive", "Line Pump", "Mapped", "uptime"]),
          }),
        },
        samplerId,
        { page, limit: 1, containing },
      );
    expect(await names("admin", 1)).toEqual({
      tags: [{ machineKey: "Line.Drive", humanKey: "line_drive" }],
      count: 2,
    });
    expect(await names("admin", 2)).toEqual({
      tags: [{ machineKey: "Line Pump", humanKey: "line_pump_2" }],
      count: 2,
    });
    expect(await names("admin", 3)).toEqual({ tags: [], count: 2 });
    expect(await names("admin", 1, "pump")).toMatchObject({ count: 1 });
    await expect(names("stranger", 1)).rejects.toMatchObject({ code: "not_found" });
  });

  it("draws no line of an order's numbers", async () => {
    const { tags } = await ask(["kiwiplan_speed"]);
    expect(tags).toMatchObject([{ name: "kiwiplan_speed", spark: [] }]);
  });

  it("pages by 30, never beyond the last, and suggests no name twice", async () => {
    const names = Array.from(
      { length: 65 },
      (_, n) => `Zq ${n % 2 ? "_" : "-"}${Math.floor(n / 2)}`,
    );
    const last = await ask(names, { page: 9, containing: "" });
    expect(last).toMatchObject({ count: 65, page: 3 });
    expect(last.tags).toHaveLength(5);
    const { tags } = await ask(names);
    expect(new Set(tags.map(({ suggestion }) => suggestion)).size).toBe(30);
    expect((await ask(names, { page: 1, containing: "-31" })).tags.map(({ name }) => name)).toEqual(
      ["Zq -31"],
    );
  });
});
