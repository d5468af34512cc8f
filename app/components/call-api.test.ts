import { afterEach, expect, it, vi } from "vitest";
import { callApi } from "./call-api.ts";

afterEach(() => vi.unstubAllGlobals());

const answering = (answer: () => Response | Promise<Response>) =>
  vi.stubGlobal("fetch", () => Promise.resolve().then(answer));

it("answers data and refusals as they were told", async () => {
  answering(() => Response.json({ data: [1] }));
  expect(await callApi("x")).toEqual({ ok: true, data: { data: [1] } });
  answering(() => Response.json({ error: "conflict", message: "Words." }, { status: 409 }));
  expect(await callApi("x")).toEqual({
    ...{ ok: false, status: 409, code: "conflict", message: "Words.", errors: {} },
  });
});

it.each([
  [500, "<h1>Internal error</h1>", 500],
  [500, "", 500],
  [503, "no healthy upstream", 503],
  [404, "<h1>Not found</h1>", 404],
  [200, "<h1>Sign in to this network</h1>", 502],
  [200, "", 502],
])(
  "says of a %i with %j that Helios failed, not that it is not there",
  async (status, body, as) => {
    answering(() => new Response(body, { status }));
    expect(await callApi("x")).toMatchObject({ ok: false, status: as, code: "server" });
  },
);

it("says that Helios is not there where no answer came, or half of one", async () => {
  answering(() => Promise.reject(new TypeError("Failed to fetch")));
  expect(await callApi("x")).toMatchObject({ ok: false, status: 0, code: "offline" });
  const broken = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(new TextEncoder().encode('{"data":'));
      controller.error(new TypeError("network error"));
    },
  });
  answering(() => new Response(broken));
  expect(await callApi("x")).toMatchObject({ ok: false, status: 0, code: "offline" });
});
