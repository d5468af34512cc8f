import type { DataFunctionArgs } from "@remix-run/cloudflare";
import { afterEach, describe, expect, it, vi } from "vitest";
import { handleError } from "./entry.server.tsx";
import * as context from "./platform/context.server.ts";
import * as logs from "./platform/log.ts";

const reportFailure = vi.fn();
vi.spyOn(context, "getDeps").mockReturnValue({ reportFailure } as never);
const lines = vi.spyOn(logs, "log").mockImplementation(() => undefined);
afterEach(() => {
  reportFailure.mockClear();
  lines.mockClear();
});

const asked = (init?: RequestInit): DataFunctionArgs =>
  ({
    request: new Request("https://helios.test/machines/7", init),
    params: {},
    context: {},
  }) as unknown as DataFunctionArgs;
/** As Remix refuses by itself: no such page, no such method. */
const refusal = (status: number) => ({ status, statusText: "", internal: true, data: "" });
const told = () => [reportFailure.mock.calls.length, lines.mock.calls.length];

describe("what a page threw", () => {
  it.each([400, 403, 404, 405, 499])(
    "is the caller's at %s, and neither logged nor reported",
    (status) => {
      handleError(refusal(status), asked());
      expect(told()).toEqual([0, 0]);
    },
  );

  it("is a failure otherwise, logged and reported once", () => {
    handleError(refusal(500), asked());
    handleError(new Error("broken"), asked());
    expect(told()).toEqual([2, 2]);
    expect(reportFailure.mock.calls[1]![0]).toMatchObject({ where: "/machines/7" });
  });

  it("is nobody's once its reader is gone", () => {
    handleError(new Error("given up"), asked({ signal: AbortSignal.abort() }));
    expect(told()).toEqual([0, 0]);
  });
});
