import { beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { AppError } from "#app/domain/errors.ts";
import { callApi, ORIGIN, type Call } from "#tests/factories/api.ts";
import { HEAVY_VALUES, MAX_WAITING_OF_CALLER } from "#app/domain/heavy-line.ts";
import { openTestDb } from "#tests/factories/db.ts";
import { createSession, createUser, NOW } from "#tests/factories/people.ts";
import { ADMINS } from "#app/domain/access/permissions.ts";
import { answerUnknownPath, defineApi } from "./define-api.server.ts";

const db = openTestDb();
const world = () => ({ db: db(), now: NOW });
const tokens: Record<string, string> = {};

beforeAll(async () => {
  for (const role of ["user", "admin"] as const)
    tokens[role] = (await createSession(db(), (await createUser(db(), { role })).actor)).token;
  const reset = await createUser(db(), { role: "user", resetPassword: true });
  tokens.reset = (await createSession(db(), reset.actor)).token;
});

const thing = defineApi("/v1/things/{id}", {
  GET: {
    summary: "reads",
    access: "signed_in",
    query: z.object({
      from: z.string(),
      to: z.string(),
      most: z.coerce.number().int().max(9).default(3),
    }),
    response: z.object({ data: z.unknown() }),
    handle: ({ params, query, actor }) => ({ data: { id: params.id, ...query, role: actor.role } }),
  },
  POST: {
    summary: "writes",
    access: ADMINS,
    body: z.object({
      user: z.object({ email: z.email(), age: z.int().min(1), kind: z.enum(["a", "b"]) }),
    }),
    response: z.object({ data: z.unknown() }),
    status: 201,
    handle: ({ body }) => ({ data: body.user }),
  },
  DELETE: {
    summary: "fails",
    access: "public",
    duringReset: true,
    response: z.unknown(),
    handle: () => {
      throw new Error("secret at /srv/inside");
    },
  },
});

/** Names of heavy questions that are worked on, and what ends each. */
const atWork: { name: string; end: () => void }[] = [];
const heavy = defineApi("/v1/heavy", {
  GET: {
    summary: "takes long",
    access: "signed_in",
    query: z.object({ name: z.string(), values: z.coerce.number().int() }),
    response: z.object({ data: z.string() }),
    weigh: ({ query }) => query.values,
    handle: ({ query: { name } }) =>
      new Promise((resolve) => atWork.push({ name, end: () => resolve({ data: name }) })),
  },
});

const open = defineApi("/v1/open", {
  GET: {
    summary: "open",
    access: "public",
    response: z.object({ data: z.int() }),
    handle: () => ({ data: 1 }),
  },
  POST: {
    summary: "counts",
    access: "public",
    query: z.object({ count: z.coerce.number().int(), names: z.array(z.string()) }),
    response: z.object({ data: z.int() }),
    handle: ({ query }) => ({ data: query.count }),
  },
  PATCH: {
    summary: "takes much",
    access: "public",
    body: z.object({ text: z.string() }),
    maxBodyBytes: 2 * 1024 * 1024,
    response: z.object({ data: z.int() }),
    handle: ({ body }) => ({ data: body.text.length }),
  },
  PUT: {
    summary: "conflicts",
    access: "public",
    response: z.unknown(),
    handle: () => {
      throw new AppError("too_many_requests", { message: "Slow down.", retryAfterSeconds: 7 });
    },
  },
});

const send = (call: Call = {}, query = "?from=a&to=b") =>
  callApi(world(), thing, `/v1/things/5${query}`, { params: { id: "5" }, ...call });
const post = (body: unknown, call: Call = {}) =>
  send({ method: "POST", token: tokens.admin, body, ...call });
const good = { user: { email: "a@b.example", age: 3, kind: "a" } };

describe("who may call", () => {
  it("takes the token bare or as Bearer", async () => {
    for (const token of [tokens.user, `Bearer ${tokens.user}`, `bearer  ${tokens.user}`]) {
      expect(await send({ token })).toMatchObject({
        status: 200,
        body: { data: { id: "5", from: "a", most: 3, role: "user" } },
      });
    }
  });

  it("answers 401 without a session and never falls back from a bad token to the cookie", async () => {
    const cookie = { Cookie: `sessionId=${tokens.user}` };
    for (const call of [
      {},
      { token: "nonsense" },
      { token: "x".repeat(43) },
      { token: "nonsense", headers: cookie },
    ]) {
      expect(await send(call)).toMatchObject({ status: 401, body: { error: "unauthenticated" } });
    }
  });

  it("answers 403 in the catalogue's words to other roles", async () => {
    const { status, body } = await post(good, { token: tokens.user });
    expect([status, body.error, body.message]).toEqual([
      403,
      "forbidden",
      "You're not allowed to perform this action. For more information, please contact Support.",
    ]);
  });

  it("lets somebody who must set a new password do nothing else", async () => {
    expect(await send({ token: tokens.reset })).toMatchObject({
      status: 403,
      body: { message: "Set a new password first." },
    });
  });

  it("takes the cookie of our own pages only", async () => {
    const cookie = `other=1; __Host-sessionId=${tokens.admin}`;
    const withCookie = (method: string, origin?: string) =>
      send({
        method,
        headers: { Cookie: cookie, ...(origin === undefined ? {} : { Origin: origin }) },
        ...(method === "POST" ? { body: good } : {}),
      });
    expect((await withCookie("POST", ORIGIN)).status).toBe(201);
    expect((await withCookie("GET")).status).toBe(200);
    for (const origin of [
      "https://evil.example",
      "null",
      `${ORIGIN}.evil.example`,
      "http://helios.test",
    ]) {
      expect((await withCookie("POST", origin)).status).toBe(403);
      expect((await withCookie("GET", origin)).status).toBe(403);
    }
    expect((await withCookie("POST")).status).toBe(403);
  });

  it("does not take the plain cookie where TLS demands the guarded one", async () => {
    expect((await send({ headers: { Cookie: `sessionId=${tokens.admin}` } })).status).toBe(401);
  });

  it("does not compile without an access rule", () => {
    const unruled = () =>
      // @ts-expect-error -- access is missing
      defineApi("/v1/x", { GET: { summary: "x", response: z.unknown(), handle: () => 1 } });
    expect(unruled).toBeTypeOf("function");
  });
});

describe("what is read", () => {
  it("names every missing parameter of a query with 400", async () => {
    const { status, body } = await send({ token: tokens.user }, "?most=2&to=");
    expect([status, body.error, body.message]).toEqual([
      400,
      "malformed",
      "Missing required parameters: from, to.",
    ]);
    expect(body.errors).toEqual({ from: ["is required"], to: ["is required"] });
    const numbers = await callApi(world(), open, "/v1/open", { method: "POST" });
    expect([numbers.status, numbers.body.message]).toEqual([
      400,
      "Missing required parameters: count, names.",
    ]);
    expect(
      (await callApi(world(), open, "/v1/open?count=x&names[]=a", { method: "POST" })).body.errors,
    ).toEqual({
      count: ["must be a number"],
    });
  });

  it("answers 422 with the messages by field", async () => {
    expect(await send({ token: tokens.user }, "?from=a&to=b&most=10")).toMatchObject({
      status: 422,
      body: { error: "validation_failed", errors: { most: ["must be at most 9"] } },
    });
    const { status, body } = await post({ user: { email: "nope", age: "3", kind: "c" } });
    expect(status).toBe(422);
    expect(body.errors).toEqual({
      email: ["must be a valid email"],
      age: ["must be a number"],
      kind: ["must be one of a, b"],
    });
    expect((await post({})).body.errors).toEqual({ user: ["is required"] });
    expect((await post([])).body.errors).toEqual({ body: ["must be an object"] });
  });

  it("refuses what is no JSON, empty, not UTF-8, of another type or too large", async () => {
    for (const body of ["{", "", "  ", "nul", '{"a":1}}'])
      expect(await post(body)).toMatchObject({ status: 400, body: { error: "malformed" } });
    expect(
      (await post("a=1", { headers: { "Content-Type": "application/x-www-form-urlencoded" } }))
        .status,
    ).toBe(415);
    for (const encoding of ["gzip", "br", "GZIP"])
      expect(await post(good, { headers: { "Content-Encoding": encoding } })).toMatchObject({
        status: 415,
        body: { message: "Send the body without Content-Encoding." },
      });
    expect((await post(good, { headers: { "Content-Encoding": "identity" } })).status).toBe(201);
    expect((await post(JSON.stringify({ user: "x".repeat(1024 * 1024) }))).status).toBe(413);
    expect((await post(JSON.stringify({ user: "x".repeat(1024 * 1024 - 11) }))).status).toBe(422);
  });

  it("takes of a call that anybody may make as much as of a page's form", async () => {
    const guest = defineApi("/v1/guests", {
      POST: {
        summary: "takes anybody",
        access: "public",
        body: z.object({ name: z.string() }),
        response: z.object({ data: z.int() }),
        handle: ({ body }) => ({ data: body.name.length }),
      },
    });
    const call = (name: string) =>
      callApi(world(), guest, "/v1/guests", { method: "POST", body: { name } });
    const most = 64 * 1024 - '{"name":""}'.length;
    expect((await call("x".repeat(most))).status).toBe(200);
    expect((await call("x".repeat(most + 1))).status).toBe(413);
  });

  it("takes a larger body where the endpoint says so", async () => {
    const patch = (text: string) =>
      callApi(world(), open, "/v1/open", { method: "PATCH", body: { text } });
    const much = 2 * 1024 * 1024 - '{"text":""}'.length;
    expect(await patch("x".repeat(much))).toMatchObject({ status: 200, body: { data: much } });
    expect((await patch("x".repeat(much + 1))).status).toBe(413);
  });

  it("knows who may call before it reads", async () => {
    expect((await post("{", { token: "nobody" })).status).toBe(401);
    expect((await post("{", { token: tokens.user })).status).toBe(403);
  });
});

describe("how it is answered", () => {
  it("always JSON, never kept, open to other sites, with a request id", async () => {
    const { headers } = await send({ token: tokens.user });
    expect(headers.get("Content-Type")).toBe("application/json; charset=utf-8");
    expect(headers.get("Cache-Control")).toBe("no-store");
    expect(headers.get("Access-Control-Allow-Origin")).toBe("*");
    expect(headers.get("Access-Control-Allow-Credentials")).toBeNull();
    expect(headers.get("X-Request-Id")).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("answers 500 without internals and logs them with the request id", async () => {
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    const { status, body, headers } = await send({ method: "DELETE" });
    expect([status, body]).toEqual([500, { error: "internal", message: "Server error" }]);
    expect(String(logged.mock.calls[0]?.[0])).toContain(headers.get("X-Request-Id"));
    expect(String(logged.mock.calls[0]?.[0])).toContain("secret at /srv/inside");
    logged.mockRestore();
  });

  it("says when to try again", async () => {
    const { status, headers } = await callApi(world(), open, "/v1/open", { method: "PUT" });
    expect([status, headers.get("Retry-After")]).toEqual([429, "7"]);
  });

  it("names the methods that are offered, and lets browsers ask first", async () => {
    const { status, body, headers } = await callApi(world(), open, "/v1/open", {
      method: "DELETE",
    });
    expect([status, body.error, headers.get("Allow")]).toEqual([
      405,
      "method_not_allowed",
      "GET, HEAD, POST, PUT, PATCH, OPTIONS",
    ]);
    const preflight = await callApi(world(), open, "/v1/open", { method: "OPTIONS" });
    expect([preflight.status, preflight.headers.get("Access-Control-Allow-Methods")]).toEqual([
      204,
      "GET, HEAD, POST, PUT, PATCH, OPTIONS",
    ]);
  });

  it("answers unknown paths in JSON too", async () => {
    const route = {
      loader: answerUnknownPath,
      action: answerUnknownPath,
    };
    for (const method of ["GET", "POST"]) {
      expect(await callApi(world(), route, "/v1/nothing/here", { method })).toMatchObject({
        status: 404,
        body: { error: "not_found" },
      });
    }
  });
});

describe("heavy questions", () => {
  let left = 0;
  const ask = (role: string, name: string, values = HEAVY_VALUES) => {
    left += 1;
    const path = `/v1/heavy?name=${name}&values=${values}`;
    return callApi(world(), heavy, path, { token: tokens[role] }).finally(() => (left -= 1));
  };
  const shown = () => atWork.map(({ name }) => name).toSorted();
  const end = () => atWork.shift()?.end();
  const endAll = async () => {
    while (left > 0) {
      await vi.waitFor(() => expect(left === 0 || atWork.length > 0).toBe(true));
      end();
    }
  };

  it("of one caller are worked on one by one, and light ones of theirs beside them", async () => {
    void ask("user", "first");
    await vi.waitFor(() => expect(shown()).toEqual(["first"]));
    const second = ask("user", "second");
    void ask("user", "light", HEAVY_VALUES - 1);
    void ask("admin", "other");
    await vi.waitFor(() => expect(shown()).toEqual(["first", "light", "other"]));
    end();
    await vi.waitFor(() => expect(shown()).toContain("second"));
    await endAll();
    expect((await second).status).toBe(200);
  });

  it("that no longer fit into the line are answered 429, with when to ask again", async () => {
    void ask("user", "first");
    await vi.waitFor(() => expect(shown()).toEqual(["first"]));
    const names = Array.from({ length: MAX_WAITING_OF_CALLER + 1 }, (_, each) => `${each}`);
    const asked = names.map((name) => ask("user", name));
    const refused = await Promise.any(asked);
    expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "5"]);
    await endAll();
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(MAX_WAITING_OF_CALLER);
  });
});
