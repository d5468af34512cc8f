import { describe, expect, it } from "vitest";
import { networkOf, secondsOver } from "./limits.ts";

describe("an address", () => {
  it("is counted as itself, and of IPv6 as its network of 64 bits, however it is written", () => {
    expect([networkOf("203.0.113.7"), networkOf("unknown"), networkOf("")]).toEqual([
      "203.0.113.7",
      "unknown",
      "",
    ]);
    const same = [
      "2001:db8:1:2::1",
      "2001:DB8:1:2:ffff:ffff:ffff:ffff",
      "2001:0db8:0001:0002:0:0:0:9",
      "2001:db8:1:2::",
      "2001:db8:1:2::9%eth0",
    ];
    expect(new Set(same.map(networkOf))).toEqual(new Set(["2001:db8:1:2::/64"]));
    expect([networkOf("2001:db8:1:3::1"), networkOf("2001:db8::1"), networkOf("::1")]).toEqual([
      "2001:db8:1:3::/64",
      "2001:db8:0:0::/64",
      "0:0:0:0::/64",
    ]);
    expect(networkOf("::ffff:203.0.113.7")).toBe("203.0.113.7");
  });
});

describe("a limit", () => {
  const limit = { name: "x", most: 2, windowMs: 10_000 };
  it("has room until it is full, and again when the oldest leaves the window", () => {
    expect(secondsOver([1_000, 5_000], limit, 6_000)).toBeNull();
    expect(secondsOver([1_000, 5_000, 6_000], limit, 6_000)).toBe(5);
    expect(secondsOver([1_000, 5_000, 6_000], limit, 11_000)).toBeNull();
  });
});
