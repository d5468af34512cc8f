import { expect, it } from "vitest";
import { refuseChange } from "./read-only.ts";

const FILES = ["/robots.txt", "/favicon.svg", "/logos/box.svg"];
const ASSETS = {
  fetch: (request: Request) =>
    Promise.resolve(
      new Response(null, { status: FILES.includes(new URL(request.url).pathname) ? 200 : 404 }),
    ),
};
const answer = (method: string, path: string) =>
  refuseChange(
    new Request(`https://helios.test${path}`, { method }),
    { ASSETS: ASSETS as never },
    (pathname) => /\.[a-z]+$/.test(pathname),
  );

const READ_ONLY = [
  ...FILES,
  "/healthz",
  "/v1/healthz",
  "/build",
  "/__manifest?p=/login&version=1",
  "/assets/gone.js",
  "/socket/healthz",
  "/socket/websocket",
];

it.each(READ_ONLY)("refuses whatever does not read %s", async (path) => {
  const asks = path.startsWith("/v1/") ? [] : ["OPTIONS"];
  for (const method of ["POST", "PUT", "PATCH", "DELETE", ...asks]) {
    const refused = await answer(method, path);
    expect([method, refused?.status, refused?.headers.get("allow")]).toEqual([
      method,
      405,
      path.startsWith("/v1/") ? "GET, HEAD, OPTIONS" : "GET, HEAD",
    ]);
  }
  expect(await answer("GET", path)).toBeNull();
  expect(await answer("HEAD", path)).toBeNull();
});

it("tells any site what may be done at an address of /v1", async () => {
  const told = await answer("OPTIONS", "/v1/healthz");
  expect([told?.status, told?.headers.get("allow")]).toEqual([204, "GET, HEAD, OPTIONS"]);
  expect(told?.headers.get("access-control-allow-origin")).toBe("*");
});

it("refuses in JSON, to any site, what is of /v1", async () => {
  const refused = await answer("POST", "/v1/healthz");
  expect(await refused?.json()).toEqual({
    error: "method_not_allowed",
    message: "POST is not offered here; GET, HEAD are.",
  });
  expect(refused?.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
  expect(refused?.headers.get("access-control-allow-origin")).toBe("*");
  expect(refused?.headers.get("x-request-id")).toMatch(/^[\da-f-]{36}$/);
});

it.each(["/login", "/login.data", "/v1/comments/1", "/machines/M.1", "/healthz/x", "/builder"])(
  "leaves %s to those who know it",
  async (path) => expect(await answer("POST", path)).toBeNull(),
);
