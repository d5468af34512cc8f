import { describe, expect, it } from "vitest";
import { events } from "#app/db/schema/index.ts";
import { DAY_MS } from "#app/domain/durations.ts";
import { createMachine, createUser, NOW } from "#tests/factories/people.ts";
import { cellsOf, openReportPlant, shown, words, rowsOf } from "#tests/factories/reports.ts";
import { FORMATS } from "./files/report-table.ts";
import { demoReport } from "./demo-report.ts";
import { EVENTS_AT_ONCE, makeEventReport } from "./make-event-report.server.ts";

const { db, plant, deps } = openReportPlant();

describe("a report of events", () => {
  it.each(FORMATS)("names people and machines by their kind in demo mode: %s", async (format) => {
    const { id } = await createMachine(db(), { facilityId: null });
    const { userId } = (await createUser(db(), { role: "superuser" })).actor;
    await db()
      .insert(events)
      .values({
        ...{ deviceId: id, name: "Jam of Acme", notes: "Told by Ray", userId, createdAt: NOW },
        ...{ startAt: NOW - DAY_MS, endAt: NOW - 60_000 },
      });
    const file = await makeEventReport(deps(plant.superuser), {
      ...{ device: String(id), startMs: NOW - 2 * DAY_MS, endMs: NOW },
      ...{ format, hasMark: true },
      shown: demoReport({ words, order: 1, ownId: 0 }).shown,
    });
    const [row] = await cellsOf(file);
    expect(row).toMatchObject({
      author: `Person ${userId}`,
      device_name: `Machine ${id}`,
      notes: "***",
    });
    expect(row?.["name"]).toMatch(/^Event \d+$/);
  });

  /** What breaks files: quotes, lines, tags, formulas, letters of two halves, another direction, a long one. */
  const ODD = [
    ...['=HYPERLINK("http://x.example","go")', "+1", "-1", "@SUM(A1)", "＝1+1", 'a "b", c;d'],
    ...[
      "<b>&amp;</b>",
      "_x0041_",
      "🏭 línea ñ",
      "שלום עולם",
      "\u0645\u0631\u062d\u0628\u0627 12",
      "x".repeat(200),
    ],
  ];
  const defused = (text: string): string => (/^[=+\-@＝]/.test(text) ? `'${text}` : text);

  it.each(FORMATS)(
    "keeps odd names, notes of lines and times without downtime: %s",
    async (format) => {
      const { id } = await createMachine(db(), { facilityId: null, name: ODD[0] as string });
      const at = (index: number) => NOW - DAY_MS - index * 60_000;
      for (const [index, name] of ODD.entries())
        await db()
          .insert(events)
          .values({
            ...{ deviceId: id, name, notes: `${name}\n${name}`, createdAt: NOW },
            ...{ startAt: at(index), endAt: NOW },
            ...{ downtimeStartAt: at(index), downtimeEndAt: at(index) },
          });
      const file = await makeEventReport(deps(plant.superuser), {
        ...{ device: String(id), startMs: NOW - 2 * DAY_MS, endMs: NOW },
        ...{ format, hasMark: true, shown },
      });
      expect(file?.name).toBe(`HeliosEventReport.${format}`);
      const texts = format === "csv" ? ODD.map(defused) : ODD;
      const rows = (await cellsOf(file)).map((row) =>
        ["device_name", "name", "notes", "downtime"].map((column) => row[column]),
      );
      expect(rows).toEqual(
        texts.map((name, index) => [...[texts[0], name, `${name}\n${ODD[index]}`, "No Downtime"]]),
      );
    },
  );

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
    const rows = await rowsOf(await makeEventReport(deps(plant.superuser), asked));
    expect(rows).toHaveLength(many);
    expect(new Set(rows.map(({ name }) => name)).size).toBe(many);
    expect(rows.map(({ start_at: text }) => Date.parse(text ?? ""))).toEqual(
      rows.map((_, index) => at(index < Math.ceil(many / 2) ? 0 : 1)),
    );
  });

  it("says where there was no downtime, and gives every intervention a row", async () => {
    const event = {
      deviceId: plant.machines.limited,
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
      device: String(plant.machines.limited),
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
      device: String(plant.machines.limited),
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
