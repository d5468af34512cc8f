import { expect, it } from "vitest";
import { machinesOfPage } from "./machines-of-page.ts";

it("finds the machines of the page's fleet among its routes' data", () => {
  const machines = [{ id: 7, name: "FFG 7", timezone: "UTC", opensEvents: true }];
  expect(machinesOfPage([null, { user: {} }, { fleet: { machines } }])).toBe(machines);
  expect(machinesOfPage([undefined, { fleet: { machines: [] } }, "text"])).toBeNull();
});
