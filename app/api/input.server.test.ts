import { afterEach, describe, expect, it, vi } from "vitest";
import { BODY_IDLE_MS } from "#app/platform/read-body.ts";
import { drippingBody } from "#tests/factories/slow-body.ts";
import { readJson, readQuery } from "./input.server.ts";

afterEach(() => void vi.useRealTimers());

describe("a JSON body", () => {
  it.each([
    [{ name: "Folder\0" }, "malformed"],
    [{ lines: [{ text: "a\u001b[31m" }] }, "malformed"],
    [{ "a\u0007": 1 }, "malformed"],
    [{ text: "first\tcolumn\r\nsecond line", literal: "\\u0000" }, null],
  ])("%j has text that people write, or is refused", async (body, code) => {
    const request = new Request("https://helios.test/v1/x", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    const read = readJson(request);
    if (code === null) expect(await read).toEqual(body);
    else await expect(read).rejects.toMatchObject({ code });
  });

  it("that drips is given up", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    const init = { method: "POST", body: drippingBody(), duplex: "half" } as RequestInit;
    const reading = readJson(new Request("https://helios.test/v1/x", init));
    const refused = expect(reading).rejects.toMatchObject({
      code: "request_timeout",
      status: 408,
    });
    await vi.advanceTimersByTimeAsync(2 * BODY_IDLE_MS);
    await refused;
  });
});

describe("a query", () => {
  it("takes lists by brackets or by repeating, and nothing for empty values", () => {
    const url = new URL("https://helios.test/v1/x?a=1&b[]=1&b[]=2&c=1&c=2&c=3&d[0]=1&e=");
    expect(readQuery(url)).toEqual({ a: "1", b: ["1", "2"], c: ["1", "2", "3"], d: ["1"] });
  });
});
