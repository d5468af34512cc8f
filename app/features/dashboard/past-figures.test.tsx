/** What the dashboard says of a moment that is over: nothing stands there as if it were of now. */
import * as en from "#app/all-texts/en.ts";
import { expect, it } from "vitest";
import { LiveProvider } from "#app/live/index.ts";
import { draw, readText } from "#tests/draw.tsx";
import { emptyHistory } from "#tests/factories/machine-history.ts";
import FleetGauges from "./fleet-gauges.tsx";
import { FleetStore } from "./fleet-store.ts";
import { fleetTotals, totalsAfter } from "./fleet-totals.ts";
import { toReadings } from "./readings.ts";
import { FleetTiles } from "./fleet-tiles.tsx";
import { CARD_METRICS, type CardMetric, type FleetMachine } from "./fleet-types.ts";
import { FleetContext } from "./use-fleet.ts";
import type { ShownLargeFleet } from "./use-large-fleet.ts";

const NOW = Date.UTC(2026, 10, 5, 12);

function fleetAt(ageMs: number, unsent?: CardMetric) {
  const machine = (id: number, state: string) => {
    const initial = CARD_METRICS.map((metric) => {
      if (metric === unsent && id === 3) return [metric, null];
      const value = metric === "machine_state" ? state : 100;
      return [metric, { value, timeMs: NOW - ageMs, adFlag: null }];
    });
    return { id, name: `Line ${id}`, initial: Object.fromEntries(initial) } as FleetMachine;
  };
  const machines = [machine(1, "running_and_feeding"), machine(2, "running"), machine(3, "off")];
  const readings = new Map(machines.map((each) => [each.id, toReadings(each, NOW)]));
  return { machines, store: new FleetStore(readings) };
}

const drawTiles = (ageMs: number, locale: "en" | "es" = "en", unsent?: CardMetric) => {
  const { machines, store } = fleetAt(ageMs, unsent);
  return draw(
    <LiveProvider nowMs={NOW}>
      <FleetContext.Provider value={store}>
        <FleetTiles machines={machines} large={null} />
      </FleetContext.Provider>
    </LiveProvider>,
    locale,
  );
};
const tilesAt = async (ageMs: number, locale: "en" | "es" = "en", unsent?: CardMetric) =>
  readText(await drawTiles(ageMs, locale, unsent), " ").replaceAll(/\s+/g, " ");

it("each tile says how old its figure is, the counters too", async () => {
  const now = await tilesAt(0);
  expect(now).toContain("Running 2 of 3 machines Feeding 1 of 2 running");
  const past = await tilesAt(60_000);
  expect(past).toContain("Running 2 60 s old · 2 of 3 Feeding 1 60 s old · 1 of 2");
  expect(past.match(/60 s old/g)).toHaveLength(5);
  expect(await tilesAt(60_000, "es")).toContain("En marcha 2 hace 60 s · 2 de 3");
});

it("a figure without a machine that is heard, and does not send it, says of how many it is", async () => {
  const sums = /sum of 3 machines, 1 min mean/g;
  expect((await tilesAt(0)).match(sums)).toHaveLength(2);
  const sheets = await tilesAt(0, "en", "sheets_per_hour");
  expect(sheets).toContain("2 of 3 machines");
  expect(sheets.match(sums)).toHaveLength(1);
  expect(await tilesAt(0, "en", "machine_state")).toContain("2 of 3 heard");
});

it("a mean of the machines that turn does not pass for one of all that are heard", async () => {
  const speed = await tilesAt(0, "en", "machine_speed");
  expect(speed).toContain("2 of 3 machines, mean of those turning");
  expect(await tilesAt(0, "es", "machine_speed")).toContain(
    "2 de 3 máquinas, media de las que giran",
  );
});

it("figures say on a phone what they are: of a minute, or a mean", async () => {
  const tiles = await tilesAt(0);
  expect(tiles).toMatch(/sheets\/h ?, 1 min/);
  expect(tiles).toMatch(/MSF\/h ?, 1 min/);
  expect(tiles).toMatch(/rpm mean /);
  expect(await tilesAt(0, "en", "machine_speed")).toContain("mean, 2 of 3");
});

/** Before the recorders of a large fleet have answered. */
const drawUnread = (locale: "en" | "es" = "en") => {
  const large = { machines: 1_044, now: null, failed: false } as unknown as ShownLargeFleet;
  return draw(
    <LiveProvider nowMs={NOW}>
      <FleetContext.Provider value={fleetAt(0).store}>
        <FleetTiles machines={[]} large={large} />
      </FleetContext.Provider>
    </LiveProvider>,
    locale,
  );
};

it("a sum says of how many machines it is, in few words on a phone", async () => {
  expect(await tilesAt(0)).toContain("sum of all 3 sum of 3 machines, 1 min mean");
  expect(await tilesAt(0, "es")).toContain("suma de las 3 suma de las 3, media 1 min");
});

it("a large fleet is counted with the language's separators", async () => {
  const tiles = async (locale: "en" | "es") =>
    readText(await drawUnread(locale), " ").replaceAll(/\s+/g, " ");
  expect(await tiles("en")).toContain("of 1,044 machines");
  expect(await tiles("es")).toContain("de 1,044 máquinas");
});

it("before a large fleet was read, nobody is told that no reading has come", async () => {
  const tiles = readText(await drawUnread(), " ");
  expect(tiles).not.toContain(en.common.age.never);
  expect(tiles).toContain(en.common.dashboard.meanOfTurning);
});

it("the totals of a large fleet, which was read once, grow old as its cards do", () => {
  const { silent: _, ...totals } = fleetTotals(fleetAt(2_000).store.snapshot().readings);
  const later = totalsAfter(totals, 60_000);
  for (const { ageMs } of [later, later.sheetsPerHour, later.msfPerHour, later.speed])
    expect(ageMs).toBe(62_000);
  expect(later.sheetsPerHour.value).toBe(totals.sheetsPerHour.value);
});

it("old counters say of how many they are on a phone too", async () => {
  const notes = /<div class="text-xs[^"]*">(60\u00a0s\u00a0old[^<]*)</g;
  const counted = [...(await drawTiles(60_000)).matchAll(notes)].map(([, note]) => note);
  expect(counted).toHaveLength(2);
  // Who feeds is one of those that run, as while all of it is now.
  expect(counted.map((note) => note?.split(" · ")[1])).toEqual(["2 of 3", "1 of 2"]);
});

it("the marks of the counters dim with their figures", async () => {
  const dimmed = /class="[^"]*\bstale\b[^"]*"><svg[^>]*text-go/g;
  expect((await drawTiles(0)).match(dimmed)).toBeNull();
  expect((await drawTiles(60_000)).match(dimmed)).toHaveLength(2);
  expect((await drawUnread()).match(dimmed)).toHaveLength(2);
});

const gaugesAt = (ageMs: number) => {
  const averages = { uptime: 0.6, productivity: 0.5, spanMs: 4 * 3_600_000 };
  return draw(
    <LiveProvider nowMs={NOW}>
      <FleetContext.Provider value={fleetAt(ageMs).store}>
        <FleetGauges
          history={{ windowEndMs: NOW, machines: { 1: { ...emptyHistory, averages } } }}
          machines={3}
        />
      </FleetContext.Provider>
    </LiveProvider>,
  );
};

it("the fleet's gauges dim with the charts beside them, and say how old they are", async () => {
  const now = await gaugesAt(0);
  expect(readText(now)).not.toContain("old");
  expect(now).not.toContain("stale");
  const past = await gaugesAt(60_000);
  expect(readText(past)).toContain("Stale, 60\u00a0s\u00a0old");
  expect(past.match(/class="[^"]*\bstale\b/g)).toHaveLength(2);
});
