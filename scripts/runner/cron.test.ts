import { describe, expect, it } from "vitest";
import { cronMatches } from "./cron.ts";

describe("cron expressions", () => {
  const at = (text: string) => new Date(text);
  it("match steps, numbers and lists", () => {
    expect(cronMatches("*/5 * * * *", at("2026-11-21T10:15:00Z"))).toBe(true);
    expect(cronMatches("*/5 * * * *", at("2026-11-21T10:16:00Z"))).toBe(false);
    expect(cronMatches("0 3 * * *", at("2026-11-21T03:00:00Z"))).toBe(true);
    expect(cronMatches("0,30 * * * 6", at("2026-11-21T10:30:00Z"))).toBe(true);
    expect(cronMatches("0,30 * * * 1", at("2026-11-21T10:30:00Z"))).toBe(false);
  });
  it("refuse what they do not understand", () => {
    expect(cronMatches("often", at("2026-11-21T10:30:00Z"))).toBe(false);
  });
});
