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
import { callApi } from "#tests/factories/api.ts";
import { createSession } from "#tests/factories/people.ts";
import { alarmJournal, alarms, facilities, serviceTiers } from "#app/db/schema/index.ts";
import type { Actor } from "#app/domain/access/types.ts";
import type { RecorderConfig } from "#app/domain/series/recorder-port.ts";
import type { FormAnswer } from "#app/kit/forms/form-answer.ts";
import { answerAlarmForm } from "./alarms.page.server.ts";
import type { AlarmJson } from "./schemas.ts";
import * as v1 from "#app/routes/v1.$.ts";

const db = openTestDb();
let admin: { actor: Actor; token: string };
let user: { actor: Actor; token: string };
let boss: { actor: Actor; token: string };
let plain: number;
let withSap: number;
let configs: RecorderConfig[] = [];

const THRESHOLD = {
  name: "Over current",
  function: "value_threshold_for_time_period_in_state",
  arguments: {
    tag_name: "compensator_current",
    period: 5_000,
    comp: ">",
    threshold: 12,
    machine_states: [4, 3, 3],
  },
};
const ANOMALY = {
  name: "Unusual",
  function: "anomalous_for_time_period",
  arguments: { tag_name: "machine_speed", period: 1_000, threshold_ad_enabled: true },
};
const SAP = { FunctLoc: "MG-CONV-06" };
const call = async (
  method: string,
  path: string,
  body?: unknown,
  by = admin,
  now = NOW,
  headers: Record<string, string> = {},
) => {
  configs = [];
  const world = {
    db: db(),
    now,
    jobs: [] as never[],
    recorder: { configure: async (config: RecorderConfig) => void configs.push(config) },
  };
  const id = /\/alarms\/(\d+)/.exec(path)?.[1];
  const answer = await callApi(world, v1, path, {
    method,
    token: by.token,
    ...(id ? { params: { id } } : {}),
    ...(body === undefined ? {} : { body }),
    headers,
  });
  type Body = { data: AlarmJson; errors: Record<string, string[]> };
  return { status: answer.status, body: answer.body as Body };
};
const post = (body: object, by = admin) =>
  call("POST", "/v1/alarms", { device_id: plain, ...body }, by);
const withArguments = (more: object, base: typeof THRESHOLD | typeof ANOMALY = THRESHOLD) => ({
  ...base,
  arguments: { ...base.arguments, ...more },
});

beforeAll(async () => {
  await db().insert(serviceTiers).values({ id: 1, name: "With", ui: true, ad: true });
  const customerId = await createCustomer(db());
  const [here, there] = [
    await createFacility(db(), customerId),
    await createFacility(db(), customerId),
  ];
  await db().update(facilities).set({ sapProtocol: "IP" }).where(eq(facilities.id, there));
  plain = (await createMachine(db(), { facilityId: here })).id;
  withSap = (await createMachine(db(), { facilityId: there, serviceTierId: 1 })).id;
  const sign = async (role: "admin" | "user" | "superuser") =>
    createSession(
      db(),
      (
        await createUser(db(), {
          role,
          ...(role === "superuser" ? {} : { customerId }),
          facilityIds: [here, there],
        })
      ).actor,
    );
  [admin, user, boss] = [await sign("admin"), await sign("user"), await sign("superuser")];
});

describe("an alarm", () => {
  it("is added whole, told to the recorder at once, and counts from then on", async () => {
    const { status, body } = await post({ ...THRESHOLD, extra_emails: ["Kim@X.example"] });
    expect([status, body.data]).toMatchObject([
      201,
      {
        ...THRESHOLD,
        arguments: { ...THRESHOLD.arguments, machine_states: [3, 4] },
        extra_emails: ["kim@x.example"],
        priority: "medium",
        state: "normal",
        status: "OK",
        sap_notification: null,
        sap_rate_in_seconds: null,
      },
    ]);
    expect(configs.at(-1)?.alarms?.at(-1)).toMatchObject({ id: body.data.id, definedAtMs: NOW });
    const told = await db()
      .select()
      .from(alarmJournal)
      .where(eq(alarmJournal.alarmId, body.data.id));
    expect(told).toMatchObject([
      { kind: "created", userId: admin.actor.userId, alarmName: "Over current" },
    ]);
  });

  it("is added once, however often the same call arrives, and others are not taken for it", async () => {
    const send = (key: string, more: object = {}, by = admin) =>
      call("POST", "/v1/alarms", { device_id: plain, ...THRESHOLD, ...more }, by, NOW, {
        "Idempotency-Key": key,
      });
    const count = () => db().$count(alarms);
    const before = await count();
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => send("once-00000001")));
    answers.push(await send("once-00000001"));
    const { id } = answers[0]!.body.data;
    expect(answers.map(({ status, body }) => [status, body.data.id])).toEqual(
      Array.from({ length: 6 }, () => [201, id]),
    );
    expect(await count()).toBe(before + 1);
    // The key of another person, another key, and no key.
    await send("once-00000001", {}, boss);
    await send("once-00000002");
    await post(THRESHOLD);
    expect(await count()).toBe(before + 4);
    const other = await send("once-00000001", { name: "Another" });
    expect([other.status, other.body]).toMatchObject([409, { error: "conflict" }]);
    expect((await send("short")).status).toBe(400);
    expect(await count()).toBe(before + 4);
    // What was added and deleted meanwhile is not added again.
    await call("DELETE", `/v1/alarms/${id}`);
    expect((await send("once-00000001")).status).toBe(404);
  });

  it("is added once by a form that is sent again after its answer was lost", async () => {
    const form = (more: Record<string, string> = {}) => {
      const filled = new FormData();
      const fields = {
        ...{ intent: "create", send_key: "form-00000001", name: "From a form" },
        ...{ function: THRESHOLD.function, tag_name: "machine_speed", period_s: "5" },
        ...{ comp: ">", threshold: "12", priority: "low", ...more },
      };
      for (const [name, value] of Object.entries(fields)) filled.set(name, value);
      return filled;
    };
    const send = async (sent: FormData) => {
      const ctx = {
        ...{ db: db(), now: NOW, actor: admin.actor, machineChanged: () => undefined },
        recorder: { configure: () => Promise.resolve() },
        jobs: { send: () => Promise.resolve() },
      };
      const answer = await answerAlarmForm(ctx as never, plain, sent);
      return answer.data as FormAnswer<{ name: string }>;
    };
    const rows = () => db().select().from(alarms).where(eq(alarms.name, "From a form"));
    expect((await send(form())).done).toEqual({ name: "From a form" });
    expect((await send(form())).done).toEqual({ name: "From a form" });
    const changed = await send(form({ threshold: "13" }));
    expect([changed.done, changed.result.error]).toEqual([null, { "": [{ code: "sent_before" }] }]);
    expect(await rows()).toHaveLength(1);
    await send(form({ send_key: "form-00000002" }));
    expect(await rows()).toHaveLength(2);
  });

  it("keeps what a change leaves out, and begins its period anew for another rule only", async () => {
    const { id } = (await post(THRESHOLD)).body.data;
    const later = NOW + 60_000;
    const renamed = await call(
      "PUT",
      `/v1/alarms/${id}`,
      { name: "Hot", priority: "high" },
      admin,
      later,
    );
    expect([renamed.status, renamed.body.data]).toMatchObject([
      200,
      { name: "Hot", priority: "high", arguments: { threshold: 12 } },
    ]);
    expect(configs.at(-1)?.alarms?.find((one) => one.id === id)?.definedAtMs).toBe(NOW);
    await call("PUT", `/v1/alarms/${id}`, withArguments({ threshold: 13 }), admin, later);
    expect(configs.at(-1)?.alarms?.find((one) => one.id === id)).toMatchObject({
      definedAtMs: later,
      arguments: { threshold: 13 },
    });
    expect((await call("DELETE", `/v1/alarms/${id}`)).body.data).toEqual({
      id,
      name: "Over current",
    });
    expect(configs.at(-1)?.alarms?.some((one) => one.id === id)).toBe(false);
    expect((await call("DELETE", `/v1/alarms/${id}`)).status).toBe(404);
    const kinds = await db().select().from(alarmJournal).where(eq(alarmJournal.alarmId, id));
    expect(kinds.map(({ kind }) => kind)).toEqual(["created", "updated", "updated", "deleted"]);
  });

  it.each([
    ["no name", { ...THRESHOLD, name: " " }, "name"],
    ["no tag", withArguments({ tag_name: "" }), "arguments.tag_name"],
    ["no period", withArguments({ period: undefined }), "arguments.period"],
    ["half a second", withArguments({ period: 1_500 }), "arguments.period"],
    ["more than a day", withArguments({ period: 86_401_000 }), "arguments.period"],
    ["no comparator", withArguments({ comp: undefined }), "arguments.comp"],
    ["no threshold", withArguments({ threshold: undefined }), "arguments.threshold"],
    ["a state that is none", withArguments({ machine_states: [9] }), "arguments.machine_states.0"],
    [
      "a boolean that is more",
      withArguments({ tag_name: "e_stop_pressed", threshold: 1 }),
      "arguments.comp",
    ],
    [
      "a boolean that is 2",
      withArguments({ tag_name: "e_stop_pressed", comp: "==", threshold: 2 }),
      "arguments.threshold",
    ],
    ["a deadband around a value", withArguments({ comp: "==", deadband: 1 }), "arguments.deadband"],
    ["what is no address", { ...THRESHOLD, extra_emails: ["kim"] }, "extra_emails.0"],
    [
      "an address twice",
      { ...THRESHOLD, extra_emails: ["a@x.example", "A@x.example"] },
      "extra_emails",
    ],
    ["SAP where there is none", { ...THRESHOLD, sap_notification: SAP }, "sap_notification"],
  ])("is refused with %s", async (_, body, field) => {
    const answer = await post(body);
    expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, [field]]);
    expect(await db().select().from(alarms).where(eq(alarms.name, "kim"))).toEqual([]);
  });

  it("of a boolean tag takes equality with 1 or 0", async () => {
    const rule = { tag_name: "e_stop_pressed", comp: "==", threshold: 1 };
    expect((await post(withArguments(rule))).status).toBe(201);
  });

  it("about anomalies needs a detection, and a tier that has one unless the provider's staff adds it", async () => {
    const none = withArguments({ threshold_ad_enabled: false }, ANOMALY);
    const refused = await call("POST", "/v1/alarms", { device_id: withSap, ...none });
    expect([refused.status, JSON.stringify(refused.body.errors)]).toEqual([
      422,
      expect.stringContaining("Please enable at least one Anomaly Detection Type"),
    ]);
    const allowed = await call("POST", "/v1/alarms", { device_id: withSap, ...ANOMALY });
    expect([allowed.status, allowed.body.data.arguments]).toEqual([
      201,
      {
        tag_name: "machine_speed",
        period: 1_000,
        uts_ad_enabled: false,
        threshold_ad_enabled: true,
      },
    ]);
    expect([(await post(ANOMALY)).status, (await post(ANOMALY, boss)).status]).toEqual([403, 201]);
    const { id, arguments: watched } = (await post(ANOMALY, boss)).body.data;
    const change = async (body: object) => (await call("PUT", `/v1/alarms/${id}`, body)).status;
    expect(await change({ name: "Renamed", priority: "high", arguments: watched })).toBe(200);
    expect(await change({ arguments: { ...watched, period: 2_000 } })).toBe(403);
  });

  it("has SAP's defaults, within SAP's bounds", async () => {
    const name = "A name that is longer than the forty characters of SAP";
    const add = (sap: object, more = {}) =>
      call("POST", "/v1/alarms", {
        device_id: withSap,
        ...THRESHOLD,
        name,
        sap_notification: sap,
        ...more,
      });
    const { body } = await add(SAP);
    expect(body.data).toMatchObject({
      sap_rate_in_seconds: 604_800,
      sap_notification: {
        ...{
          NotifType: "M4",
          ShortText: name.slice(0, 40).trim(),
          Priority: "2",
          FunctLoc: "MG-CONV-06",
        },
        ...{
          Reportedby: "HELIOS",
          CodeGroup: "HELIOS",
          Coding: "ALRM",
          Breakdown: false,
          Status: "OSNO",
        },
      },
    });
    for (const [sap, more, field] of [
      [{}, {}, "sap_notification.FunctLoc"],
      [{ FunctLoc: "x".repeat(41) }, {}, "sap_notification.FunctLoc"],
      [{ ...SAP, ShortText: "x".repeat(41) }, {}, "sap_notification.ShortText"],
      [SAP, { sap_rate_in_seconds: 59 }, "sap_rate_in_seconds"],
      [SAP, { sap_rate_in_seconds: 1_000 * 86_400 }, "sap_rate_in_seconds"],
    ] as const)
      expect(Object.keys((await add(sap, more)).body.errors)).toEqual([field]);
    const off = await call("PUT", `/v1/alarms/${body.data.id}`, { sap_notification: null });
    expect(off.body.data).toMatchObject({ sap_notification: null, sap_rate_in_seconds: null });
  });

  it("is defined by those who look after machines; others read", async () => {
    expect((await post(THRESHOLD, user)).status).toBe(403);
  });
});
