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
  "/build",
  "/__manifest?p=/login&version=1",
  "/assets/gone.js",
  "/socket/healthz",
  "/socket/websocket",
];

it.each(READ_ONLY)("refuses whatever does not read %s", async (path) => {
  for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
    const refused = await answer(method, path);
    expect([method, refused?.status, refused?.headers.get("allow")]).toEqual([
      method,
      405,
      "GET, HEAD",
    ]);
  }
  expect(await answer("GET", path)).toBeNull();
  expect(await answer("HEAD", path)).toBeNull();
});

it.each([
  "/login",
  "/login.data",
  "/v1/comments/1",
  "/v1/healthz",
  "/machines/M.1",
  "/healthz/x",
  "/builder",
])("leaves %s to those who know it", async (path) => expect(await answer("POST", path)).toBeNull());
