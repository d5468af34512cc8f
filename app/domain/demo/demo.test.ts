import { describe, expect, it } from "vitest";
import { maskMachine, type MaskWords } from "./masks.ts";
import { sampleOrder, SAMPLE_ORDERS, withSampleOrder } from "./sample-orders.ts";

const words: MaskWords = {
  machine: (n) => `Machine ${n}`,
  facility: (n) => `Facility ${n}`,
  customer: (n) => `Customer ${n}`,
  city: (n) => `City ${n}`,
  state: "State",
};

describe("demo mode", () => {
  it("leaves no name of a machine, its plant or its customer", () => {
    const machine = {
      id: 7,
      name: "Riverside Feeder",
      serialNumber: "RVS-625-A",
      manufacturerSerialNumber: "M-RVS",
      make: "Sun",
      facility: {
        id: 3,
        name: "Riverside Box Plant",
        city: "Chattanooga",
        state: "TN",
        customerId: 1,
        customerName: "Acme Packaging",
        timezone: "UTC",
      },
    };
    const masked = maskMachine(machine, words);
    expect(JSON.stringify(masked)).not.toMatch(/Riverside|RVS|Chattanooga|TN|Acme/);
    expect(masked).toMatchObject({
      id: 7,
      name: "Machine 7",
      serialNumber: "SN-0007",
      make: "Sun",
      facility: { id: 3, name: "Facility 3", timezone: "UTC" },
    });
    expect(maskMachine({ id: 8, name: "X", facility: null }, words).facility).toBeNull();
  });

  it("shows one of three sample orders in place of the customer's", () => {
    expect(SAMPLE_ORDERS).toBe(3);
    expect(new Set([0, 1, 2].map((index) => sampleOrder(index)["kiwiplan_order_number"])).size).toBe(3);
    expect(sampleOrder(3)).toEqual(sampleOrder(0));
    const latest = {
      machine_speed: { value: 181, timeMs: 1 },
      kiwiplan_order_number: { value: "SECRET-1", timeMs: 2 },
      order_number: { value: "SECRET-2", timeMs: 2 },
      kiwiplan_customer: { value: "SECRET-3", timeMs: 2 },
    };
    const shown = withSampleOrder(latest, 1);
    expect(JSON.stringify(shown)).not.toContain("SECRET");
    expect(shown["machine_speed"]?.value).toBe(181);
    expect(shown["kiwiplan_order_number"]).toEqual({ value: sampleOrder(1)["kiwiplan_order_number"], timeMs: 2 });
  });
});
