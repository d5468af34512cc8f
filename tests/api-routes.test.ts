/** Every /v1 endpoint there is, called as everybody, on the demo data: access, scope, shapes and the API's description. */
import { beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import { registeredApis } from "#app/api/registry.server.ts";
import { METHODS, type AnyEndpoint, type Method } from "#app/api/types.ts";
import { ROLES, type Role } from "#app/domain/access/types.ts";
import { events, users } from "#app/db/schema/index.ts";
import { callApi, type Call, type Called } from "./factories/api.ts";
import { openTestDb } from "./factories/db.ts";
import { seedTestDemo } from "./factories/demo.ts";
import { actorOf, createSession, NOW } from "./factories/people.ts";
import * as v1 from "#app/routes/v1.$.ts";

const db = openTestDb();
const tokens = new Map<string, string>();
const roleTokens = new Map<Role, string>();

beforeAll(async () => {
  await seedTestDemo(db());
  for (const row of await db().select().from(users)) {
    const { token } = await createSession(db(), actorOf(row));
    tokens.set(row.email, token);
    if (!roleTokens.has(row.role)) roleTokens.set(row.role, token);
  }
});

const MISSING = "987654";
/** Calls a path as written in the description; `{id}` becomes something that does not exist unless told. */
async function call(path: string, options: Call & { query?: string } = {}): Promise<Called> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");
  const params = { ...Object.fromEntries(names.map((name) => [name, MISSING])), ...options.params };
  const url = names.reduce(
    (text, name) => text.replace(`{${name}}`, encodeURIComponent(params[name] ?? "")),
    path,
  );
  return callApi({ db: db(), now: NOW }, v1, url + (options.query ?? ""), {
    ...options,
    params,
  });
}
const as = (email: string): string => tokens.get(email) ?? "";
const endpoints = (): [path: string, method: Method, endpoint: AnyEndpoint][] =>
  registeredApis().flatMap(([path, methods]) =>
    METHODS.flatMap((method) =>
      methods[method] ? [[path, method, methods[method]] as [string, Method, AnyEndpoint]] : [],
    ),
  );
const bodyFor = (endpoint: AnyEndpoint) => ({
  ...(endpoint.body ? { body: {} } : {}),
  ...(endpoint.needsMarker ? { headers: { "X-Requested-With": "XMLHttpRequest" } } : {}),
});

describe("every endpoint", () => {
  it("refuses the unknown caller, unless it is public", async () => {
    const open: string[] = [];
    for (const [path, method, endpoint] of endpoints()) {
      if (endpoint.access === "public") open.push(`${method} ${path}`);
      else
        expect([path, method, (await call(path, { method, ...bodyFor(endpoint) })).status]).toEqual(
          [path, method, 401],
        );
    }
    expect(open.sort()).toEqual([
      "GET /v1/healthz",
      "GET /v1/openapi.json",
      "POST /v1/login",
      "POST /v1/passwords",
      "PUT /v1/passwords/{token}",
    ]);
  });

  it("answers each role by its rule, and never fails", async () => {
    for (const [path, method, endpoint] of endpoints()) {
      if (endpoint.access === "public" || (path === "/v1/login" && method === "DELETE")) continue;
      for (const role of ROLES) {
        const allowed =
          endpoint.access === "signed_in" || (endpoint.access as readonly Role[]).includes(role);
        const { status } = await call(path, {
          method,
          token: roleTokens.get(role) ?? "",
          ...bodyFor(endpoint),
        });
        const seen = [method, path, role, status];
        if (allowed) expect([200, 400, 404, 422], seen.join(" ")).toContain(status);
        else expect(seen).toEqual([method, path, role, 403]);
      }
    }
  });

  it("answers what it says it answers", async () => {
    const [event] = await db().select({ id: events.id }).from(events).limit(1);
    const idOf: Record<string, string> = {
      events: String(event!.id),
      devices: "1",
      customers: "1",
      facilities: "1",
      samplers: "1",
    };
    for (const [path, method, endpoint] of endpoints()) {
      if (method !== "GET") continue;
      const id = idOf[path.split("/")[2] ?? ""] ?? "1";
      const answer = await call(path, {
        token: as("superuser@helios.example"),
        params: { id, facility_id: "1", key: "config" },
        ...bodyFor(endpoint),
      });
      if (answer.status === 400 || answer.status === 422) continue;
      expect([path, answer.status]).toEqual([path, 200]);
      const said = endpoint.produces === undefined ? answer.body : answer.text;
      const parsed = (endpoint.response as z.ZodType).safeParse(said);
      expect(parsed.error?.message ?? null, path).toBeNull();
      expect(parsed.data, `${path} answers more than it says`).toEqual(said);
    }
  });
});

describe("what is somebody else's", () => {
  const paths = ["", "/tags", "/human_keys", "/samplers", "/maintenances", "/alarms"].map(
    (rest) => `/v1/devices/{id}${rest}`,
  );

  it("is answered like what does not exist", async () => {
    for (const path of paths) {
      for (const email of ["admin@acme.example", "admin@globex.example"]) {
        const foreign = email.includes("acme") ? "7" : "1";
        const [mine, missing] = [
          await call(path, { token: as(email), params: { id: foreign } }),
          await call(path, { token: as(email) }),
        ];
        expect([path, mine.status, mine.body]).toEqual([path, 404, missing.body]);
      }
    }
    for (const [path, id] of [
      ["/v1/customers/{id}", "2"],
      ["/v1/customers/{id}/devices", "2"],
      ["/v1/customers/{id}/facilities", "2"],
      ["/v1/customers/{id}/users", "2"],
      ["/v1/facilities/{id}", "3"],
      ["/v1/facilities/{id}/devices", "3"],
    ] as const) {
      const token = as("admin@acme.example");
      const [mine, missing] = [
        await call(path, { token, params: { id } }),
        await call(path, { token }),
      ];
      expect([path, mine.status, mine.body]).toEqual([path, 404, missing.body]);
    }
  });

  it("stays out of series too, one foreign machine refusing the whole call", async () => {
    const token = as("admin@acme.example");
    const range = "start_time=1763700000000&end_time=1763703600000";
    const single = (device: string) =>
      call("/v1/single_metric_average", {
        token,
        query: `?device_id=${device}&metric=uptime&${range}`,
      });
    const series = (device: string) =>
      call("/v1/telemetry_timeseries", {
        token,
        query: `?device_id=${device}&metrics=uptime&${range}`,
      });
    const fleet = (...devices: string[]) =>
      call("/v1/devices_timeseries", {
        token,
        query: `?${devices.map((id) => `devices[]=${id}`).join("&")}&metrics=uptime&datapoints=4&${range.replaceAll("_time", "_date")}`,
      });
    const means = (...ids: number[]) =>
      call("/v1/metric_averages", {
        method: "POST",
        token,
        body: {
          device_ids: ids,
          metrics: ["uptime"],
          start_time: 1763700000000,
          end_time: "2025-11-21T06:00:00Z",
        },
      });
    for (const ask of [
      () => single("7"),
      () => series("7"),
      () => series(MISSING),
      () => fleet("1", "7"),
      () => means(1, 7),
    ]) {
      expect(await ask()).toMatchObject({
        status: 404,
        body: { error: "not_found", message: "There is no such machine." },
      });
    }
    for (const ask of [
      () => single("1"),
      () => series("SUN625-1187"),
      () => fleet("1", "2"),
      () => means(1, 2),
    ])
      expect((await ask()).status).toBe(200);
  });

  it("is not told of, reported on or changed", async () => {
    const token = as("admin@acme.example");
    const gone = { error: "not_found", message: "There is no such machine." };
    const ask = (query: string) => call("/v1/events", { token, query });
    const report = (device_id: number | string) =>
      call("/v1/events", {
        method: "POST",
        token,
        body: { event: { device_id, name: "Jam", start_at: NOW - 60_000, end_at: NOW } },
      });
    const predict = (...ids: string[]) =>
      call("/v1/devices/downtime_predictions", {
        token,
        query: `?${ids.map((id) => `device_ids[]=${id}`).join("&")}`,
      });
    const components = (device: string) =>
      call("/v1/components", { token, query: `?device_id=${device}` });
    const due = (device: string) =>
      call("/v1/maintenances/recommended", { token, query: `?device_id=${device}` });
    for (const foreign of ["7", MISSING])
      for (const answer of [
        ask(`?device_id=${foreign}`),
        report(foreign),
        predict("1", foreign),
        components(foreign),
        due(foreign),
      ])
        expect(await answer).toMatchObject({ status: 404, body: gone });
    for (const answer of [
      ask("?device_id=SUN625-1187"),
      predict("1", "2"),
      components("1"),
      due("1"),
    ])
      expect((await answer).status).toBe(200);
    expect(await report("1")).toMatchObject({
      status: 201,
      body: { data: { device_id: 1, author: "Dana Whitfield" } },
    });
    const change = (id: string) =>
      call("/v1/maintenances/{id}", {
        method: "PUT",
        token,
        params: { id },
        body: { maintenance: { performed_at: NOW } },
      });
    for (const id of ["701", MISSING])
      expect(await change(id)).toMatchObject({
        status: 404,
        body: { message: "There is no such maintenance." },
      });
    expect((await change("101")).status).toBe(200);
  });

  it("is not listed", async () => {
    const count = async (path: string, email: string, id?: string) => {
      const { body } = await call(path, {
        token: as(email),
        ...(id === undefined ? {} : { params: { id } }),
      });
      return (body.data as unknown[]).length;
    };
    const devices = async (email: string) => count("/v1/devices", email);
    expect([
      await devices("superuser@helios.example"),
      await devices("oem@helios.example"),
      await devices("admin@acme.example"),
    ]).toEqual([12, 4, 6]);
    expect([
      await devices("user@acme.example"),
      await devices("admin@globex.example"),
      await devices("new@acme.example"),
    ]).toEqual([4, 4, 0]);
    expect([
      await count("/v1/facilities", "admin@acme.example"),
      await count("/v1/facilities", "user@acme.example"),
    ]).toEqual([2, 1]);
    expect([
      await count("/v1/customers", "oem@helios.example"),
      await count("/v1/customers", "new@acme.example"),
    ]).toEqual([2, 1]);
    expect(await count("/v1/customers/{id}/facilities", "user@acme.example", "1")).toBe(1);
    expect(await count("/v1/facilities/{id}/devices", "user@acme.example", "1")).toBe(4);
  });
});

describe("what a service tier leaves out", () => {
  it("is refused to the customer's people, in words, and open to the provider's", async () => {
    // Machine 3 has events and no maintenance, machine 5 neither, machine 6 no tier at all.
    const statuses = async (email: string, path: string, query?: (id: string) => string) =>
      Promise.all(
        ["1", "3", "5", "6"].map(async (id) => {
          const asked = query ? { query: query(id) } : { params: { id } };
          return (await call(path, { token: as(email), ...asked })).status;
        }),
      );
    const events = (email: string) => statuses(email, "/v1/events", (id) => `?device_id=${id}`);
    const work = (email: string) => statuses(email, "/v1/devices/{id}/maintenances");
    expect([await events("admin@acme.example"), await work("admin@acme.example")]).toEqual([
      [200, 200, 403, 200],
      [200, 403, 403, 403],
    ]);
    expect([
      await events("superuser@helios.example"),
      await work("superuser@helios.example"),
    ]).toEqual([
      [200, 200, 200, 200],
      [200, 200, 200, 200],
    ]);
    const { body } = await call("/v1/devices/{id}/maintenances", {
      token: as("admin@acme.example"),
      params: { id: "5" },
    });
    expect(body).toMatchObject({
      error: "forbidden",
      message: expect.stringContaining("service tier") as string,
    });
  });
});

describe("the dashboard's lists", () => {
  it("answer the specification's fields, by the names it has for them", async () => {
    const token = as("admin@acme.example");
    const due = (await call("/v1/maintenances/recommended", { token })).body.maintenances as Record<
      string,
      unknown
    >[];
    expect(due.length).toBeGreaterThan(5);
    for (const field of "id device_id device_name maintenance_type name description status current_state next_service_date recommended_date last_performed_at".split(
      " ",
    ))
      expect(due[0]).toHaveProperty(field);
    const on = (await call("/v1/alarms/triggered", { token })).body.data as Record<
      string,
      unknown
    >[];
    expect(on[0]).toMatchObject({
      name: expect.any(String) as string,
      status: "TRIGGERED",
      device_name: expect.any(String) as string,
    });
    expect(on.map(({ url }) => url)).toContain("/machines/1/alarms");
    const predictions = await call("/v1/devices/downtime_predictions", {
      token,
      query: "?device_ids[]=1&device_ids[]=2",
    });
    const unknown = { prediction: null, horizon: 240, reason: "too_little_data" };
    expect(predictions.body).toEqual({ data: { 1: unknown, 2: unknown } });
    const parts = (await call("/v1/components", { token })).body.data as {
      parent_name: string | null;
      reasons: unknown[];
    }[];
    expect(parts.some(({ parent_name }) => parent_name === "Feeder")).toBe(true);
    expect(parts.every(({ reasons }) => reasons.length > 0)).toBe(true);
  });

  it("take a report and a piece of work, and say what is wrong with it by field", async () => {
    const token = as("admin@acme.example");
    const report = await call("/v1/events", {
      method: "POST",
      token,
      body: {
        event: {
          device_id: 1,
          start_at: NOW,
          end_at: NOW - 1,
          interventions: [{ type: "REPLACE" }],
        },
      },
    });
    expect(report).toMatchObject({
      status: 422,
      body: { errors: { name: ["is required"], "interventions.0.component_id": ["is required"] } },
    });
    expect((await call("/v1/events", { token })).body).toMatchObject({
      error: "malformed",
      message: "Missing required parameters: device_id.",
    });
    const due = (await call("/v1/maintenances/recommended", { token })).body["maintenances"] as {
      id: number;
      status: string;
    }[];
    const overdue = String(due.find(({ status }) => status === "overdue")!.id);
    const change = (maintenance: object) =>
      call("/v1/maintenances/{id}", {
        method: "PUT",
        token,
        params: { id: overdue },
        body: { maintenance },
      });
    expect(await change({ snoozed_until: "2026-11-19", snooze_reason: "x" })).toMatchObject({
      status: 422,
      body: { errors: { snoozed_until: ["must be tomorrow or later"] } },
    });
    expect(
      (await change({ snoozed_until: "2026-11-25", snooze_reason: "x" })).body.data,
    ).toMatchObject({ status: "snoozed" });
    expect(
      (await change({ snoozed_at: null, snoozed_until: null, snooze_reason: null })).body.data,
    ).toMatchObject({ snoozed_until: null });
    expect(
      (
        await call("/v1/maintenances/{id}", {
          method: "PUT",
          token: as("user@acme.example"),
          params: { id: "102" },
          body: {},
        })
      ).status,
    ).toBe(403);
  });
});

describe("the API's description", () => {
  it("names every endpoint with its parameters, body, answers and security", async () => {
    const { body } = await call("/v1/openapi.json");
    const paths = body.paths as Record<
      string,
      Record<
        string,
        {
          parameters?: { name: string; required: boolean }[];
          security: unknown[];
          requestBody?: unknown;
          responses: object;
          operationId: string;
        }
      >
    >;
    const described = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual(
      endpoints()
        .map(([path, method]) => `${method} ${path}`)
        .sort(),
    );
    expect(body.openapi).toBe("3.1.0");

    const ids = Object.values(paths).flatMap((operations) =>
      Object.values(operations).map((operation) => operation.operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
    const timeseries = paths["/v1/telemetry_timeseries"]?.get;
    expect(timeseries?.parameters?.map(({ name, required }) => [name, required])).toEqual([
      ["device_id", true],
      ["metrics[]", true],
      ["start_time", true],
      ["end_time", true],
      ["granularity", false],
      ["datapoints", false],
    ]);
    expect(paths["/v1/devices/{id}"]?.get?.parameters).toMatchObject([
      { name: "id", in: "path", required: true },
    ]);
    expect(paths["/v1/login"]?.post?.security).toEqual([]);
    expect(Object.keys(paths["/v1/metric_averages"]?.post?.responses ?? {})).toEqual([
      "200",
      "400",
      "401",
      "403",
      "404",
      "408",
      "413",
      "415",
      "422",
      "429",
      "500",
      "503",
    ]);
    for (const [path, , endpoint] of endpoints())
      if (endpoint.body)
        expect(JSON.stringify(paths[path]), path).toContain(
          `"requestBody":{"required":${!endpoint.isBodyOptional}`,
        );
  });
});
