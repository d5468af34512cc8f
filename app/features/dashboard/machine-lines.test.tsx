import { StaticRouter } from "react-router-dom/server";
import { expect, it } from "vitest";
import { LiveProvider } from "#app/live/index.ts";
import { draw, readText } from "#tests/draw.tsx";
import { FleetStore } from "./fleet-store.ts";
import {
  CARD_METRICS,
  type CardMetric,
  type FleetMachine,
  type InitialReading,
} from "./fleet-types.ts";
import MachineLines from "./machine-lines.tsx";
import { FleetContext } from "./use-fleet.ts";

const NOW = Date.now();
const machine = (
  prediction: number | null,
  uptime: number | null,
  abnormal: readonly CardMetric[] = [],
  ageMs = 0,
): FleetMachine => ({
  ...{ id: 1, name: "FFG 1", make: "Sun", model: "625", facility: null, timezone: "UTC" },
  ...{ reachable: true, historyArriving: false, opensEvents: true, hasTarget: false },
  risk:
    prediction === null
      ? { prediction, horizonMinutes: 240, reason: "too_little_data" }
      : { prediction, horizonMinutes: 240, reason: null },
  initial: Object.fromEntries(
    CARD_METRICS.map((metric) => [
      metric,
      {
        value: metric === "uptime" ? uptime : 4,
        timeMs: NOW - ageMs,
        adFlag: abnormal.includes(metric) || null,
      },
    ]),
  ) as Record<CardMetric, InitialReading>,
});
const drawLine = (
  prediction: number | null,
  uptime: number | null = 4,
  abnormal: readonly CardMetric[] = [],
  ageMs = 0,
  overdue = 0,
) =>
  draw(
    <StaticRouter location="/">
      <LiveProvider nowMs={NOW}>
        <FleetContext.Provider value={new FleetStore(new Map())}>
          <MachineLines
            lines={[
              {
                machine: machine(prediction, uptime, abnormal, ageMs),
                ...{ alarms: 0, overdue, asked: null, past: null },
                ...{ nowMs: NOW, onlyInSight: false },
              },
            ]}
          />
        </FleetContext.Provider>
      </LiveProvider>
    </StaticRouter>,
  );
const show = async (...line: Parameters<typeof drawLine>) => readText(await drawLine(...line));

it("every heading of a column begins with a capital, the window's too", async () => {
  const headings = [...(await drawLine(null)).matchAll(/<span([^>]*)>last 8 h</g)];
  expect(headings).toHaveLength(2);
  for (const [, attributes] of headings) expect(attributes).toContain("first-letter:uppercase");
});

it("tells the risk that brings a machine forward, and no other", async () => {
  // With a decimal, as the ring of its card.
  expect(await show(0.958)).toContain("Risk 95.8% in 4 h");
  expect(await show(0.15)).not.toContain("Risk");
  expect(await show(null)).not.toContain("forecast");
});

it("tells of overdue work as a card does, whatever was asked for", async () => {
  expect(await show(null, 4, [], 0, 2)).toContain("22 overdue");
  expect(await drawLine(null)).not.toContain("data-overdue-work");
});

it("gives a high risk a sign, and the colour of its band", async () => {
  const looksOf = async (risk: number) =>
    /class="([^"]*)"[^>]*>Risk/
      .exec(await drawLine(risk))?.[1]
      ?.match(/risk-sign|text-(?:warn|alarm)/g);
  expect(await looksOf(0.76)).toEqual(["risk-sign", "text-warn"]);
  expect(await looksOf(0.91)).toEqual(["risk-sign", "text-alarm"]);
});

it("writes a sign of percent at a number, and not at the dash of one that is not known", async () => {
  expect(await show(null)).toContain("4%");
  expect(await show(null, null)).toContain("– %");
});

it("what was abnormal and is old has no colour of its own, also on a phone", async () => {
  const markOf = async (ageMs: number) =>
    /<span class="([^"]*)">(?:(?!<span).)*Speed, abnormal/.exec(
      await drawLine(null, 4, ["machine_speed"], ageMs),
    )![1];
  expect(await markOf(0)).not.toContain("stale");
  expect(await markOf(10 * 60_000)).toContain("stale");
});

it("says at an abnormal figure that it is, and on a phone which one", async () => {
  expect(await show(null, 4)).not.toContain("abnormal");
  const text = await show(null, 4, ["machine_speed"]);
  expect(text).toContain("4 rpmabnormal");
  expect(text).toContain("Speed, abnormal");
  expect(text).not.toContain("mean, abnormal");
  expect(await show(null, 4, ["uptime"])).toContain("4%abnormal");
});

it("keeps the hues of its past, faded, once the machine is not heard any more", async () => {
  const fadedAt = async (ageMs: number) =>
    (await drawLine(null, 4, [], ageMs)).match(/ faded"/g)?.length ?? 0;
  expect([await fadedAt(0), await fadedAt(600_000)]).toEqual([0, 1]);
});
