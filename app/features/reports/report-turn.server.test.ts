import { describe, expect, it } from "vitest";
import { devices } from "#app/db/schema/index.ts";
import { DAY_MS, MINUTE_MS } from "#app/domain/durations.ts";
import { answerFile } from "#app/pages/answer-file.server.ts";
import { NOW } from "#tests/factories/people.ts";
import { openReportPlant, measures, textOf, type Ask } from "#tests/factories/reports.ts";
import { FORMATS } from "./files/report-table.ts";
import { makeMeasuresReport } from "./make-measures-report.server.ts";

const { db, plant, deps, availableAt } = openReportPlant();

async function countPieces(input: ReturnType<typeof measures>): Promise<number> {
  let count = 0;
  for await (const _ of (await makeMeasuresReport(deps(), input))!.chunks) count++;
  return count;
}

describe("a turn", () => {
  it("is taken for fifteen minutes, and told in minutes rounded up", async () => {
    await textOf(await makeMeasuresReport(deps(), measures(plant.machines.limited)));
    expect(await availableAt(plant.machines.limited)).toBe(NOW + 15 * MINUTE_MS);
    const now = NOW + 14 * MINUTE_MS + 1;
    const again = { startMs: now - 20 * MINUTE_MS, endMs: now };
    await expect(
      makeMeasuresReport(deps(plant.admin, now), measures(plant.machines.limited, again)),
    ).rejects.toMatchObject({
      code: "too_many_requests",
      retryAfterSeconds: 60,
      problem: { minutes: 1 },
    });
    const later = NOW + 15 * MINUTE_MS;
    const file = await makeMeasuresReport(
      deps(plant.admin, later),
      measures(plant.machines.limited, { startMs: later - 20 * MINUTE_MS, endMs: later }),
    );
    expect(file).not.toBeNull();
  });

  it("is given back when nothing was found, when reading failed, and when the reader left", async () => {
    expect(
      await makeMeasuresReport(deps(), measures(plant.machines.limited, { metrics: ["silent"] })),
    ).toBeNull();
    expect(await availableAt(plant.machines.limited)).toBeNull();

    const broken = { values: () => Promise.reject(new Error("no series")) };
    await expect(
      makeMeasuresReport({ ...deps(), series: broken }, measures(plant.machines.limited)),
    ).rejects.toThrow("no series");
    expect(await availableAt(plant.machines.limited)).toBeNull();

    const file = await makeMeasuresReport(
      deps(),
      measures(plant.machines.limited, { startMs: NOW - DAY_MS, granularity: "minute" }),
    );
    await file?.chunks.next();
    expect(await availableAt(plant.machines.limited)).not.toBeNull();
    await file?.chunks.return();
    expect(await availableAt(plant.machines.limited)).toBeNull();
  });

  it("is given back when the connection ends before the file does", async () => {
    const answer = await answerFile({ reportFailure: () => {} }, () =>
      makeMeasuresReport(
        deps(),
        measures(plant.machines.limited, { startMs: NOW - DAY_MS, granularity: "minute" }),
      ),
    );
    expect(answer.status).toBe(200);
    const reader = answer.body!.getReader();
    await reader.read();
    expect(await availableAt(plant.machines.limited)).not.toBeNull();
    await reader.cancel();
    expect(await availableAt(plant.machines.limited)).toBeNull();
  });

  it.each(FORMATS)(
    "is given back when what comes last of a short file was not taken: %s",
    async (format) => {
      const file = await makeMeasuresReport(deps(), measures(plant.machines.limited, { format }));
      const pieces = await countPieces(measures(plant.machines.unlimited, { format }));
      // The last byte is a piece of its own.
      for (let taken = 0; taken <= pieces; taken++) await file?.chunks.next();
      await file?.chunks.return();
      expect(await availableAt(plant.machines.limited)).toBeNull();
    },
  );

  it("is given back when who asked has gone while values are still waited for", async () => {
    const line = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const series = {
      async values(query: Ask & { deviceId: number }) {
        asked.resolve();
        await line.promise;
        return deps().series.values(query);
      },
    };
    const answer = answerFile({ reportFailure: () => {} }, () =>
      makeMeasuresReport({ ...deps(), series }, measures(plant.machines.limited)),
    );
    await asked.promise;
    expect(await availableAt(plant.machines.limited)).not.toBeNull();
    // The runtime ends a request that nobody waits for, unless it is told of work that goes on.
    const goesOn = Promise.all(plant.kept).then(() => "over");
    expect(plant.kept).toHaveLength(1);
    expect(await Promise.race([goesOn, Promise.resolve("goes on")])).toBe("goes on");
    line.resolve();
    await (await answer).body!.cancel();
    expect(await goesOn).toBe("over");
    expect(await availableAt(plant.machines.limited)).toBeNull();
  });

  it.each([
    ["used", {}, true],
    ["given back", { metrics: ["silent"] }, false],
  ])("keeps the request going until it is %s, and no longer", async (_, more, isUsed) => {
    await textOf(await makeMeasuresReport(deps(), measures(plant.machines.limited, more)));
    await Promise.all(plant.kept);
    expect((await availableAt(plant.machines.limited)) !== null).toBe(isUsed);
  });

  it("goes to one of fifty who ask at once; the others are told when", async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        answerFile({ reportFailure: () => {} }, () =>
          makeMeasuresReport(deps(), measures(plant.machines.limited)),
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
      [plant.admin, plant.machines.unlimited],
      [plant.superuser, plant.machines.limited],
    ] as const)
      for (let times = 0; times < 2; times++)
        expect(await textOf(await makeMeasuresReport(deps(actor), measures(device)))).not.toBe("");
    expect(await availableAt(plant.machines.limited)).toBeNull();
  });

  it("that a clock took which was set back since holds nobody up", async () => {
    await db()
      .update(devices)
      .set({ reportAvailableAt: NOW + 30 * DAY_MS });
    expect(await makeMeasuresReport(deps(), measures(plant.machines.limited))).not.toBeNull();
  });
});
