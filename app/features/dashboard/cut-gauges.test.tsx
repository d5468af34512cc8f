/** What the fleet's gauges say while the page is cut off. */
import { expect, it, vi } from "vitest";
import * as en from "#app/all-texts/en.ts";
import * as es from "#app/all-texts/es.ts";
import { HOUR_MS, SECOND_MS } from "#app/domain/durations.ts";
import { LiveProvider } from "#app/live/index.ts";
import { draw, readText } from "#tests/draw.tsx";
import { emptyHistory } from "#tests/factories/machine-history.ts";
import FleetGauges from "./fleet-gauges.tsx";
import { FleetStore } from "./fleet-store.ts";
import { CARD_METRICS, type FleetMachine } from "./fleet-types.ts";
import { toReadings } from "./readings.ts";
import { FleetContext } from "./use-fleet.ts";

vi.mock("#app/live/use-connection.ts", async (original) => ({
  ...(await original<typeof import("#app/live/use-connection.ts")>()),
  useIsCut: () => true,
}));

const NOW = Date.UTC(2026, 10, 5, 12);
const READ = {
  ...emptyHistory,
  averages: { uptime: 0.6, productivity: 0.5, spanMs: 4 * HOUR_MS },
};

/** Of one machine that was heard 65 s ago. */
const drawGauges = (machines: Record<number, typeof READ>, locale: "en" | "es" = "en") => {
  const timeMs = NOW - 65 * SECOND_MS;
  const initial = CARD_METRICS.map((metric) => {
    const value = metric === "machine_state" ? "running" : 100;
    return [metric, { value, timeMs, adFlag: null }];
  });
  const machine = { id: 1, initial: Object.fromEntries(initial) } as FleetMachine;
  return draw(
    <LiveProvider nowMs={NOW}>
      <FleetContext.Provider value={new FleetStore(new Map([[1, toReadings(machine, NOW)]]))}>
        <FleetGauges history={{ windowEndMs: NOW, machines }} machines={1} />
      </FleetContext.Provider>
    </LiveProvider>,
    locale,
  );
};

it("says how old its values are", async () => {
  expect(readText(await drawGauges({ 1: READ }))).toContain("Offline, 65\u00a0s\u00a0old");
});

it.each([
  ["en", en],
  ["es", es],
] as const)(
  "%s: without a value it has no age, and its dials say that they were not read",
  async (locale, { common }) => {
    const html = await drawGauges({}, locale);
    const { failed, none, unread } = common.gauge;
    expect(html).toContain(`>${common.live.lostShort}</p>`);
    expect(html.split(`>${unread}</span>`)).toHaveLength(3);
    expect(html).not.toContain(none);
    expect(html).toContain(failed);
  },
);
