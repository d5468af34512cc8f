/** A machine whose past cannot be read is said to be one: on its card, in its charts, and where the fleet is drawn without it. */
import { expect, it } from "vitest";
import { draw } from "#tests/draw.tsx";
import { emptyHistory } from "#tests/factories/machine-history.ts";
import { LiveProvider } from "#app/live/index.ts";
import { FleetContext } from "./use-fleet.ts";
import { FleetStore } from "./fleet-store.ts";
import type { Reading } from "./readings.ts";
import { CardPast, type CardPastState } from "./card-past.tsx";
import FleetCharts from "./fleet-charts.tsx";
import FleetGauges from "./fleet-gauges.tsx";
import { FleetTiles } from "./fleet-tiles.tsx";
import type { Fleet, FleetMachine } from "./fleet-types.ts";
import * as en from "#app/all-texts/en.ts";

const silent: Reading = { value: null, timeMs: null, adFlag: null, stale: true, ageMs: null };
const { unreadPast: unread } = en.common.need;
const { without_one, without_other } = en.common.charts;

const show = (part: JSX.Element, store = new FleetStore(new Map())) =>
  draw(
    <LiveProvider>
      <FleetContext.Provider value={store}>{part}</FleetContext.Provider>
    </LiveProvider>,
  );

const machine = (id: number) => ({ id, name: `Machine ${id}`, timezone: "America/Chicago" });
const fleet = {
  machines: [machine(1), machine(2)],
  timezone: "America/Chicago",
  nowMs: 1_000,
} as unknown as Fleet;
function storeOf(known: number[]) {
  const store = new FleetStore(new Map());
  store.loadHistory({
    windowEndMs: 1_000,
    machines: Object.fromEntries(known.map((id) => [id, emptyHistory])),
  });
  return store;
}
const showCharts = (ids: number[], known: number[]) =>
  show(<FleetCharts fleet={fleet} unread={new Set(ids)} />, storeOf(known));

it.each<[string, CardPastState, boolean]>([
  ["failed", "failed", true],
  ["on its way", null, false],
  ["there", emptyHistory, false],
])("a card whose past is %s", async (_, past, says) => {
  const html = await show(<CardPast deviceId={1} past={past} state={silent} nowMs={1_000} />);
  expect(html.includes(unread)).toBe(says);
});

it("a card whose past cannot be read again keeps its curve, and tells no states of what was not read", async () => {
  const card = (past: CardPastState, store?: FleetStore) =>
    show(<CardPast deviceId={1} past={past} state={silent} nowMs={1_000} />, store);
  const again = storeOf([1]);
  again.loadHistory({ windowEndMs: 2_000, machines: {} });
  const html = await card("failed", again);
  expect(html).toContain('viewBox="0 0 120 32"');
  expect(html).toContain("border-dashed");
  expect(html).not.toContain(unread);
  expect(await card("failed")).not.toContain('viewBox="0 0 120 32"');
  expect(await card(emptyHistory, again)).not.toContain("border-dashed");
});

it("charts of the fleet keep what was known of a machine whose past cannot be read again", async () => {
  const again = storeOf([1, 2]);
  again.loadHistory({ windowEndMs: 2_000, machines: { 1: emptyHistory } });
  const charts = <FleetCharts fleet={fleet} unread={new Set([2])} />;
  expect(await show(charts, again)).not.toContain(without_one);
});

it("charts of the fleet name how many machines they are without", async () => {
  expect(await showCharts([], [1, 2])).not.toContain(without_one);
  const html = await showCharts([2], [1]);
  expect(html).toContain(without_one);
  expect(html).not.toContain(unread);
});

it("charts of the fleet are said to be without the machines that they do not draw, whatever has been read since", async () => {
  // What the page knows has come; what is drawn is of before.
  expect(await showCharts([], [1])).toContain(without_one);
  expect(await showCharts([2], [1, 2])).not.toContain(without_one);
  // Nothing is drawn yet.
  expect(await showCharts([], [])).not.toContain(without_other.replace("{{count}}", "2"));
});

it("charts of machines in several zones say of how many machines the time of their axis is", async () => {
  expect(await showCharts([], [1, 2])).not.toContain("that of");
  const eastern = { ...machine(3), timezone: "America/New_York" };
  const mixed = { ...fleet, machines: [...fleet.machines, eastern as FleetMachine] };
  const even = { ...fleet, machines: [fleet.machines[0]!, eastern as FleetMachine] };
  const textOf = (shown: typeof fleet) => show(<FleetCharts fleet={shown} unread={new Set()} />);
  expect(await textOf(mixed)).toContain("Times in Central Time (CST), that of 2 of 3 machines");
  expect(await textOf(even)).toContain("Times in Central Time (CST), that of 1 of 2 machines");
});

it.each<[string, number[], boolean]>([
  ["every machine", [1, 2], true],
  ["one of two", [1], false],
])("a tile draws the fleet's past where that of %s could be read", async (_, known, draws) => {
  const html = await show(<FleetTiles machines={fleet.machines} large={null} />, storeOf(known));
  expect(html.includes('viewBox="0 0 120 32"')).toBe(draws);
});

it("charts of a fleet of which nothing could be read do not pretend to load", async () => {
  expect(await showCharts([], [])).toContain(en.common.chart.loading);
  const html = await showCharts([1, 2], []);
  expect(html.split(unread)).toHaveLength(1 + 3);
  expect(html).not.toContain(en.common.chart.loading);
});

/** The gauges of so many machines, of which those in `ids` have this past and the others have not been read. */
const showGauges = (ids: number[], past = emptyHistory, machines = 2) =>
  show(
    <FleetGauges
      machines={machines}
      history={{
        windowEndMs: 1_000,
        machines: Object.fromEntries(ids.map((id) => [id, past])),
      }}
    />,
  );

it("a mean of the fleet says in amber that some of its machines could not be read", async () => {
  const averages = { uptime: 0.6, productivity: 0.5, spanMs: 4 * 3_600_000 };
  const past = { ...emptyHistory, averages };
  const amber = /text-warn">mean of 1 of 2 machines/g;
  expect((await showGauges([1], past)).match(amber)).toHaveLength(2);
  expect(await showGauges([1, 2], past)).not.toContain("text-warn");
});

it("gauges of fewer than half of the machines give no verdict on the fleet", async () => {
  const past = { ...emptyHistory, averages: { uptime: 0, productivity: 0, spanMs: 4 * 3_600_000 } };
  const { poor } = en.common.gauge;
  const some = await showGauges([1], past, 3);
  expect(some).toContain('aria-label="Recorded uptime: 0%"');
  expect(some.match(/data-band="none"/g)).toHaveLength(2);
  expect(some).not.toContain(`>${poor}<`);
  expect(some).not.toContain("stroke-alarm");
  expect(some).not.toContain("text-warn");
  expect(some.match(/text-ink">mean of 1 of 3 machines/g)).toHaveLength(2);
  const most = await showGauges([1, 2], past, 3);
  expect(most).toContain('aria-label="Recorded uptime: 0%, Poor"');
  expect(most.match(/data-band="poor"/g)).toHaveLength(2);
});

it.each([
  ["some were", [1]],
  ["none was", []],
])(
  "gauges without a value do not claim that there were no readings where %s read",
  async (_, known) => {
    const { failed, noReadings } = en.common.gauge;
    const html = await showGauges(known);
    expect(html).toContain(failed);
    expect(html).not.toContain(noReadings);
    const whole = await showGauges([1, 2]);
    expect(whole).toContain(noReadings);
    expect(whole).not.toContain(failed);
  },
);
