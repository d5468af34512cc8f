import { afterEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import type { AppError } from "#app/domain/errors.ts";
import { mailAddress } from "#app/domain/mail/address.ts";
import { BODY_IDLE_MS } from "#app/platform/read-body.ts";
import { drippingBody } from "#tests/factories/slow-body.ts";
import { parseInput, readJson, readQuery } from "./input.server.ts";

afterEach(() => void vi.useRealTimers());

describe("a JSON body", () => {
  it.each([
    [{ name: "Folder\0" }, "name has control characters, such as NUL."],
    [{ lines: [{ text: "a\u001b[31m" }] }, "lines.0.text has control characters, such as NUL."],
    [{ of: { "a\u0007": 1 } }, "A name in of has control characters, such as NUL."],
    [{ name: "\ud83cx" }, "name has half of a character, an unpaired surrogate."],
    [{ "\udf89": 1 }, "A name in the body has half of a character, an unpaired surrogate."],
    ["\ud83c", "The body has half of a character, an unpaired surrogate."],
    [{ text: "first\tcolumn\r\nsecond line 🎉", literal: "\\u0000 \\ud83c" }, null],
  ])("%j has text that people write, or is refused", async (body, message) => {
    const request = new Request("https://helios.test/v1/x", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    const read = readJson(request);
    if (message === null) expect(await read).toEqual(body);
    else await expect(read).rejects.toMatchObject({ code: "malformed", message });
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

describe("what is wrong", () => {
  it("is of another type, and nothing else is said of it", () => {
    const lists = z.object({ states: z.array(z.number()).max(3) });
    expect(() => parseInput(lists, { states: "stopped" }, "body")).toThrow(
      "states must be a list.",
    );
  });

  it.each([
    [{}, "email is required."],
    [{ email: "" }, "email is required."],
    [{ email: 1 }, "email must be text."],
    [{ email: "ana" }, "email must be a valid email."],
  ])("is told of an e-mail address in %j", (body, message) => {
    const schema = z.object({ email: mailAddress() });
    expect(() => parseInput(schema, body, "body")).toThrow(message);
  });

  const rows = z.object({ rows: z.array(z.object({ name: z.string() })).max(5_000) });
  const refusalOf = (count: number): AppError => {
    try {
      parseInput(rows, { rows: Array(count).fill({ name: 1 }) }, "body");
    } catch (error) {
      return error as AppError;
    }
    throw new Error("nothing was wrong");
  };

  it("is told by field", () => {
    const { code, fields, message } = refusalOf(100);
    expect([code, Object.keys(fields!).length]).toEqual(["validation_failed", 100]);
    expect(message.endsWith("; rows.99.name must be text.")).toBe(true);
  });

  it("is told of the first hundred fields where there are thousands", () => {
    const { fields, message } = refusalOf(5_000);
    expect(Object.keys(fields!)).toHaveLength(100);
    expect(message.endsWith("; rows.99.name must be text. 4900 more problems are not told.")).toBe(
      true,
    );
  });
});
