/** The samplers tab's forms, as a browser sends them. */
import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  samplerKeys,
  samplers,
  telemetryDefinitions,
  telemetryTypes,
} from "#app/db/schema/index.ts";
import type { Actor } from "#app/domain/access/types.ts";
import type { RecorderConfig } from "#app/domain/series/recorder-port.ts";
import { HOUR_MS } from "#app/domain/durations.ts";
import { MAX_SAMPLERS_PER_MACHINE } from "#app/domain/limits.ts";
import type { Deps } from "#app/platform/context.server.ts";
import { openTestDb } from "#tests/factories/db.ts";
import {
  createCustomer,
  createFacility,
  createMachine,
  createUser,
  NOW,
} from "#tests/factories/people.ts";
import { loadSamplersTab, type TabQuestion } from "./load-samplers-tab.server.ts";
import { readMappingQuestion, SAMPLER_VIEWS } from "./mapping-question.ts";
import { answerSamplersForm } from "./samplers.page.server.ts";
import type { MappingDone } from "./mapping-form.ts";
import type { SamplerDone } from "./sampler-form.ts";

const db = openTestDb();
let machine: { id: number; serialNumber: string };
let actor: Actor;
let pushed: RecorderConfig[];

beforeAll(async () => {
  const customerId = await createCustomer(db());
  const facilityId = await createFacility(db(), customerId);
  machine = await createMachine(db(), { facilityId, make: "Sun" });
  actor = (await createUser(db(), { role: "admin", customerId })).actor;
});
beforeEach(async () => {
  pushed = [];
  await db().delete(samplers);
});

const deps = () =>
  ({
    db: db(),
    now: NOW,
    jobs: { send: () => Promise.resolve() },
    recorder: () => ({
      configure: (config: RecorderConfig) => {
        pushed.push(config);
        return Promise.resolve();
      },
      status: () => Promise.reject(new Error("away")),
      latest: () => Promise.reject(new Error("away")),
    }),
  }) as unknown as Deps;

type Sent = Record<string, string | number>;
async function send(intent: string, fields: Sent) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ intent, ...fields })) form.set(name, String(value));
  const { data, init } = await answerSamplersForm({ ...deps(), actor }, machine.id, form);
  return {
    done: data.done as (SamplerDone & MappingDone) | null,
    errors: data.result.error ?? null,
    status: init?.status ?? 200,
  };
}
const addSampler = async (fields: Sent = {}) =>
  (await send("add-sampler", { name: "Gateway", spec: "ControlLogix", ...fields })).done!.id;
const MAPPING = {
  parent: "Main",
  child: "Speed",
  human_key: "machine_speed",
  threshold_anomaly_detection_enabled: "on",
  threshold_lower_bound_percentile: "0.1",
  threshold_upper_bound_percentile: "99.9",
};
const rowOf = (id: number) =>
  db().select().from(telemetryDefinitions).where(eq(telemetryDefinitions.id, id)).get();
const tab = (search: string) =>
  loadSamplersTab(
    { ...deps(), actor },
    { id: machine.id, make: "Sun", model: "M" },
    readMappingQuestion(new URLSearchParams(search), SAMPLER_VIEWS) as TabQuestion,
  );

describe("a sampler's form", () => {
  it("adds one and answers its key this once", async () => {
    const { done } = await send("add-sampler", {
      name: "Line 1",
      spec: "ControlLogix",
      plc_address: "10.0.0.5",
      plc_port: "44818",
      only_mapped_tags: "on",
    });
    expect(done).toMatchObject({ name: "Line 1", key: expect.stringMatching(/^hsk_/) as string });
    expect(await db().select().from(samplers).get()).toMatchObject({
      plcAddress: "10.0.0.5",
      plcPort: 44818,
      onlyMappedTags: true,
    });
    expect(pushed).toHaveLength(1);
  });

  it.each([
    [{ name: "", spec: "ControlLogix" }, "name"],
    [{ name: "Line 1", spec: "" }, "spec"],
    [{ name: "Line 1", spec: "ControlLogix", plc_port: "70000" }, "plc_port"],
  ])("refuses %j at its field", async (fields, field) => {
    const { done, status, errors } = await send("add-sampler", fields);
    expect({ done, status, fields: Object.keys(errors ?? {}) }).toEqual({
      done: null,
      status: 422,
      fields: [field],
    });
    expect(await db().select().from(samplers)).toEqual([]);
  });

  it("adds one once; sent again, because the key was lost with the answer, it gets another key", async () => {
    const sent = { name: "Line A", spec: "ControlLogix", send_key: "sampler-1" };
    const [first, again] = [await send("add-sampler", sent), await send("add-sampler", sent)];
    expect(again.done).toMatchObject({ id: first.done!.id, name: "Line A" });
    expect(again.done!.key).toMatch(/^hsk_/);
    expect(again.done!.key).not.toBe(first.done!.key);
    expect(await db().$count(samplers)).toBe(1);
    expect((await send("add-sampler", { ...sent, name: "Line B" })).errors).toEqual({
      "": [{ code: "sent_before" }],
    });
  });

  it("leaves nothing of the other kind stored when the spec changes, and empties what is emptied", async () => {
    const id = await addSampler({ plc_address: "10.0.0.5", plc_port: 44818 });
    await send("save-sampler", {
      id,
      name: "Ops",
      spec: "InternationalPaperOpsDB",
      plc_address: "10.0.0.5",
      dataset_name: "ops",
      machine_number: "12",
    });
    expect(await db().select().from(samplers).get()).toMatchObject({
      name: "Ops",
      plcAddress: null,
      plcPort: null,
      datasetName: "ops",
      machineNumber: "12",
    });
    await send("save-sampler", { id, name: "Ops", spec: "InternationalPaperOpsDB" });
    expect(await db().select().from(samplers).get()).toMatchObject({
      datasetName: null,
      machineNumber: null,
    });
  });

  it("switches 'only mapped tags' off when its switch is not sent", async () => {
    const id = await addSampler({ only_mapped_tags: "on" });
    await send("save-sampler", { id, name: "Gateway", spec: "ControlLogix" });
    expect((await db().select().from(samplers).get())?.onlyMappedTags).toBe(false);
  });

  it("draws a new key and says until when the old one is valid", async () => {
    const id = await addSampler();
    const { done } = await send("rotate-key", { id, name: "Gateway" });
    expect(done).toMatchObject({
      key: expect.stringMatching(/^hsk_/) as string,
      previousKeyUntilMs: NOW + HOUR_MS,
    });
    expect(await db().select().from(samplerKeys)).toHaveLength(2);
  });

  it("tells of no old key where none was left, as after the machine was out of service", async () => {
    const id = await addSampler();
    await db().delete(samplerKeys);
    const { done } = await send("rotate-key", { id, name: "Gateway" });
    expect(done).toEqual({ id, name: "Gateway", key: expect.stringMatching(/^hsk_/) as string });
  });

  it("deletes one; that it was gone already is no failure", async () => {
    const id = await addSampler();
    for (const _ of [1, 2])
      expect((await send("delete-sampler", { id, name: "Gateway" })).done).toEqual({
        id,
        name: "Gateway",
      });
    expect(await db().select().from(samplers)).toEqual([]);
  });

  it("says that a machine has as many as it may", async () => {
    await db()
      .insert(samplers)
      .values(
        Array.from({ length: MAX_SAMPLERS_PER_MACHINE }, () => ({
          deviceId: machine.id,
          name: "S",
          spec: "http",
          createdAt: NOW,
          updatedAt: NOW,
        })).slice(0, 10),
      );
    for (let made = 10; made < MAX_SAMPLERS_PER_MACHINE; made++) await addSampler();
    const { done, errors } = await send("add-sampler", { name: "One more", spec: "http" });
    expect(done).toBeNull();
    expect(errors).toEqual({ "": [{ code: "limit", most: MAX_SAMPLERS_PER_MACHINE }] });
  });
});

describe("a mapping's form", () => {
  it("puts the machine key together of its parts, and tells the recorder", async () => {
    const sampler_id = await addSampler();
    const { done } = await send("add-mapping", {
      sampler_id,
      ...MAPPING,
      index: "3",
      bit: "7",
      primary_section: "feeder",
    });
    expect(await rowOf(done!.id)).toMatchObject({
      machineKey: "Main.Speed[3]|7",
      humanKey: "machine_speed",
      primarySection: "feeder",
      thresholdLowerBoundPercentile: 0.1,
      utsAnomalyDetectionEnabled: false,
    });
    expect(pushed.at(-1)?.samplers[0]?.mappings).toEqual({ "Main.Speed[3]|7": "machine_speed" });
  });

  it("leaves a key as it was when nothing of it is changed", async () => {
    const sampler_id = await addSampler();
    const { done } = await send("add-mapping", { sampler_id, ...MAPPING });
    await db()
      .update(telemetryDefinitions)
      .set({ machineKey: "Drive[007]" })
      .where(eq(telemetryDefinitions.id, done!.id));
    const fields = { ...MAPPING, parent: "Drive", child: "", index: "7" };
    await send("save-mapping", { id: done!.id, ...fields, human_key: "renamed" });
    expect(await rowOf(done!.id)).toMatchObject({ machineKey: "Drive[007]", humanKey: "renamed" });
    await send("save-mapping", { id: done!.id, ...fields, index: "8" });
    expect((await rowOf(done!.id))?.machineKey).toBe("Drive[8]");
  });

  it("says what is wrong at the part that it is about", async () => {
    const sampler_id = await addSampler();
    const types = await db()
      .select()
      .from(telemetryTypes)
      .where(eq(telemetryTypes.samplerId, sampler_id))
      .all();
    const timer = types.find(({ name }) => name === "TIMER")!.id;
    const bool = types.find(({ name }) => name === "BOOL")!.id;
    const refusal = async (fields: Sent) =>
      (await send("add-mapping", { sampler_id, ...MAPPING, ...fields })).errors;
    expect(await refusal({ telemetry_type_id: timer, child: "" })).toEqual({
      child: [{ code: "child_required" }],
    });
    expect(await refusal({ telemetry_type_id: timer, child: "Nope" })).toEqual({
      child: [{ code: "child_unknown" }],
    });
    expect(await refusal({ telemetry_type_id: bool, child: "", bit: 1 })).toEqual({
      bit: [{ code: "bit_of_integer" }],
    });
    expect(await refusal({ bit: 32 })).toEqual({ bit: [{ code: "at_most", most: 31 }] });
    expect(await refusal({ parent: "" })).toEqual({ parent: [{ code: "required" }] });
    expect(await refusal({ human_key: "machine speed" })).toEqual({
      human_key: [{ code: "human_key_restrictions" }],
    });
    expect(await refusal({ threshold_lower_bound_percentile: 50 })).toEqual({
      threshold_lower_bound_percentile: [{ code: "lower_bound_range" }],
    });
    expect(await refusal({ threshold_upper_bound_percentile: 50 })).toEqual({
      threshold_upper_bound_percentile: [{ code: "upper_bound_range" }],
    });
    expect(await refusal({ threshold_lower_bound_percentile: "" })).toEqual({
      threshold_lower_bound_percentile: [{ code: "lower_bound_required" }],
    });
    expect(await db().select().from(telemetryDefinitions)).toEqual([]);
    await send("add-mapping", { sampler_id, ...MAPPING });
    expect(await refusal({})).toEqual({
      parent: [{ code: "machine_key_in_use" }],
      human_key: [{ code: "human_key_in_use" }],
    });
  });

  it("deletes one", async () => {
    const sampler_id = await addSampler();
    const { done } = await send("add-mapping", { sampler_id, ...MAPPING });
    await send("delete-mapping", { id: done!.id, name: "machine_speed" });
    expect(await db().select().from(telemetryDefinitions)).toEqual([]);
  });
});

describe("the tab", () => {
  it("opens the sampler that its address names, else the first, and none where there is none", async () => {
    expect(await tab("")).toMatchObject({ samplers: [], chosenId: null, mapped: null });
    const first = await addSampler({ name: "A" });
    const second = await addSampler({ name: "B" });
    expect((await tab("")).chosenId).toBe(first);
    expect((await tab(`sampler=${second}`)).chosenId).toBe(second);
    expect((await tab("sampler=999")).chosenId).toBe(first);
  });

  it("pages by 30, orders, and finds what is typed in either key, to the letter but for case", async () => {
    const sampler_id = await addSampler();
    const keys = [
      "A%B",
      "A_B",
      "AxB",
      "it's",
      ...Array.from({ length: 40 }, (_, n) => `T${n + 10}`),
    ];
    for (const [index, parent] of keys.entries())
      await send("add-mapping", {
        sampler_id,
        ...MAPPING,
        parent,
        child: "",
        human_key: parent === "AxB" ? "Found_me" : `h_${index}`,
      });
    const keysOf = async (search: string) =>
      (await tab(search)).mapped!.page.data.map(({ machine_key }) => machine_key);
    expect(await keysOf("")).toHaveLength(30);
    expect((await tab("")).mapped!.page.paging).toMatchObject({ count: 44, page: 1, limit: 30 });
    expect(await keysOf("page=2")).toHaveLength(14);
    expect((await keysOf("sort=-machine_key"))[0]).toBe("it's");
    expect(await keysOf("q=%25")).toEqual(["A%B"]);
    expect(await keysOf("q=a_b")).toEqual(["A_B"]);
    expect(await keysOf("q=%27")).toEqual(["it's"]);
    expect(await keysOf("q=FOUND")).toEqual(["AxB"]);
    expect(await keysOf("q=nothing")).toEqual([]);
  });
});
