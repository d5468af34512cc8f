import { StaticRouter } from "react-router-dom/server";
import { expect, it } from "vitest";
import { LiveProvider } from "#app/live/index.ts";
import { draw, readText } from "#tests/draw.tsx";
import { emptyHistory } from "#tests/factories/machine-history.ts";
import { FleetStore } from "./fleet-store.ts";
import {
  CARD_METRICS,
  type CardMetric,
  type FleetMachine,
  type InitialReading,
  type MachineHistory,
} from "./fleet-types.ts";
import { MachineCard } from "./machine-card.tsx";
import { texts as en } from "./texts.en.ts";
import { texts as es } from "./texts.es.ts";
import { FleetContext } from "./use-fleet.ts";

const NOW = Date.now();
const valueOf = (metric: CardMetric, sheets: number) =>
  metric === "machine_state" ? 4 : metric === "sheets_per_hour" ? sheets : 0;
const machine = (changed: Partial<FleetMachine>, sheets: number): FleetMachine => ({
  ...{ id: 1, name: "FFG 1", make: "Sun", model: "625", facility: null, timezone: "UTC" },
  ...{ reachable: true, historyArriving: false, opensEvents: true, hasTarget: false },
  risk: { prediction: 0.965, horizonMinutes: 240, reason: null },
  initial: Object.fromEntries(
    CARD_METRICS.map((metric) => [
      metric,
      { value: valueOf(metric, sheets), timeMs: NOW, adFlag: null },
    ]),
  ) as Record<CardMetric, InitialReading>,
  ...changed,
});
type Drawn = [
  changed?: Partial<FleetMachine>,
  sheets?: number,
  past?: Partial<MachineHistory>,
  store?: FleetStore,
];
const drawCard = (
  ...[
    changed = {},
    sheets = 14_500,
    past = { targetSheetsPerHour: 12_500 },
    store = new FleetStore(new Map()),
  ]: Drawn
) =>
  draw(
    <StaticRouter location="/">
      <LiveProvider nowMs={NOW}>
        <FleetContext.Provider value={store}>
          <MachineCard
            machine={machine(changed, sheets)}
            {...{ alarms: 0, overdue: 0, asked: null, onlyInSight: false, nowMs: NOW }}
            past={{ ...emptyHistory, ...past }}
          />
        </FleetContext.Provider>
      </LiveProvider>
    </StaticRouter>,
  );
const show = async (...card: Drawn) => readText(await drawCard(...card));
/** Of a machine that said all that long ago. */
const heardBefore = (ageMs: number): Partial<FleetMachine> => ({
  initial: Object.fromEntries(
    CARD_METRICS.map((metric) => [metric, { value: 1, timeMs: NOW - ageMs, adFlag: null }]),
  ) as Record<CardMetric, InitialReading>,
});

it("its MSF per hour says of how long it is, as its sheets do", async () => {
  expect(await show()).toContain("MSF/h, 1 min");
  expect(await show()).toContain("Sheets/h, 1 min mean");
});

it("its MSF per hour has no more digits than the narrowest card has room for", async () => {
  const of = async (value: number) => {
    const { initial } = machine({}, 0);
    const told = await show({ initial: { ...initial, msf_hr: { ...initial.msf_hr!, value } } });
    return /([\d.,K]{1,9}) ?MSF\/h/.exec(told)?.[1];
  };
  expect(await of(82.44)).toBe("82.4");
  expect(await of(999.44)).toBe("999");
  expect(await of(1_042.5)).toBe("1,043");
  expect(await of(12_345)).toBe("12.3K");
});

it("of a machine whose uptime is not known no sign of percent stands behind the dash", async () => {
  const { initial } = machine({}, 0);
  expect(await show({ initial: { ...initial, uptime: null } })).not.toMatch(/–%/);
  expect(await show()).toContain("0% up, 4 h");
});

it("its throughput is a share of its good pace, or of what somebody set", async () => {
  expect(await show()).toContain("14,500116% of good pace (12,500)");
  expect(await show({}, 0)).not.toContain("of good pace");
  expect(await show({ hasTarget: true })).toContain("116% of target (12,500)");
  // Of an hour of tests, say: no measure of a working day.
  expect(await show({}, 125_000)).not.toContain("of good pace");
  expect(await show({}, 124_900)).toContain("of good pace");
});

it("its share is told once its state has lasted for the minute that its throughput is of", async () => {
  const since = (agoMs: number) => {
    const store = new FleetStore(new Map());
    const [before, began] = [NOW - 3_600_000, NOW - agoMs];
    store.loadStates(NOW, {
      1: [
        { timeMs: before, code: 1 },
        { timeMs: began, code: 4 },
      ],
    });
    return show({ hasTarget: true }, 375, { targetSheetsPerHour: 12_500 }, store);
  };
  expect(await since(59_000)).toContain("375rising");
  expect(await since(59_000)).not.toContain("% of target");
  expect(await since(60_000)).toContain("3% of target");
});

it("its good pace is not told before there is enough history for one", async () => {
  const young = await show({}, 14_500, { targetSheetsPerHour: null, isTargetYoung: true });
  expect(young).toContain("14,500sheets/h, not enough history yet for its good pace");
  expect(young).not.toContain("of good pace");
  expect(await show({}, 14_500, {})).not.toContain("history yet for");
});

it.each([en, es])("why there is no forecast has room in one line of a narrow card", (texts) => {
  const ROOM = 35;
  for (const why of Object.values(texts.noRiskShort))
    expect(texts.need.noForecast.replace("{{why}}", why).length).toBeLessThanOrEqual(ROOM);
});

it("tells a high risk in words for as long as its ring is not there", async () => {
  expect(await show()).toContain("Risk 96.5% in 4 h");
});

it("says of a machine that fell silent that it is not heard, not that it is down now", async () => {
  const risk = { prediction: null, horizonMinutes: 240, reason: "machine_down" } as const;
  const was = (ageMs: number) => show({ risk, ...heardBefore(ageMs) });
  expect(await was(0)).toContain("No forecast: not ready");
  expect(await was(600_000)).toContain("No forecast: no readings now");
});

it("keeps the hues of its past, faded, once the machine is not heard any more", async () => {
  expect(await drawCard(heardBefore(0))).not.toMatch(/ (faded|stale)"/);
  const old = await drawCard(heardBefore(600_000));
  expect(old.match(/ faded"/g)).toHaveLength(1);
  expect(old).toMatch(/ stale"/);
});
