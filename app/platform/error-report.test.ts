import { afterEach, describe, expect, it, vi } from "vitest";
import { isTraced, reportFailure, reportTrace } from "./error-report.ts";

const staging = {
  HELIOS_MODE: "staging",
  ERROR_REPORT_URL: "https://reports.test/in",
  ERROR_REPORT_KEY: "k",
};
const calls = () =>
  vi
    .mocked(fetch)
    .mock.calls.map(
      ([url, init]) => [url, JSON.parse(String(init?.body)) as Record<string, unknown>] as const,
    );
const answer = (make: () => Promise<Response>) => vi.stubGlobal("fetch", vi.fn(make));
afterEach(() => vi.unstubAllGlobals());

describe("failures and traces", () => {
  it("leave only in staging and production, and only with a service to go to", async () => {
    answer(() => Promise.resolve(new Response()));
    for (const env of [
      { ...staging, HELIOS_MODE: "local" },
      { HELIOS_MODE: "production" },
      { ...staging, ERROR_REPORT_URL: "" },
    ]) {
      await reportFailure(env, { where: "/x", error: new Error("e") });
      expect([isTraced(env, 0), vi.mocked(fetch).mock.calls.length]).toEqual([false, 0]);
    }
    await reportFailure(staging, { where: "/v1/users/7", error: new Error("bad"), requestId: "r" });
    expect(calls()).toMatchObject([
      [
        "https://reports.test/in",
        {
          type: "error",
          where: "/v1/users/{}",
          message: "Error: bad",
          request_id: "r",
          environment: "staging",
        },
      ],
    ]);
  });

  it("are traced whole in staging and by three in ten in production", () => {
    const production = { ...staging, HELIOS_MODE: "production" };
    expect([
      isTraced(staging, 0.999),
      isTraced(production, 0.299),
      isTraced(production, 0.3),
    ]).toEqual([true, true, false]);
  });

  it("carry no token, id, address or query", async () => {
    answer(() => Promise.resolve(new Response()));
    const token = "t".repeat(43);
    await reportTrace(staging, {
      method: "GET",
      path: `/login/reset-password/${token}`,
      status: 200,
      ms: 3,
    });
    expect(JSON.stringify(calls())).not.toContain(token);
    expect(calls()).toMatchObject([
      ["https://reports.test/in", { path: "/login/reset-password/{}" }],
    ]);
  });

  it("cost nothing when their service is away", async () => {
    answer(() => Promise.reject(new Error("away")));
    await expect(reportFailure(staging, { where: "/x", error: "odd" })).resolves.toBeUndefined();
  });
});
