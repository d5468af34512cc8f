import { beforeAll, describe, expect, it } from "vitest";
import { maintenanceHistory, maintenances } from "#app/db/schema/index.ts";
import { DAY_MS } from "#app/domain/durations.ts";
import { VERBS } from "#app/domain/maintenance/catalogue.ts";
import { NOW } from "#tests/factories/people.ts";
import { cellsOf, openReportPlant, shown, words, rowsOf } from "#tests/factories/reports.ts";
import { FORMATS } from "./files/report-table.ts";
import { demoReport } from "./demo-report.ts";
import {
  makeFleetMaintenanceReport,
  makeMaintenanceReport,
} from "./make-maintenance-report.server.ts";

const { db, plant, deps, availableAt } = openReportPlant();

describe("a report of maintenances", () => {
  beforeAll(async () => {
    const work = {
      deviceId: plant.machines.limited,
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
      device: String(plant.machines.limited),
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
    expect(await availableAt(plant.machines.limited)).not.toBeNull();
  });

  it("of a machine without any is none, and takes no turn", async () => {
    expect(
      await makeMaintenanceReport(deps(), {
        device: String(plant.machines.unlimited),
        format: "csv" as const,
        hasMark: true,
        shown,
      }),
    ).toBeNull();
  });

  it.each(FORMATS)(
    "of the whole fleet has no machines whose tier lacks it, and masks names: %s",
    async (format) => {
      const rows = await cellsOf(
        await makeFleetMaintenanceReport(deps(), {
          format,
          hasMark: false,
          shown: demoReport({ words, order: 1, ownId: 0 }).shown,
        }),
      );
      expect(new Set(rows.map((row) => row["machine"]))).toEqual(
        new Set([`Machine ${plant.machines.limited}`]),
      );
      // Somebody named this work; the catalogue's words say nothing of whose it is.
      expect(new Set(rows.map((row) => row["maintenance"]))).toEqual(
        new Set(["Work 701", "Work 702"]),
      );
      expect(await availableAt(plant.machines.limited)).toBeNull();
    },
  );
});
