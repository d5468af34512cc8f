import { describe, expect, it } from "vitest";
import { sideTabs, topTabs } from "./tabs.ts";

const keys = (tabs: { key: string }[]) => tabs.map(({ key }) => key);

describe("the tabs", () => {
  it("are those of the role", () => {
    expect(keys(topTabs({ role: "superuser", customerId: null }))).toEqual([
      "dashboard",
      "machines",
      "reports",
      "admin",
    ]);
    expect(keys(topTabs({ role: "admin", customerId: 3 }))).toEqual([
      "dashboard",
      "machines",
      "organization",
      "reports",
    ]);
    expect(keys(topTabs({ role: "user", customerId: 3 }))).toEqual([
      "dashboard",
      "machines",
      "reports",
    ]);
    for (const tabs of [topTabs, sideTabs])
      expect(keys(tabs({ role: "oem_superuser", customerId: null }))).toEqual([
        "dashboard",
        "machines",
        "customers",
        "reports",
      ]);
  });

  it("lead an admin to their own organization", () => {
    expect(
      topTabs({ role: "admin", customerId: 3 }).find(({ key }) => key === "organization")?.to,
    ).toBe("/customers/3");
  });

  it("of the side menu add the customers for a superuser", () => {
    expect(keys(sideTabs({ role: "superuser", customerId: null }))).toEqual([
      "dashboard",
      "machines",
      "customers",
      "reports",
      "admin",
    ]);
  });
});
