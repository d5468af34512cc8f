/** What the dashboard says of a moment that is over: nothing stands there as if it were of now. */
import { StaticRouter } from "react-router-dom/server";
import { expect, it } from "vitest";
import { LiveProvider } from "#app/live/index.ts";
import { draw, readText } from "#tests/draw.tsx";
import { AttentionArea } from "./attention-area.tsx";
import { FleetStore, toReadings } from "./fleet-store.ts";
import { FleetTiles } from "./fleet-tiles.tsx";
import { CARD_METRICS, type AlarmRow, type FleetMachine } from "./fleet-types.ts";
import { FleetContext } from "./use-fleet.ts";

const NOW = Date.UTC(2026, 10, 5, 12);

const tilesAt = async (ageMs: number, locale: "en" | "es" = "en") => {
  const machine = (id: number, state: string) => {
    const initial = CARD_METRICS.map((metric) => {
      const value = metric === "machine_state" ? state : 100;
      return [metric, { value, timeMs: NOW - ageMs, adFlag: null }];
    });
    return { id, name: `Line ${id}`, initial: Object.fromEntries(initial) } as FleetMachine;
  };
  const machines = [machine(1, "running_and_feeding"), machine(2, "running"), machine(3, "off")];
  const readings = new Map(machines.map((each) => [each.id, toReadings(each, NOW)]));
  const html = await draw(
    <LiveProvider nowMs={NOW}>
      <FleetContext.Provider value={new FleetStore(readings)}>
        <FleetTiles machines={machines} large={null} />
      </FleetContext.Provider>
    </LiveProvider>,
    locale,
  );
  return readText(html, " ").replaceAll(/\s+/g, " ");
};

it("each tile says how old its figure is, the counters too", async () => {
  const now = await tilesAt(0);
  expect(now).toContain("Running 2 of 3 machines Feeding 1 of 2 running");
  const past = await tilesAt(60_000);
  expect(past).toContain("Running 2 1 min old · 2 of 3 Feeding 1 1 min old · 1 of 3");
  expect(past.match(/1 min old/g)).toHaveLength(5);
  expect(await tilesAt(60_000, "es")).toContain("En marcha 2 hace 1 min · 2 de 3");
});

const alarmsOf = async (rows: AlarmRow[], isCut: boolean, locale: "en" | "es" = "en") => {
  const table = { rows, total: rows.length, on: rows.length };
  const maintenances = { ...table, rows: [], total: 0 };
  const attention = { maintenances, alarms: { ...table, nextReturnMs: null }, counts: {} };
  return draw(
    <StaticRouter location="/">
      <AttentionArea attention={attention} nowMs={NOW} isCut={isCut} onComplete={null} />
    </StaticRouter>,
    locale,
  );
};

it("cut off, nobody is told that no alarm is on: only that none was, and those that were are dimmed", async () => {
  expect(readText(await alarmsOf([], false))).toContain("No alarm is on.");
  const none = readText(await alarmsOf([], true));
  expect(none).toContain("No alarm was on.");
  expect(none).not.toContain("No alarm is on.");
  expect(readText(await alarmsOf([], true, "es"))).toContain("Ninguna alarma estaba activa.");
  const alarm = {
    ...{ id: 1, name: "Too hot", deviceName: "Line 1", priority: "critical", url: "/machines/1" },
    ...{ triggeredAt: NOW, shelvedUntil: null, timezone: "UTC" },
  } as AlarmRow;
  const cut = await alarmsOf([alarm], true);
  expect(readText(cut)).toContain("before the connection was lost");
  expect(cut).toMatch(/class="stale"[\s\S]*Too hot/);
  expect(await alarmsOf([alarm], false)).not.toContain('class="stale"');
});
