/**
 * Requests that nobody sends by mistake, at every address of a whole Helios: odd methods and media types, names that
 * every object has, broken encodings. What the caller did wrong is the caller's: nothing answers 500.
 */
import { flatRoutes } from "@remix-run/dev/dist/config/flat-routes.js";
import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import remixConfig from "../../remix.config.js";
import { signIn } from "#tests/api.ts";
import { sharedHelios } from "#tests/shared-helios.ts";

const { origin, port } = sharedHelios();
const APP = fileURLToPath(new URL("../../app", import.meta.url));

/** Every address that Remix's router knows, `:x` and `*` still in it. */
const manifest = flatRoutes(APP, remixConfig.ignoredRouteFiles);
const wholePath = (id: string | undefined): string =>
  id === undefined || id === "root"
    ? ""
    : `${wholePath(manifest[id]?.parentId)}/${manifest[id]?.path ?? ""}`;
const isLayout = (id: string) => Object.values(manifest).some(({ parentId }) => parentId === id);
const pages = Object.keys(manifest)
  .filter((id) => !isLayout(id))
  .map((id) =>
    wholePath(id)
      .replace(/\/+/g, "/")
      .replace(/(.)\/$/, "$1"),
  )
  .filter((path) => !path.startsWith("/v1/"));
/** /v1 finds its own way: its description names its paths. */
const description = (await (await fetch(`${origin}/v1/openapi.json`)).json()) as {
  paths: Record<string, unknown>;
};
const apiPaths = Object.keys(description.paths).map((path) => path.replace(/\{(\w+)\}/g, ":$1"));
const routes = [...pages, ...apiPaths, "/v1/*"];
const wires = [
  "/ingest/v1/batches",
  "/ingest/v1/config",
  "/ingest",
  "/api/v2/write",
  "/api/v3/unknown",
  "/api",
  "/write",
  "/query",
  "/health",
  "/ping",
  "/socket/websocket",
  "/socket/unknown",
  "/healthz",
  "/build",
  "/__manifest",
  "/favicon.svg",
];
const at = (path: string, name: string) => path.replace(/:\w+|\*/g, name);

type Sent = { method?: string; headers?: Record<string, string>; body?: string };
type Answered = { status: number; headers: Record<string, unknown>; body: string };
/** By Node's own client, which changes no address and no header. */
function send(path: string, { method = "GET", headers = {}, body }: Sent = {}): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      { host: "127.0.0.1", port, path, method, headers, agent: false },
      (answer) => {
        let text = "";
        answer.setEncoding("utf8").on("data", (piece: string) => (text += piece));
        answer.on("end", () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }),
        );
        answer.on("error", reject);
      },
    );
    sent.on("error", reject).end(body);
  });
}
/** All at once would be a load of its own. */
async function failures(requests: readonly (readonly [string, Sent])[]): Promise<string[]> {
  const found: string[] = [];
  for (const [path, sent] of requests) {
    const { status } = await send(path, sent);
    // A page that is there to show that something failed.
    const isMeant = path.startsWith("/errors/error-500");
    if (status >= 500 && !isMeant)
      found.push(
        `${sent.method ?? "GET"} ${path} ${JSON.stringify(sent.headers ?? {})}: ${status}`,
      );
  }
  return found;
}
const tokenOfSuperuser = signIn(origin, "superuser@helios.example");
const asSuperuser = async (): Promise<Record<string, string>> => ({
  cookie: `sessionId=${await tokenOfSuperuser}`,
});

describe("at every address", () => {
  test("an odd method is refused", async () => {
    const methods = ["PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND", "TRACE", "HEAD"];
    const all = [...routes, ...wires].flatMap((path) =>
      methods.map((method) => [at(path, "1"), { method }] as const),
    );
    expect(await failures(all)).toEqual([]);
    for (const path of pages)
      for (const method of ["PUT", "DELETE", "PROPFIND"]) {
        const answer = await send(at(path, "1"), { method });
        expect([path, method, answer.status]).toEqual([path, method, 405]);
      }
    // What a page does take: a form, where it has one.
    for (const [path, allow] of [
      ["/login", "GET, HEAD, POST"],
      ["/login.data", "GET, HEAD, POST"],
      ["/machines/1/configuration", "GET, HEAD, POST"],
      ["/dashboard/machines", "GET, HEAD"],
      ["/", "GET, HEAD"],
    ] as const) {
      expect([path, (await send(path, { method: "PUT" })).headers["allow"]]).toEqual([path, allow]);
      if (allow.includes("POST")) continue;
      const { status, headers } = await send(path, { method: "POST", headers: { origin } });
      expect([path, status, headers["allow"]]).toEqual([path, 405, allow]);
    }
    const health = await send("/v1/healthz", { method: "OPTIONS" });
    expect([health.status, health.headers["allow"]]).toEqual([204, "GET, HEAD, OPTIONS"]);
  });

  test("what /v1 refuses before a call of its own is asked is JSON that any site may read", async () => {
    for (const [path, method, refused] of [
      ["/v1/devices", "TRACE", 405],
      ["/v1/devices.data", "GET", 404],
      [`/v1/${"x".repeat(3_000)}`, "GET", 414],
    ] as const) {
      const { status, headers, body } = await send(path, { method });
      expect([method, status, headers["access-control-allow-origin"]]).toEqual([
        method,
        refused,
        "*",
      ]);
      expect(headers["x-request-id"]).toMatch(/^[\da-f-]{36}$/);
      expect(JSON.parse(body)).toMatchObject({ error: expect.any(String) });
    }
  });

  test("what is only read takes nothing else", async () => {
    const script = /\/assets\/[\w.-]+\.js/.exec((await send("/login")).body)![0];
    const read = [
      ...["/healthz", "/v1/healthz", "/build", "/__manifest?p=/login&version=x"],
      ...["/robots.txt", "/favicon.svg", "/socket/healthz", "/health", "/ping", script],
    ];
    for (const path of read)
      for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
        const { status, headers } = await send(path, { method });
        const allow = path.startsWith("/v1/") ? "GET, HEAD, OPTIONS" : "GET, HEAD";
        expect([path, method, status, headers["allow"]]).toEqual([path, method, 405, allow]);
      }
    for (const path of ["/healthz", "/build", "/robots.txt", "/socket/healthz", script])
      for (const method of ["GET", "HEAD"])
        expect([path, method, (await send(path, { method })).status]).toEqual([path, method, 200]);
  });

  test("an odd media type is refused, with a session and without", async () => {
    const session = { ...(await asSuperuser()), origin };
    const types = [
      "application/json",
      "text/xml",
      "multipart/form-data",
      "x",
      "application/x-www-form-urlencoded",
    ];
    // Without a session little of it is read.
    const withoutSession = new Set(["application/json", "multipart/form-data"]);
    const all = [...routes, ...wires].flatMap((path) =>
      types.flatMap((type) =>
        (withoutSession.has(type) ? [{}, session] : [session]).map(
          (headers) =>
            [
              at(path, "999999"),
              {
                method: "POST",
                headers: { "content-type": type, ...headers },
                body: "__proto__=1",
              },
            ] as const,
        ),
      ),
    );
    expect(await failures(all)).toEqual([]);
  });

  test("a form of ours is taken by whatever host it came, and one of another site refused", async () => {
    const form = { method: "POST", body: "email=a@helios.example&password=x" };
    const type = "application/x-www-form-urlencoded";
    const opened = `http://localhost:${port}`;
    const of = (headers: Record<string, string>) =>
      send("/login", { ...form, headers: { "content-type": type, ...headers } });
    const ours: Record<string, string>[] = [
      { origin: opened, host: `localhost:${port}`, "x-forwarded-host": "evil.example" },
      { origin: opened, host: `127.0.0.1:${port}` },
      { origin: opened, host: "behind-a-proxy.example" },
    ];
    const others: Record<string, string>[] = [
      { origin: "http://evil.example", host: `localhost:${port}` },
      { origin: "http://evil.example", "x-forwarded-host": "evil.example" },
      { origin: "nonsense" },
      { origin: "null" },
    ];
    for (const headers of ours)
      expect([headers, (await of(headers)).status]).toEqual([headers, 401]);
    for (const headers of others)
      expect([headers, (await of(headers)).status]).toEqual([headers, 403]);
  });

  test("a page that does not exist is the same for every name, and says so by its status", async () => {
    for (const name of ["constructor", "__proto__", "toString", "nothing"]) {
      for (const path of [`/${name}`, `/errors/${name}`]) {
        const { status, headers } = await send(path);
        expect([path, status, headers.location]).toEqual([path, 302, "/errors/error-404"]);
      }
    }
    expect((await send("/errors/error-404")).status).toBe(404);
  });

  test("a name that every object has is a name like any other", async () => {
    const session = await asSuperuser();
    const names = [
      "constructor",
      "__proto__",
      "toString",
      "hasOwnProperty",
      "%00",
      "%E0%A4%A",
      "%",
      "%2e%2e",
      "NaN",
      "-1",
      "1e400",
      "99999999999999999999",
    ];
    // Who has no session is asked for one by nearly all of them, before any name is read.
    const withoutSession = new Set(["constructor", "__proto__", "%00", "%E0%A4%A"]);
    const all = routes
      .filter((path) => at(path, "") !== path)
      .flatMap((path) =>
        names.flatMap((name) =>
          (withoutSession.has(name) ? [{}, session] : [session]).map(
            (headers) => [at(path, name), { headers }] as const,
          ),
        ),
      );
    expect(await failures(all)).toEqual([]);
  });

  test("an odd query is a query like any other", async () => {
    const session = await asSuperuser();
    const odd = [
      "index&index&%E0%A4%A=%&__proto__[x]=1&constructor=1",
      "redirect=//evil.example&before=x&status=constructor&token=constructor&limit=-1",
      "device_id=constructor&metrics[]=__proto__&start_time=x&end_time=%00&granularity=toString&datapoints=1e9",
    ];
    // What Remix reads itself, of a page's address and of that of the page's data.
    const ofPages = ["_data=", "_data=root", "_data=constructor"];
    const ofData = ["_data=root", "_routes=constructor", "_routes=root,__proto__"];
    const all = [
      ...pages.map((path) => [path, [...ofPages, ...odd]] as const),
      ...pages.map((path) => [`${path}.data`, [...ofData, ...odd]] as const),
      ...[...apiPaths, "/v1/*", ...wires].map((path) => [path, odd] as const),
    ].flatMap(([path, queries]) =>
      queries.map((query) => [`${at(path, "1")}?${query}`, { headers: session }] as const),
    );
    expect(await failures(all)).toEqual([]);
  });

  test("an address that cannot be decoded is none, before anything writes it to a log", async () => {
    for (const path of ["/%FF", "/login/reset-password/abc%FF", "/machines/%E0%A4/overview"]) {
      const answer = await fetch(origin + path);
      expect([answer.status, await answer.text()]).toEqual([404, "There is no such address."]);
    }
  });

  test("broken cookies and languages are none", async () => {
    const all = ["/login", "/", "/dashboard", "/display", "/v1/users/me", "/account"].flatMap(
      (path) =>
        [
          { cookie: "%E0%A4%A; =; sessionId; sessionId=; language=constructor; theme=__proto__" },
          { cookie: "demoMode=%; currentUser=%7B; sessionId=%00" },
          { cookie: "__proto__=1; constructor=2" },
          { "accept-language": "*;q=x, --, en-*-$" },
          { "accept-language": "x-".repeat(400) },
          { authorization: "Bearer" },
          { authorization: "Basic %%%" },
          { origin: "nonsense", "sec-fetch-site": "same-origin" },
          { host: "%" },
          { "x-forwarded-host": "]", "x-forwarded-for": "x" },
          { "content-length": "0" },
          { "transfer-encoding": "chunked" },
        ].map(
          (headers) => [path, { headers: headers as unknown as Record<string, string> }] as const,
        ),
    );
    expect(await failures(all)).toEqual([]);
  });
});

describe("every answer", () => {
  test("is not kept, not sniffed, and keeps other windows out, whoever gave it", async () => {
    for (const path of [
      "/login",
      "/health",
      "/ping",
      "/ingest/v1/config",
      "/api/v3/unknown",
      "/socket/websocket",
      "/socket/healthz",
      "/v1/nothing",
      "/healthz",
      "/build",
    ]) {
      const { headers } = await send(path);
      expect([path, headers["x-content-type-options"], headers["cache-control"]]).toEqual([
        path,
        "nosniff",
        "no-store",
      ]);
      expect([path, headers["cross-origin-opener-policy"]]).toEqual([path, "same-origin"]);
      expect(headers["permissions-policy"]).toContain("camera=()");
    }
  });

  test("to a path of InfluxDB that is not known is a JSON 404", async () => {
    for (const path of ["/api", "/api/", "/api/v3/unknown", "/api/v2/nothing", "/ingest/unknown"]) {
      const { status, headers, body } = await send(path);
      expect([path, status, headers["content-type"]]).toEqual([path, 404, "application/json"]);
      expect(JSON.parse(body)).toMatchObject({ error: "not_found" });
    }
  });

  test("to a query of InfluxDB without a key is a JSON 401", async () => {
    const { status, headers, body } = await send("/query");
    expect([status, headers["content-type"]]).toEqual([401, "application/json"]);
    expect(JSON.parse(body)).toMatchObject({
      error: expect.stringContaining("no sampler key") as string,
    });
  });

  test("says 414 or 431 at once where addresses or headers are too long", async () => {
    for (const path of ["/errors/", "/v1/devices/", "/ingest/", "/socket/"])
      expect([path, (await send(path + "a".repeat(30_000), { method: "POST" })).status]).toEqual([
        path,
        414,
      ]);
    expect((await send(`/v1/devices?${"a=1&".repeat(10_000)}`)).status).toBe(414);
    expect(
      (await send("/login", { headers: { "accept-language": "en,".repeat(5_000) } })).status,
    ).toBe(431);
  });
});

describe("a Host that is none", () => {
  test("is refused as such, whatever is asked for", async () => {
    const hosts = [
      `x@localhost:${port}`,
      `localhost:${port}@evil.example`,
      "evil.example/localhost",
      "localhost#evil.example",
      "localhost?x",
      "a,localhost",
      "loc%61lhost",
      "localhost\\evil.example",
      "localhost:99999",
    ];
    for (const path of ["/dev/outbox.json", "/login", "/v1/users/me", ...wires])
      for (const host of hosts)
        expect([path, host, (await send(path, { headers: { host } })).status]).toEqual([
          path,
          host,
          400,
        ]);
  });
});

describe("the outbox of this machine", () => {
  test("opens for a loopback Host only", async () => {
    for (const path of ["/dev/outbox", "/dev/outbox.json"]) {
      expect((await send(path)).status).toBe(200);
      expect((await send(path, { headers: { host: `localhost:${port}` } })).status).toBe(200);
      for (const host of [
        "evil.example",
        `evil.example:${port}`,
        "localhost.evil.example",
        "192.168.1.5",
      ])
        expect([
          host,
          (await send(path, { headers: { host, ...(await asSuperuser()) } })).status,
        ]).toEqual([host, 404]);
    }
  });
});

/** What the door answers to bytes as they are, until it closes the connection. */
const sendBytes = (bytes: string): Promise<string> =>
  new Promise((resolve) => {
    let answers = "";
    const socket = connect(port, "127.0.0.1");
    socket.setEncoding("latin1").on("data", (piece: string) => (answers += piece));
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(answers));
    socket.write(bytes);
  });
/** As sendBytes, by a client that reads nothing before all is sent. */
function writeThenRead(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answers = "";
    const socket = connect(port, "127.0.0.1").setEncoding("utf8").pause();
    socket.on("data", (piece: string) => (answers += piece));
    socket.on("end", () => resolve(answers)).on("error", reject);
    socket.write(bytes, () => socket.resume());
  });
}
const statusesIn = (answers: string): number[] =>
  [...answers.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));

describe("bytes at the door", () => {
  test("no tunnel is opened, and what no server knows is refused", async () => {
    const to = (line: string, host: string) =>
      sendBytes(`${line} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    expect(statusesIn(await to("CONNECT localhost:22", "localhost:22"))).toEqual([500]);
    expect(statusesIn(await to("TRACE /", "localhost"))).toEqual([405]);
    expect(statusesIn(await to("FOO /", "localhost"))).toEqual([501]);
    expect(statusesIn(await to("GET /login", "a b"))).toEqual([400]);
    expect(statusesIn(await to("GET /login", "localhost\r\nHost: other"))).toEqual([400]);
  });

  test("headers that are too long are refused, those too that no Worker is handed", async () => {
    for (const length of [40_000, 2_000_000]) {
      const header = `X-Long: ${"a".repeat(length)}\r\nConnection: close`;
      const answers = await sendBytes(
        `GET /login HTTP/1.1\r\nHost: localhost\r\n${header}\r\n\r\n`,
      );
      expect(statusesIn(answers)).toEqual([431]);
    }
  });

  test("of requests sent at once each has its answer but those after a body that is refused before it was there", async () => {
    const looks = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
    const type = "application/x-www-form-urlencoded";
    const form = (sent: number) =>
      `POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\nContent-Length: 200000\r\n\r\n${"a".repeat(sent)}`;
    const before = [200, 200, 200, 200, 200];
    const last = looks.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n");
    const whole = await sendBytes(looks.repeat(5) + form(200_000) + looks.repeat(4) + last);
    expect(statusesIn(whole)).toEqual([...before, 413, ...before]);
    const cut = await sendBytes(looks.repeat(5) + form(100) + looks.repeat(14));
    expect(statusesIn(cut)).toEqual([...before, 413]);
  });

  test("who sends a large body whole before reading hears why it is refused", async () => {
    const type = "Content-Type: application/json";
    const body = "x".repeat(3_000_000);
    for (const [line, status] of [
      ["POST /ingest/v1/batches", 401],
      ["POST /ingest/v1/nowhere", 404],
      ["POST /api/v2/write", 401],
      ["POST /v1/login", 413],
      ["POST /v1/nowhere", 404],
      ["PUT /login", 405],
      ["GET /login", 200],
      [`POST /${"a".repeat(3_000)}`, 414],
    ] as const)
      for (let round = 0; round < 5; round++)
        expect([
          line.slice(0, 30),
          ...statusesIn(
            await writeThenRead(
              `${line} HTTP/1.1\r\nHost: localhost\r\n${type}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
            ),
          ),
        ]).toEqual([line.slice(0, 30), status]);
  });
});
