import { expect, it } from "vitest";
import type { TierFlags } from "#app/domain/access/permissions.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { workLockOf } from "./load-attention.server.ts";

const machine = (maintenance: boolean, name = "FFG 1") => ({
  name,
  serviceTier: { ui: true, maintenance, maintenanceUnlimited: false } as TierFlags,
});
const actor = (role: Actor["role"]) => ({ role }) as Actor;

it("tells of how many machines, and of which first, the tiers lack maintenance, with the first tier that has", () => {
  const lacking = [machine(false), { name: "FFG 2", serviceTier: null }];
  const lockOf = (machines: Parameters<typeof workLockOf>[1], role: Actor["role"] = "admin") =>
    workLockOf(actor(role), machines, "Tier 2");
  expect(lockOf(lacking)).toEqual({
    needed: "Tier 2",
    machines: 2,
    names: ["FFG 1", "FFG 2"],
    isAll: true,
  });
  expect(lockOf([...lacking, machine(true)])).toEqual({
    ...{ needed: "Tier 2", machines: 2, names: ["FFG 1", "FFG 2"], isAll: false },
  });
  expect(lockOf([machine(true)])).toBeNull();
  expect(lockOf(["A", "B", "C", "D"].map((name) => machine(false, name)))).toMatchObject({
    ...{ machines: 4, names: ["A", "B", "C"] },
  });
  expect(lockOf([])).toBeNull();
  expect(lockOf(lacking, "superuser")).toBeNull();
});
