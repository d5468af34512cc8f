import { describe, expect, it } from "vitest";
import type { TierFlags } from "./access/permissions.ts";
import { isMachineTab, lockOf, machineTabs } from "./machine-tabs.ts";

const none: TierFlags = {
  ui: false,
  reports: false,
  reportsUnlimited: false,
  ad: false,
  adAdv: false,
  events: false,
  maintenance: false,
  maintenanceUnlimited: false,
};

describe("the tabs of a machine", () => {
  it("are two more for privileged people", () => {
    expect(machineTabs({ role: "user" })).toEqual([
      "overview",
      "maintenance",
      "analytics",
      "anomalies",
      "events",
      "machine_health",
      "alarms",
      "comments",
    ]);
    for (const role of ["admin", "superuser", "oem_superuser"] as const)
      expect(machineTabs({ role }).slice(-2)).toEqual(["configuration", "samplers"]);
    expect([isMachineTab("alarms"), isMachineTab("toString"), isMachineTab(undefined)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it("are locked by the service tier, never for the provider's staff", () => {
    expect(lockOf({ role: "admin" }, null, "events")).toBeNull();
    expect(lockOf({ role: "admin" }, null, "maintenance")).toBe("accessMaintenances");
    expect(lockOf({ role: "user" }, { ...none, ui: true, events: true }, "events")).toBeNull();
    expect(lockOf({ role: "user" }, { ...none, events: true }, "events")).toBe("accessEvents");
    expect(lockOf({ role: "user" }, { ...none, ui: true, events: true }, "maintenance")).toBe(
      "accessMaintenances",
    );
    expect(lockOf({ role: "user" }, { ...none, ui: true, ad: true }, "analytics")).toBe(
      "generateReport",
    );
    expect(lockOf({ role: "user" }, { ...none, ui: true, reports: true }, "analytics")).toBeNull();
    expect(lockOf({ role: "oem_superuser" }, null, "anomalies")).toBeNull();
    expect(lockOf({ role: "user" }, null, "overview")).toBeNull();
  });
});
