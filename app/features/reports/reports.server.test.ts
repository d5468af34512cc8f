import { parse } from "csv-parse/sync";
import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  devices,
  events,
  maintenanceHistory,
  maintenances,
  serviceTiers,
} from "#app/db/schema/index.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { DAY_MS, MINUTE_MS } from "#app/domain/durations.ts";
import { VERBS } from "#app/domain/maintenance/catalogue.ts";
import { openTestDb } from "#tests/factories/db.ts";
import {
  createCustomer,
  createFacility,
  createMachine,
  createUser,
  NOW,
} from "#tests/factories/people.ts";
import { glossary as english } from "#app/locales/en/glossary.ts";
import { glossary as spanish } from "#app/locales/es/glossary.ts";
import { answerFile } from "#app/pages/answer-file.server.ts";
import { demoReport } from "./demo-report.ts";
import { EVENTS_AT_ONCE, makeEventReport } from "./make-event-report.server.ts";
import {
  makeFleetMaintenanceReport,
  makeMaintenanceReport,
} from "./make-maintenance-report.server.ts";
import { makeMeasuresReport, VALUES_AT_ONCE } from "./make-measures-report.server.ts";
import { FORMATS } from "./files/report-table.ts";
import type { ReportFile } from "./files/report-file.ts";
import { GROUP_CELLS } from "./files/write-parquet.ts";

const shown = <T>(things: T): T => things;
const numbered = (word: string) => (n: number) => `${word} ${n}`;
const words = {
  machine: numbered("Machine"),
  facility: numbered("Facility"),
  customer: numbered("Customer"),
  person: numbered("Person"),
  sampler: numbered("Sampler"),
  display: numbered("Display"),
  alarm: numbered("Alarm"),
  event: numbered("Event"),
  city: numbered("City"),
  state: "State",
};
const db = openTestDb();
let admin: Actor;
let superuser: Actor;
/** By tier: with reports, with unlimited reports, with none. */
let machines: { limited: number; unlimited: number; none: number };

beforeAll(async () => {
  await db()
    .insert(serviceTiers)
    .values([
      { id: 1, name: "Tier 1", ui: true, reports: true, maintenance: true, events: true },
      { id: 2, name: "Tier 2", ui: true, reportsUnlimited: true, maintenance: true, events: true },
    ]);
  const customerId = await createCustomer(db());
  const facilityId = await createFacility(db(), customerId);
  const of = async (tier: object) => (await createMachine(db(), { facilityId, ...tier })).id;
  machines = {
    limited: await of({ serviceTierId: 1 }),
    unlimited: await of({ serviceTierId: 2 }),
    none: await of({}),
  };
  admin = (await createUser(db(), { role: "admin", customerId })).actor;
  superuser = (await createUser(db(), { role: "superuser" })).actor;
});
beforeEach(async () => {
  await db().update(devices).set({ reportAvailableAt: null });
});

type Ask = { metrics: readonly string[]; startMs: number; endMs: number; buckets: number };
let asked: Ask[];
/** Answers the minute of a step's start; texts for `order_number`, nothing for `silent`, a gap in the fifth minute. */
const series = {
  values(query: Ask & { deviceId: number }) {
    asked.push(query);
    const width = (query.endMs - query.startMs) / query.buckets;
    const valuesOf = (metric: string) =>
      Array.from({ length: query.buckets }, (_, index) => {
        const minute = new Date(query.startMs + index * width).getUTCMinutes();
        if (metric === "silent" || minute === 5) return null;
        return metric === "order_number" ? `=A-${minute}` : minute + 0.1;
      });
    return Promise.resolve(
      Object.fromEntries(query.metrics.map((metric) => [metric, valuesOf(metric)])),
    );
  },
};
beforeEach(() => {
  asked = [];
});
const deps = (actor = admin, now = NOW) => ({ db: db(), actor, now, series });
const LAST_20 = { startMs: NOW - 20 * MINUTE_MS, endMs: NOW };
const measures = (device: number, more: object = {}) => ({
  device: String(device),
  metrics: ["machine_speed"],
  format: "csv" as const,
  hasMark: false,
  units: english.units,
  ...LAST_20,
  ...more,
});
async function textOf(file: ReportFile | null): Promise<string> {
  let text = "";
  for await (const piece of file?.chunks ?? []) text += String(piece);
  return text;
}
const rowsOf = async (file: ReportFile | null) =>
  parse(await textOf(file), { bom: true, columns: true }) as Record<string, string>[];
const availableAt = async (id: number) =>
  (await db().select().from(devices).where(eq(devices.id, id)).get())?.reportAvailableAt ?? null;

describe("a report of measures", () => {
  it("has a row a step in the facility's time, units in its header and no formula", async () => {
    const file = await makeMeasuresReport(
      deps(),
      measures(machines.limited, {
        metrics: ["machine_speed", "order_number", "silent"],
        format: "csv" as const,
        hasMark: true,
        shown,
      }),
    );
    expect(file).toMatchObject({ name: "helios-report.csv", type: "text/csv" });
    const text = await textOf(file);
    expect(text.startsWith("\uFEFFtime,machine_speed (rpm),order_number,silent\r\n")).toBe(true);
    const rows = parse(text, { bom: true, columns: true }) as Record<string, string>[];
    expect(rows).toHaveLength(20);
    expect(rows[0]).toEqual({
      time: expect.stringMatching(/T\d\d:40:00-\d\d:00$/) as string,
      "machine_speed (rpm)": "40.1",
      order_number: "'=A-40",
      silent: "",
    });
    expect(Date.parse(rows[0]?.["time"] ?? "")).toBe(LAST_20.startMs);
  });

  it("says its units in the reader's language", async () => {
    const headerIn = async (units: typeof english.units | typeof spanish.units) =>
      (
        await textOf(
          await makeMeasuresReport(
            deps(superuser),
            measures(machines.none, { metrics: ["machine_speed", "sheets_per_hour"], units }),
          ),
        )
      ).split("\r\n")[0];
    expect([await headerIn(english.units), await headerIn(spanish.units)]).toEqual([
      "time,machine_speed (rpm),sheets_per_hour (sheets/h)",
      "time,machine_speed (rpm),sheets_per_hour (lám./h)",
    ]);
  });

  it("finds by one question where the values of a long range begin", async () => {
    const endMs = NOW;
    const beginMs = endMs - 3 * DAY_MS;
    const late = {
      values: (query: Ask & { deviceId: number }) => {
        asked.push(query);
        const width = (query.endMs - query.startMs) / query.buckets;
        const values = Array.from({ length: query.buckets }, (_, index) =>
          query.startMs + (index + 1) * width > beginMs ? 1 : null,
        );
        return Promise.resolve({ machine_speed: values });
      },
    };
    const rows = await rowsOf(
      await makeMeasuresReport(
        { ...deps(superuser), series: late },
        measures(machines.none, { startMs: endMs - 1800 * DAY_MS, endMs, granularity: "minute" }),
      ),
    );
    expect(rows).toHaveLength(3 * 24 * 60);
    expect(Date.parse(rows[0]?.["time"] ?? "")).toBe(beginMs);
    expect(asked.length).toBeLessThan(5);
  });

  it("asks for a bounded number of values at a time, and reads on only when the file is taken", async () => {
    const metrics = Array.from({ length: 25 }, (_, index) => `m${index}`);
    const file = await makeMeasuresReport(
      deps(),
      measures(machines.limited, { metrics, startMs: NOW - 7 * DAY_MS, granularity: "minute" }),
    );
    // The first rows say that there are any: nothing of the rest is read for the first byte.
    expect(asked).toHaveLength(1);
    await file?.chunks.next();
    await file?.chunks.next();
    expect(asked.length).toBeLessThan(4);
    expect((await textOf(file)).length).toBeGreaterThan(1_000_000);
    for (const { buckets } of asked) expect(buckets * 25).toBeLessThanOrEqual(VALUES_AT_ONCE);
  });

  it.each(FORMATS)("is never in memory as a whole: %s", async (format) => {
    const metrics = Array.from({ length: 25 }, (_, index) => `m${index}`);
    const file = await makeMeasuresReport(
      deps(superuser),
      measures(machines.none, {
        metrics,
        format,
        startMs: NOW - 21 * DAY_MS,
        granularity: "minute",
      }),
    );
    const read = () => asked.reduce((sum, { buckets }) => sum + buckets * metrics.length, 0);
    let [most, largest, before] = [0, 0, read()];
    for await (const piece of file?.chunks ?? []) {
      most = Math.max(most, read() - before);
      largest = Math.max(largest, Buffer.byteLength(piece));
      before = read();
    }
    expect(read()).toBeGreaterThanOrEqual(21 * 24 * 60 * metrics.length);
    // Values that are read until a piece is handed over are those in memory; a piece is bytes of as many at most.
    expect(most).toBeLessThanOrEqual(GROUP_CELLS + VALUES_AT_ONCE);
    expect(largest).toBeLessThan(1_000_000);
  });

  it("keeps steps in which nothing held as rows without values", async () => {
    const startMs = Date.UTC(2026, 10, 18, 14, 55);
    const rows = await rowsOf(
      await makeMeasuresReport(
        deps(superuser),
        measures(machines.none, { startMs, endMs: startMs + 20 * MINUTE_MS }),
      ),
    );
    expect(rows.map((row) => row["machine_speed (rpm)"]).slice(9, 12)).toEqual(["4.1", "", "6.1"]);
  });

  it("is refused without the tier, beyond its ranges and its number of tags", async () => {
    const refused = (device: number, more: object = {}, actor = admin) =>
      makeMeasuresReport(deps(actor), measures(device, more)).then(
        () => null,
        (error: { code: string }) => error.code,
      );
    const metrics = Array.from({ length: 26 }, (_, index) => `m${index}`);
    const custom = { startMs: NOW - 3 * DAY_MS, endMs: NOW - 2 * DAY_MS };
    expect([
      await refused(machines.none),
      await refused(machines.limited, custom),
      await refused(machines.limited, { startMs: NOW, endMs: NOW + 2 * DAY_MS }),
      await refused(machines.limited, { metrics }),
      await refused(machines.limited, {
        metrics: ["a", "b", "c", "d"],
        startMs: NOW - 365 * DAY_MS,
        granularity: "second",
      }),
      await refused(machines.limited, { metrics: ["kiwiplan_order_number"] }),
      await refused(987654),
    ]).toEqual([
      "forbidden",
      "forbidden",
      "forbidden",
      "validation_failed",
      "validation_failed",
      "forbidden",
      "not_found",
    ]);
    expect(await availableAt(machines.limited)).toBeNull();
    expect([
      await refused(machines.unlimited, { startMs: NOW, endMs: NOW + 2 * DAY_MS }),
      await refused(machines.none, { startMs: NOW, endMs: NOW + 2 * DAY_MS }, superuser),
    ]).toEqual(["validation_failed", "validation_failed"]);
    expect([
      await refused(machines.unlimited, custom),
      await refused(machines.unlimited, { metrics }),
      await refused(machines.none, { metrics, ...custom }, superuser),
    ]).toEqual([null, null, null]);
  });

  it("ends now where the day that was asked for does not end yet, and is none of hours to come", async () => {
    const hour = 60 * MINUTE_MS;
    const rows = await rowsOf(
      await makeMeasuresReport(
        deps(superuser),
        measures(machines.none, { startMs: NOW - hour, endMs: NOW + hour, granularity: "minute" }),
      ),
    );
    expect(rows).toHaveLength(60);
    await expect(
      makeMeasuresReport(
        deps(superuser),
        measures(machines.none, { startMs: NOW + MINUTE_MS, endMs: NOW + hour }),
      ),
    ).rejects.toMatchObject({ fields: { end_time: [{ code: "future" }] } });
  });

  it("of a limited tier is taken from a clock that is a minute fast, also when its day ends then", async () => {
    const midnight = Date.parse("2026-11-20T06:00:00Z");
    const file = await makeMeasuresReport(
      deps(admin, midnight - 1),
      measures(machines.limited, { startMs: midnight - 19 * MINUTE_MS, endMs: midnight + 5000 }),
    );
    expect(file).not.toBeNull();
  });

  it("shows samples in place of a customer's orders in demo mode", async () => {
    const text = await textOf(
      await makeMeasuresReport(
        deps(superuser),
        measures(machines.none, { metrics: ["order_number"], sampleOf: () => "D-1" }),
      ),
    );
    expect(text).toContain(",D-1\r\n");
    expect(text).not.toContain("A-4");
  });
});

describe("a turn", () => {
  it("is taken for fifteen minutes, and told in minutes rounded up", async () => {
    await textOf(await makeMeasuresReport(deps(), measures(machines.limited)));
    expect(await availableAt(machines.limited)).toBe(NOW + 15 * MINUTE_MS);
    const now = NOW + 14 * MINUTE_MS + 1;
    const again = { startMs: now - 20 * MINUTE_MS, endMs: now };
    await expect(
      makeMeasuresReport(deps(admin, now), measures(machines.limited, again)),
    ).rejects.toMatchObject({
      code: "too_many_requests",
      retryAfterSeconds: 60,
      problem: { minutes: 1 },
    });
    const later = NOW + 15 * MINUTE_MS;
    const file = await makeMeasuresReport(
      deps(admin, later),
      measures(machines.limited, { startMs: later - 20 * MINUTE_MS, endMs: later }),
    );
    expect(file).not.toBeNull();
  });

  it("is given back when nothing was found, when reading failed, and when the reader left", async () => {
    expect(
      await makeMeasuresReport(deps(), measures(machines.limited, { metrics: ["silent"] })),
    ).toBeNull();
    expect(await availableAt(machines.limited)).toBeNull();

    const broken = { values: () => Promise.reject(new Error("no series")) };
    await expect(
      makeMeasuresReport({ ...deps(), series: broken }, measures(machines.limited)),
    ).rejects.toThrow("no series");
    expect(await availableAt(machines.limited)).toBeNull();

    const file = await makeMeasuresReport(
      deps(),
      measures(machines.limited, { startMs: NOW - DAY_MS, granularity: "minute" }),
    );
    await file?.chunks.next();
    expect(await availableAt(machines.limited)).not.toBeNull();
    await file?.chunks.return();
    expect(await availableAt(machines.limited)).toBeNull();
  });

  it("is given back when the connection ends before the file does", async () => {
    const answer = await answerFile({ reportFailure: () => {} }, () =>
      makeMeasuresReport(
        deps(),
        measures(machines.limited, { startMs: NOW - DAY_MS, granularity: "minute" }),
      ),
    );
    expect(answer.status).toBe(200);
    const reader = answer.body!.getReader();
    await reader.read();
    expect(await availableAt(machines.limited)).not.toBeNull();
    await reader.cancel();
    expect(await availableAt(machines.limited)).toBeNull();
  });

  it("goes to one of fifty who ask at once; the others are told when", async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        answerFile({ reportFailure: () => {} }, () =>
          makeMeasuresReport(deps(), measures(machines.limited)),
        ),
      ),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect([answers.filter(({ status }) => status === 200).length, refused.length]).toEqual([
      1, 49,
    ]);
    expect(new Set(refused.map(({ headers }) => headers.get("Retry-After")))).toEqual(
      new Set([String(15 * 60)]),
    );
  });

  it("is not needed with unlimited reports, nor by the provider's staff", async () => {
    for (const [actor, device] of [
      [admin, machines.unlimited],
      [superuser, machines.limited],
    ] as const)
      for (let times = 0; times < 2; times++)
        expect(await textOf(await makeMeasuresReport(deps(actor), measures(device)))).not.toBe("");
    expect(await availableAt(machines.limited)).toBeNull();
  });

  it("that a clock took which was set back since holds nobody up", async () => {
    await db()
      .update(devices)
      .set({ reportAvailableAt: NOW + 30 * DAY_MS });
    expect(await makeMeasuresReport(deps(), measures(machines.limited))).not.toBeNull();
  });
});

describe("a report of maintenances", () => {
  beforeAll(async () => {
    const work = {
      deviceId: machines.limited,
      kind: "custom",
      type: "lube" as const,
      verbs: VERBS.lube,
      target: "chain",
      actions: [],
      cutoffValue: 20,
      createdAt: NOW,
    };
    await db()
      .insert(maintenances)
      .values([
        { ...work, id: 701, name: 'Chain, "long"' },
        { ...work, id: 702, name: "=cmd" },
      ]);
    const done = (performedAt: number) => ({
      maintenanceId: 701,
      performedAt,
      createdAt: NOW,
      predictionAccuracy: "late" as const,
    });
    await db()
      .insert(maintenanceHistory)
      .values([done(NOW - DAY_MS), done(NOW - 9 * DAY_MS)]);
  });

  it("has a row for each time one was done, and one for what never was", async () => {
    const file = await makeMaintenanceReport(deps(), {
      device: String(machines.limited),
      format: "csv" as const,
      hasMark: true,
      shown,
    });
    expect(file?.name).toBe("HeliosMaintenanceReport.csv");
    const rows = await rowsOf(file);
    expect(rows.map((row) => [row["maintenance"], row["accuracy"]])).toEqual([
      ["'=cmd", ""],
      ['Chain, "long"', "late"],
      ['Chain, "long"', "late"],
    ]);
    expect(await availableAt(machines.limited)).not.toBeNull();
  });

  it("of a machine without any is none, and takes no turn", async () => {
    expect(
      await makeMaintenanceReport(deps(), {
        device: String(machines.unlimited),
        format: "csv" as const,
        hasMark: true,
        shown,
      }),
    ).toBeNull();
  });

  it("of the whole fleet leaves out machines whose tier lacks it, and masks names", async () => {
    const rows = await rowsOf(
      await makeFleetMaintenanceReport(deps(), {
        format: "csv" as const,
        hasMark: false,
        shown: demoReport({ words, order: 1, ownId: 0 }).shown,
      }),
    );
    expect(new Set(rows.map((row) => row["machine"]))).toEqual(
      new Set([`Machine ${machines.limited}`]),
    );
    expect(await availableAt(machines.limited)).toBeNull();
  });
});

describe("a report of events", () => {
  it("names people and machines by their kind in demo mode", async () => {
    const { id } = await createMachine(db(), { facilityId: null });
    const { userId } = (await createUser(db(), { role: "superuser" })).actor;
    await db()
      .insert(events)
      .values({
        ...{ deviceId: id, name: "Jam of Acme", notes: "Told by Ray", userId, createdAt: NOW },
        ...{ startAt: NOW - DAY_MS, endAt: NOW - 60_000 },
      });
    const [row] = await rowsOf(
      await makeEventReport(deps(superuser), {
        ...{ device: String(id), startMs: NOW - 2 * DAY_MS, endMs: NOW },
        ...{ format: "csv", hasMark: true },
        shown: demoReport({ words, order: 1, ownId: 0 }).shown,
      }),
    );
    expect(row).toMatchObject({
      author: `Person ${userId}`,
      device_name: `Machine ${id}`,
      notes: "***",
    });
    expect(row?.["name"]).toMatch(/^Event \d+$/);
  });

  it("holds all of them once, however many questions that takes, also those of one moment", async () => {
    const { id } = await createMachine(db(), { facilityId: null });
    const many = EVENTS_AT_ONCE + 5;
    const at = (index: number) => NOW - DAY_MS - (index % 2);
    for (let from = 0; from < many; from += 10)
      await db()
        .insert(events)
        .values(
          Array.from({ length: Math.min(10, many - from) }, (_, n) => ({
            ...{ deviceId: id, name: `Event ${from + n}`, createdAt: NOW },
            ...{ startAt: at(from + n), endAt: NOW - 60_000 },
          })),
        );
    const range = { startMs: NOW - 2 * DAY_MS, endMs: NOW };
    const asked = { device: String(id), ...range, format: "csv" as const, hasMark: true, shown };
    const rows = await rowsOf(await makeEventReport(deps(superuser), asked));
    expect(rows).toHaveLength(many);
    expect(new Set(rows.map(({ name }) => name)).size).toBe(many);
    expect(rows.map(({ start_at: text }) => Date.parse(text ?? ""))).toEqual(
      rows.map((_, index) => at(index < Math.ceil(many / 2) ? 0 : 1)),
    );
  });

  it("says where there was no downtime, and gives every intervention a row", async () => {
    const event = {
      deviceId: machines.limited,
      name: "-Jam",
      startAt: NOW - 9_000_000,
      endAt: NOW,
      createdAt: NOW,
    };
    await db()
      .insert(events)
      .values([
        { ...event, downtimeStartAt: NOW - 3_900_000, downtimeEndAt: NOW },
        { ...event, startAt: NOW - 8_000_000, downtimeStartAt: NOW, downtimeEndAt: NOW - 5 },
        { ...event, startAt: NOW - 7_000_000 },
      ]);
    const file = await makeEventReport(deps(), {
      device: String(machines.limited),
      startMs: NOW - DAY_MS,
      endMs: NOW,
      format: "csv" as const,
      hasMark: true,
      shown,
    });
    expect(file?.name).toBe("HeliosEventReport.csv");
    const rows = await rowsOf(file);
    expect(rows.map((row) => [row["name"], row["downtime"]])).toEqual([
      ["'-Jam", "No Downtime"],
      ["'-Jam", "No Downtime"],
      ["'-Jam", "1:05"],
    ]);
    const none = {
      device: String(machines.limited),
      startMs: 0,
      endMs: 1,
      format: "csv" as const,
      hasMark: true,
      shown,
    };
    expect(await makeEventReport(deps(), none)).toBeNull();
    await expect(
      makeEventReport(deps(), { ...none, startMs: NOW, endMs: NOW + 2 * DAY_MS }),
    ).rejects.toMatchObject({ fields: { end_time: [{ code: "future" }] } });
  });
});
