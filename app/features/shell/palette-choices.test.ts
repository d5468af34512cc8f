import type { TFunction } from "i18next";
import { describe, expect, it } from "vitest";
import type { Role } from "#app/domain/access/types.ts";
import { paletteChoices, toAct } from "./palette-choices.ts";
import type { ShellUser } from "./shell-user.ts";

const t = ((key: string) => key) as TFunction;
const person = (role: Role): ShellUser => ({
  firstName: "Ada",
  lastName: "Byron",
  email: "ada@acme.example",
  role,
  customerId: role === "admin" || role === "user" ? 1 : null,
  ...{ termsAccepted: true, logo: null, isLogoUnread: false },
  ...{ hasFirstSteps: false, isCounted: false },
});
const MACHINES = [
  { id: 7, name: "FFG 1", opensEvents: true },
  { id: 8, name: "RDC 2", opensEvents: false },
];
const valuesOf = (role: Role, machines = MACHINES, pathname = "/dashboard") =>
  paletteChoices({
    user: person(role),
    ...{ machines, pathname, t, otherLanguage: "Español" },
  }).map(({ value }) => value);

describe("what ⌘K offers", () => {
  it("reports an event where a machine takes one, and not where none does", () => {
    expect(valuesOf("user")).toContain("do:report");
    expect(valuesOf("user", MACHINES.slice(1))).not.toContain("do:report");
    expect(valuesOf("user", [])).not.toContain("do:report");
    expect(toAct("do:report")).toBe("report");
  });

  it("is nothing that the role may not open", () => {
    const onMachine = (role: Role) => valuesOf(role, MACHINES, "/machines/8/overview");
    const kept = ["/displays", "/audit", "/machines/8/samplers", "/machines/8/configuration"];
    expect(onMachine("user").filter((value) => kept.includes(value))).toEqual([]);
    expect(kept.filter((value) => onMachine("superuser").includes(value))).toEqual(kept);
    expect(onMachine("user")).not.toContain("/outbox");
    expect(onMachine("admin")).not.toContain("/customers");
  });

  it("names pages and acts before machines, which may be many", () => {
    const values = valuesOf("superuser");
    expect(values.slice(-2)).toEqual(["/machines/7", "/machines/8"]);
    expect(values.indexOf("do:report")).toBeGreaterThan(values.indexOf("/dashboard"));
  });

  it("begins with the tabs of the machine whose page is shown", () => {
    expect(valuesOf("user", MACHINES, "/machines/8/events")[0]).toBe("/machines/8/overview");
    expect(valuesOf("user", MACHINES, "/machines/9/events")[0]).toBe("/dashboard");
  });
});
