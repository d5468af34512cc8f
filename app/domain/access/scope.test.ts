import { describe, expect, it } from "vitest";
import { customerScope, facilityScope, isMachineInScope, machineScope } from "./scope.ts";
import type { Actor } from "./types.ts";

const actor = (over: Partial<Actor>): Actor => ({
  userId: 1,
  sessionId: 1,
  role: "user",
  customerId: 5,
  make: null,
  facilityIds: [],
  ...over,
});
const machine = { id: 3, make: "Sun", facilityId: 10, customerId: 5, isRetired: false };
const unconfigured = { id: 4, make: "Sun", facilityId: null, customerId: null, isRetired: false };

describe("what exists for an actor", () => {
  it("leaves retired machines to superusers", () => {
    const retired = { ...machine, isRetired: true };
    expect(isMachineInScope(machineScope(actor({ role: "superuser" })), retired)).toBe(true);
    for (const role of ["admin", "oem_superuser", "user"] as const) {
      const scope = machineScope(actor({ role, make: "Sun", facilityIds: [10] }));
      expect([role, isMachineInScope(scope, machine)]).toEqual([role, true]);
      expect([role, isMachineInScope(scope, retired)]).toEqual([role, false]);
    }
  });

  it("gives a user the machines of their facilities", () => {
    const scope = machineScope(actor({ facilityIds: [10, 11] }));
    expect(isMachineInScope(scope, machine)).toBe(true);
    expect(isMachineInScope(scope, { ...machine, facilityId: 12 })).toBe(false);
    expect(isMachineInScope(scope, unconfigured)).toBe(false);
    expect(machineScope(actor({}))).toEqual({ kind: "none" });
  });

  it("gives an admin all of their customer and nothing unconfigured", () => {
    const scope = machineScope(actor({ role: "admin" }));
    expect(isMachineInScope(scope, machine)).toBe(true);
    expect(isMachineInScope(scope, { ...machine, customerId: 6 })).toBe(false);
    expect(isMachineInScope(scope, unconfigured)).toBe(false);
  });

  it("gives an OEM superuser its make at every customer, a superuser everything", () => {
    const oem = machineScope(actor({ role: "oem_superuser", customerId: null, make: "Sun" }));
    expect(isMachineInScope(oem, { ...machine, customerId: 99 })).toBe(true);
    expect(isMachineInScope(oem, unconfigured)).toBe(true);
    expect(isMachineInScope(oem, { ...machine, make: "Ward" })).toBe(false);
    expect(isMachineInScope(machineScope(actor({ role: "superuser" })), unconfigured)).toBe(true);
  });

  it("gives one machine of them below that machine's address, and none that was not theirs", () => {
    const below = (onlyMachineId: number, customerId = 5) =>
      machineScope(actor({ role: "admin", customerId, onlyMachineId }));
    expect(isMachineInScope(below(3), machine)).toBe(true);
    expect(isMachineInScope(below(9), machine)).toBe(false);
    expect(isMachineInScope(below(3, 6), machine)).toBe(false);
    expect(isMachineInScope(below(3), { ...machine, isRetired: true })).toBe(false);
  });

  it("gives nothing to an account that lacks its customer or make", () => {
    for (const role of ["admin", "oem_superuser"] as const)
      expect(isMachineInScope(machineScope(actor({ role, customerId: null })), machine)).toBe(
        false,
      );
    expect(customerScope(actor({ customerId: null }))).toEqual({ kind: "none" });
  });

  it("keeps a user to assigned facilities where an admin has all of the customer", () => {
    expect(facilityScope(actor({ facilityIds: [3] }))).toEqual({
      kind: "facilities",
      facilityIds: [3],
    });
    expect(facilityScope(actor({ role: "admin" }))).toEqual({
      kind: "customer",
      customerId: 5,
    });
    expect(facilityScope(actor({ role: "superuser" }))).toEqual({ kind: "all" });
    expect(facilityScope(actor({ role: "oem_superuser" }))).toEqual({ kind: "open" });
  });
});
