import { describe, expect, it } from "vitest";
import {
  canManageUsersOf,
  canSeeKiwiplan,
  isAdmin,
  isPrivileged,
  passesTier,
  TIER_FLAGS,
  type TierFlags,
} from "./permissions.ts";

const tier = (...flags: (keyof TierFlags)[]): TierFlags =>
  Object.fromEntries(TIER_FLAGS.map((flag) => [flag, flags.includes(flag)])) as TierFlags;

describe("service tiers", () => {
  it("open a feature by any of its flags, but only with the ui flag", () => {
    expect(passesTier({ role: "user" }, tier("ui", "adAdv"), "accessAnomalyExplorer")).toBe(true);
    expect(passesTier({ role: "admin" }, tier("ui", "reports"), "generateReport")).toBe(true);
    expect(passesTier({ role: "admin" }, tier("ui", "reports"), "unlimitedReport")).toBe(false);
    expect(passesTier({ role: "admin" }, tier("events"), "accessEvents")).toBe(false);
    expect(passesTier({ role: "user" }, tier("ui", "maintenance"), "unlimitedMaintenances")).toBe(
      false,
    );
  });

  it("open only events where a machine has none", () => {
    expect(passesTier({ role: "user" }, null, "accessEvents")).toBe(true);
    for (const check of ["accessMaintenances", "generateReport", "accessAnomalyExplorer"] as const)
      expect(passesTier({ role: "admin" }, null, check)).toBe(false);
  });

  it("never stop the provider's staff", () => {
    for (const role of ["superuser", "oem_superuser"] as const)
      expect(passesTier({ role }, null, "unlimitedReport")).toBe(true);
  });
});

describe("roles", () => {
  it("tell admin from privileged", () => {
    expect(
      (["user", "admin", "superuser", "oem_superuser"] as const).map((role) => [
        isAdmin({ role }),
        isPrivileged({ role }),
      ]),
    ).toEqual([
      [false, false],
      [true, true],
      [true, true],
      [false, true],
    ]);
  });

  it("let an admin manage only the people of the own customer", () => {
    const admin = { role: "admin", customerId: 5 } as const;
    expect([
      canManageUsersOf(admin, 5),
      canManageUsersOf(admin, 6),
      canManageUsersOf(admin, null),
    ]).toEqual([true, false, false]);
    expect(canManageUsersOf({ role: "superuser", customerId: null }, null)).toBe(true);
    expect(canManageUsersOf({ role: "user", customerId: 5 }, 5)).toBe(false);
  });

  it("show KiwiPlan where the machine has it, to superusers always", () => {
    expect(canSeeKiwiplan({ role: "admin" }, { kiwiplan: false })).toBe(false);
    expect(canSeeKiwiplan({ role: "user" }, { kiwiplan: true })).toBe(true);
    expect(canSeeKiwiplan({ role: "superuser" }, { kiwiplan: false })).toBe(true);
  });
});
