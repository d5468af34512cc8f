import { describe, expect, it } from "vitest";
import type { MaskWords } from "./names.ts";
import { demoOrderOf } from "./demo-order.ts";
import { maskAnswer } from "./mask-answer.ts";
import { sampleOrder, SAMPLE_ORDERS } from "./sample-orders.ts";

const words: MaskWords = {
  machine: (n) => `Machine ${n}`,
  facility: (n) => `Facility ${n}`,
  customer: (n) => `Customer ${n}`,
  person: (n) => `Person ${n}`,
  sampler: (n) => `Sampler ${n}`,
  display: (n) => `Display ${n}`,
  alarm: (n) => `Alarm ${n}`,
  event: (n) => `Event ${n}`,
  work: (n) => `Work ${n}`,
  city: (n) => `City ${n}`,
  state: "State",
};

const masking = { words, order: 1, ownId: 1 };

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
    const masked = maskAnswer(
      { machine, machines: [{ id: 8, name: "X", facility: null }] },
      masking,
    );
    expect(JSON.stringify(masked)).not.toMatch(/Riverside|RVS|Chattanooga|TN|Acme|X/);
    expect(masked).toMatchObject({
      machine: {
        id: 7,
        name: "Machine 7",
        serialNumber: "SN-0007",
        make: "Sun",
        facility: { id: 3, name: "Facility 3", timezone: "UTC", customerName: "Customer 1" },
      },
      machines: [{ id: 8, name: "Machine 8", facility: null }],
    });
  });

  it("masks what comes later, a path's names and a page's title", async () => {
    const page = {
      title: "Acme",
      crumbNames: { "/customers/4": "Acme", "/customers/4/users/1": "Own Name" },
      past: Promise.resolve({ samplers: [{ id: 2, name: "Gateway", plcAddress: "10.1.2.3" }] }),
    };
    const masked = maskAnswer(page, masking) as typeof page;
    expect([masked.title, masked.crumbNames, await masked.past]).toEqual([
      "Customer 4",
      { "/customers/4": "Customer 4", "/customers/4/users/1": "Own Name" },
      { samplers: [{ id: 2, name: "Sampler 2", plcAddress: "***" }] },
    ]);
  });

  it("shows one of three sample orders in place of the customer's", () => {
    expect(SAMPLE_ORDERS).toBe(3);
    expect(
      new Set([0, 1, 2].map((index) => sampleOrder(index)["kiwiplan_order_number"])).size,
    ).toBe(3);
    expect(sampleOrder(3)).toEqual(sampleOrder(0));
    const latest = {
      machine_speed: { value: 181, timeMs: 1 },
      kiwiplan_order_number: { value: "SECRET-1", timeMs: 2 },
      order_number: { value: "SECRET-2", timeMs: 2 },
      kiwiplan_customer: { value: "SECRET-3", timeMs: 2 },
    };
    const { latest: shown } = maskAnswer({ latest }, masking) as { latest: Partial<typeof latest> };
    expect(JSON.stringify(shown)).not.toContain("SECRET");
    expect(shown.machine_speed?.value).toBe(181);
    expect(shown).not.toHaveProperty("kiwiplan_customer");
    expect(shown.kiwiplan_order_number).toEqual({
      value: sampleOrder(1)["kiwiplan_order_number"],
      timeMs: 2,
    });
  });

  it("is the superusers', by a cookie that says which order is shown", () => {
    const of = (cookie: string | null, role: "superuser" | "oem_superuser" = "superuser") =>
      demoOrderOf(cookie, { role });
    expect([
      of("a=b; demoMode=2"),
      of("demoMode=5"),
      of("demoMode=x"),
      of(null),
      of("demoMode=1", "oem_superuser"),
    ]).toEqual([2, 2, null, null, null]);
  });

  it("masks answers by what their fields are called, and leaves the rest", () => {
    const device = {
      id: 7,
      serial_number: "RVS-7",
      manufacturer_serial_number: "M",
      name: "Riverside Feeder",
      make: "Sun",
      facility: { id: 3, name: "Riverside", city: "Rome", state: "GA" },
    };
    expect(maskAnswer({ data: [device] }, masking)).toEqual({
      data: [
        {
          id: 7,
          serial_number: "SN-0007",
          manufacturer_serial_number: null,
          name: "Machine 7",
          make: "Sun",
          facility: { id: 3, name: "Facility 3", city: "City 3", state: "State" },
        },
      ],
    });
    const customer = {
      id: 1,
      name: "Acme",
      contact_name: "Pat",
      contact_email: "p@acme.example",
      contact_phone: "+1",
      external_id: "A-1",
      city: "Rome",
      state: null,
      country: "usa",
      logo: "acme.svg",
    };
    expect(JSON.stringify(maskAnswer(customer, masking))).not.toMatch(/Acme|acme|Pat|Rome|A-1/);
    const people = [
      { id: 1, first_name: "Own" },
      { id: 4, first_name: "Dana", last_name: "Whitfield", email: "d@acme.example", phone: "+1" },
    ];
    expect(maskAnswer(people, masking)).toEqual([
      { id: 1, first_name: "Own" },
      { id: 4, first_name: "Person 4", last_name: "", email: "***", phone: null },
    ]);
    expect(
      maskAnswer({ device_id: 7, device_name: "Riverside", url: "/machines/7/alarms" }, masking),
    ).toEqual({
      device_id: 7,
      device_name: "Machine 7",
      url: "/machines/7/alarms",
    });
    expect(
      maskAnswer(
        { author: "Dana W.", user: { id: 4, first_name: "Dana", last_name: "W." } },
        masking,
      ),
    ).toMatchObject({
      author: "Person 4",
      user: { first_name: "Person 4" },
    });
    expect(
      maskAnswer(
        { author: "FFG 1 gateway", user: null, sampler: { id: 9, name: "FFG 1 gateway" } },
        masking,
      ),
    ).toEqual({
      author: "Sampler 9",
      user: null,
      sampler: { id: 9, name: "Sampler 9" },
    });
    expect(maskAnswer({ samplers: [{ id: 9, name: "FFG 1", lag: 2 }] }, masking)).toEqual({
      samplers: [{ id: 9, name: "Sampler 9", lag: 2 }],
    });
  });

  it("shows the sample order in series, means and newest values, and no gap that is none", () => {
    const order = sampleOrder(1);
    const points = [
      {
        time: "t",
        value: 0.2,
        min: 0.1,
        max: 0.3,
        count: 3,
        upper: null,
        lower: null,
        ad_flag: null,
      },
      { time: "u", value: null, min: null, max: null, count: 0 },
    ];
    expect(
      maskAnswer({ data: { board_thickness: points, machine_speed: points } }, masking),
    ).toEqual({
      data: {
        board_thickness: [
          {
            ...points[0],
            value: order["board_thickness"],
            min: order["board_thickness"],
            max: order["board_thickness"],
          },
          points[1],
        ],
        machine_speed: points,
      },
    });
    const texts = [{ device_id: 1, points: [{ time: "t", value: "SECRET" }] }];
    expect(
      maskAnswer({ data: { kiwiplan_order_number: texts, kiwiplan_customer: texts } }, masking),
    ).toEqual({
      data: {
        kiwiplan_order_number: [
          { device_id: 1, points: [{ time: "t", value: order["order_number"] }] },
        ],
        kiwiplan_customer: [{ device_id: 1, points: [{ time: "t", value: null }] }],
      },
    });
    const mean = { data: { metric_averages: { value: 0.2 } } };
    expect(maskAnswer(mean, { ...masking, metric: "board_thickness" })).toEqual({
      data: { metric_averages: { value: order["board_thickness"] } },
    });
    expect(maskAnswer(mean, { ...masking, metric: "machine_speed" })).toEqual(mean);
    const means = {
      data: { metric_averages: { values: { 1: { board_thickness: 0.2, uptime: 90 } } } },
    };
    expect(maskAnswer(means, masking)).toEqual({
      data: {
        metric_averages: {
          values: { 1: { board_thickness: order["board_thickness"], uptime: 90 } },
        },
      },
    });
  });
});
