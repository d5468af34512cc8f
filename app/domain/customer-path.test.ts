import { describe, expect, it } from "vitest";
import { parseCustomerPath } from "./customer-path.ts";

describe("a path below a customer", () => {
  it("names a tab, a facility or a person", () => {
    expect(parseCustomerPath("3")).toEqual({ kind: "tab", customer: 3, tab: "details" });
    expect(parseCustomerPath("3/serviceTiers")).toEqual({
      kind: "tab",
      customer: 3,
      tab: "serviceTiers",
    });
    expect(parseCustomerPath("3/facilities/new")).toEqual({
      kind: "facility",
      customer: 3,
      facility: "new",
    });
    expect(parseCustomerPath("3/users/12")).toEqual({ kind: "user", customer: 3, user: 12 });
  });

  it("of a new customer has details only", () => {
    expect(parseCustomerPath("new")).toEqual({ kind: "tab", customer: "new", tab: "details" });
    expect([parseCustomerPath("new/users"), parseCustomerPath("new/facilities/new")]).toEqual([
      null,
      null,
    ]);
  });

  it("leads nowhere when it names nothing", () => {
    for (const path of [
      "",
      "x",
      "0",
      "-1",
      "3/other",
      "3/details/4",
      "3/users/x",
      "3/users/4/5",
      "3/serviceTiers/1",
      "99999999999999999",
    ])
      expect(parseCustomerPath(path), path).toBeNull();
  });
});
