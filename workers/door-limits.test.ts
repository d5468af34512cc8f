import { describe, expect, it } from "vitest";
import { MAX_PATH_LENGTH, MAX_QUERY_LENGTH, refuseTooLong } from "./door-limits.ts";

const statusOf = (path: string, headers: Record<string, string> = {}): number | null => {
  const request = new Request(`https://helios.test${path}`, { headers });
  return refuseTooLong(request, new URL(request.url))?.status ?? null;
};

describe("the front door", () => {
  it("hands on what has a usual length", () => {
    expect(
      statusOf("/v1/devices?x=1", { cookie: "a=1", "accept-language": "es-MX,es;q=0.9" }),
    ).toBe(null);
    expect(
      statusOf(`/${"a".repeat(MAX_PATH_LENGTH - 1)}?${"b".repeat(MAX_QUERY_LENGTH - 1)}`),
    ).toBe(null);
  });

  it("answers 414 to a path or a query that is too long", () => {
    expect(statusOf(`/errors/${"a".repeat(30_000)}`)).toBe(414);
    expect(statusOf(`/${"a".repeat(MAX_PATH_LENGTH)}`)).toBe(414);
    expect(statusOf(`/v1/devices?${"b".repeat(MAX_QUERY_LENGTH)}`)).toBe(414);
    expect(statusOf(`/ingest/${"%41".repeat(1_000)}`)).toBe(414);
  });

  it("answers 431 to headers that are too long, one or all together", () => {
    expect(statusOf("/", { "accept-language": "en,".repeat(1_000) })).toBe(431);
    expect(statusOf("/", { "user-agent": "Mozilla/5.0 ".repeat(1_000) })).toBe(431);
    expect(statusOf("/", { cookie: "a=b; ".repeat(5_000) })).toBe(431);
    expect(statusOf("/", { "x-a": "a".repeat(20_000), "x-b": "b".repeat(20_000) })).toBe(431);
  });
});
