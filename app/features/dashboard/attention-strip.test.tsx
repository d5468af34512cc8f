/** The line above the cards, and what it marks on them. */
import { expect, it } from "vitest";
import type { MachineOrder } from "#app/domain/preferences.ts";
import { LiveProvider } from "#app/live/index.ts";
import { draw, readText } from "#tests/draw.tsx";
import { AttentionStrip } from "./attention-strip.tsx";
import { FleetStore } from "./fleet-store.ts";
import { toReadings } from "./readings.ts";
import {
  CARD_METRICS,
  type CardMetric,
  type FleetMachine,
  type InitialReading,
} from "./fleet-types.ts";
import { fadedBy, NeedMarks } from "./need-marks.tsx";
import type { AttentionKind } from "./need.ts";
import { FleetContext } from "./use-fleet.ts";

const NOW = 1_000_000;
const machine = {
  ...{ id: 1, name: "FFG 1", reachable: true },
  risk: { prediction: null, horizonMinutes: 240, reason: "outdated" },
  initial: Object.fromEntries(
    CARD_METRICS.map((metric) => [metric, { value: 4, timeMs: NOW, adFlag: null }]),
  ) as Record<CardMetric, InitialReading>,
} as FleetMachine;

const toNothing = Object.fromEntries(
  CARD_METRICS.map((metric) => [metric, null]),
) as FleetMachine["initial"];

const show = (
  first: AttentionKind | null,
  locale: "en" | "es" = "en",
  shown: { machine: FleetMachine; alarms: number; urgency?: number; order?: MachineOrder } = {
    ...{ machine, alarms: 1 },
  },
) =>
  draw(
    <LiveProvider nowMs={NOW}>
      <FleetContext.Provider value={new FleetStore(new Map([[1, toReadings(shown.machine, NOW)]]))}>
        <AttentionStrip
          machines={[shown.machine]}
          large={null}
          counts={{
            1: { alarms: shown.alarms, overdue: 2 * shown.alarms, urgency: shown.urgency },
            // At a facility that is not shown.
            2: { alarms: 1, overdue: 0, urgency: 3 },
          }}
          order={shown.order ?? "need"}
          first={first}
          view={null}
          onView={() => undefined}
          onOrder={() => undefined}
          onFirst={() => undefined}
        />
      </FleetContext.Provider>
    </LiveProvider>,
    locale,
  );

it("names what is overdue, and keeps each colour while one of them is asked for", async () => {
  expect(readText(await show(null))).toContain("2 services overdue");
  expect(readText(await show(null, "es"))).toContain("2 servicios vencidos");
  expect((await show("overdue")).split("bg-alarm-wash")).toHaveLength(1 + 2);
});

it("is red for alarms only where a bell is: one of them is critical or high", async () => {
  const redsAt = async (urgency: number) =>
    (await show(null, "en", { machine, alarms: 1, urgency })).split("bg-alarm-wash").length - 1;
  // What is overdue is red in any case.
  expect(await redsAt(2)).toBe(2);
  expect(await redsAt(1)).toBe(1);
});

it("says of a machine whose recorder did not answer that it was not read, and not that it is silent or all is well", async () => {
  const unread = { ...machine, reachable: false, initial: toNothing };
  const said = async (locale: "en" | "es") =>
    readText(await show(null, locale, { machine: unread, alarms: 0 }), "|");
  expect(await said("en")).toContain("|1 not loaded|");
  expect(await said("en")).not.toMatch(/silent|All well|first reading/);
  expect(await said("es")).toContain("|1 sin cargar|");
});

it("does not say that all is well beside a card that tells a raised risk", async () => {
  const said = async (prediction: number, locale: "en" | "es" = "en") => {
    const risk = { prediction, horizonMinutes: 240, reason: null };
    const risky = { ...machine, risk } as FleetMachine;
    return readText(await show(null, locale, { machine: risky, alarms: 0 }), "|");
  };
  expect(await said(0.821)).toContain("|1 at risk|");
  expect(await said(0.821)).not.toContain("All well");
  expect(await said(0.821, "es")).toContain("|1 en riesgo|");
  expect(await said(0.131)).toContain("All well");
});

it("writes many as the language does", async () => {
  const many = { machine, alarms: 1_204 };
  expect(readText(await show(null, "en", many))).toContain("1,204 alarms");
  // As in Mexico.
  expect(readText(await show(null, "es", many))).toContain("1,204 alarmas");
});

it("keeps the chip that was asked for while nobody is of its kind any more: it is the way back", async () => {
  const html = await show("silent");
  expect(readText(html)).toContain("0 silent");
  expect(html).toMatch(/aria-pressed="true"[^>]*>(?:(?!<button)[\s\S])*0 silent/);
  expect(readText(await show(null))).not.toContain("0 silent");
});

it("says that the order holds after those that were asked for", async () => {
  expect(readText(await show(null))).toContain("Sorted by urgency");
  const asked = readText(await show("overdue"));
  expect(asked).toContain("Chosen first, then by urgency");
  expect(asked).not.toContain("Sorted by urgency");
});

it("the order's button says how they are sorted, and what pressing it does", async () => {
  const said = async (order: MachineOrder, locale: "en" | "es" = "en") =>
    readText(await show(null, locale, { machine, alarms: 1, order }));
  expect(await said("need")).toContain("Sorted by urgencySort by name");
  expect(await said("name")).toContain("Sorted by nameSort by urgency");
  expect(await said("need", "es")).toContain("Por urgenciaOrdenar por nombre");
});

it("paper says how they are sorted, and not what a press would do", async () => {
  const html = await show(null);
  expect(html).toMatch(/<span class="[^"]*print:hidden[^"]*"><button[^>]*>Sort by name</);
  expect(html).toMatch(/<span class="(?![^"]*print:)[^"]*">Sorted by urgency</);
});

it("a machine says in words why it was asked for, and otherwise by a sign", async () => {
  const marks = async (asked: AttentionKind | "other" | null) =>
    readText(await draw(<NeedMarks alarms={1} overdue={2} asked={asked} isCut={false} />), "|");
  expect(await marks("overdue")).toContain("2 overdue");
  expect(await marks(null)).toMatch(/\|1\|.*\|2\|/);
  expect(await marks("alarms")).toMatch(/1 alarm.*\|2\|/);
  expect(await marks("alarms")).toContain("|1 alarm|");
});

it("the others fade", () => {
  expect(fadedBy("other")).toContain("opacity-");
  for (const asked of ["overdue", "alarms", null] as const) expect(fadedBy(asked)).toBe(false);
});
