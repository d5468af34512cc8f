/** The wall's bar: what it counts, whose time it tells, and that a lone slide has no dot. */
import { expect, it } from "vitest";
import { draw, readText } from "#tests/draw.tsx";
import { LiveProvider } from "#app/live/index.ts";
import { FleetStore } from "./fleet-store.ts";
import { toReadings } from "./readings.ts";
import { CARD_METRICS, type FacilityChoice, type FleetMachine } from "./fleet-types.ts";
import type { Counts } from "./need.ts";
import { FleetContext } from "./use-fleet.ts";
import { WallBar } from "./wall-bar.tsx";
import type { WallFleet } from "./wall-fleet.ts";

const NOW_MS = Date.UTC(2026, 10, 5, 23, 7);
const machine = (id: number, state: string, timezone = "America/Monterrey") =>
  ({
    ...{ id, timezone, name: `Line ${id}`, facility: { id: 1, name: "Planta Apodaca" } },
    ...{ reachable: true, risk: { prediction: null } },
    initial: {
      ...Object.fromEntries(CARD_METRICS.map((metric) => [metric, null])),
      machine_state: { value: state, timeMs: NOW_MS, adFlag: null },
    },
  }) as unknown as FleetMachine;
const machines = [machine(1, "running_and_feeding"), machine(2, "off"), machine(3, "off")];

const NONE_SHOWN = { off: false, silent: false, unheard: false, unread: false, unknown: false };
const facility = (name: string, active = true) => ({ name, active }) as FacilityChoice;

const WORDS = String.raw`(?:<span[^>]*>(?:<svg.*?<\/svg>)?[^<]*(?:<span[^>]*>[^<]*<\/span>)?<\/span>)*`;
const LATE = /<span class="[^"]*lg:in-data-still[^>]*>[^<]*<\/span>/;

/** As it is seen on a screen of this kind, of a page whose scripts come in time. */
const showOn = async (screen: "wide" | "narrow", ...args: Parameters<typeof drawBar>) => {
  const others = `wall-${screen === "wide" ? "wide" : "narrow"}:hidden`;
  const hidden = new RegExp(`<span class="[^"]*${others}">${WORDS}</span>`, "g");
  return (await drawBar(...args)).replace(LATE, "").replaceAll(hidden, "");
};
const show = (...args: Parameters<typeof drawBar>) => showOn("wide", ...args);

function drawBar(props: Partial<Parameters<typeof WallBar>[0]>, locale: "en" | "es" = "en") {
  const fleet = {
    ...{ machines, customerName: "Globex", timezone: "Europe/Berlin", nowMs: NOW_MS },
    ...{
      large: null,
      withMaintenance: props.fleet?.machines?.length ?? machines.length,
      facilities: [facility("Planta Apodaca")],
    },
    ...props.fleet,
  } as WallFleet;
  const store = new FleetStore(
    new Map(fleet.machines.map((each) => [each.id, toReadings(each, NOW_MS)])),
  );
  store.loadStates(NOW_MS, fleet.states ?? {});
  return draw(
    <LiveProvider nowMs={NOW_MS} as="display">
      <FleetContext.Provider value={store}>
        <WallBar
          {...{
            counts: {},
            acknowledged: {},
            leftOut: { off: 2, silent: 0, unheard: 0, unread: 0, unknown: 0 },
            alsoShown: NONE_SHOWN,
            ...{ onlyOne: null, areAlarmsOld: false, hasUrgent: true },
            oldAgeMs: null,
            isOfBefore: false,
            slide: 0,
            slides: 1,
          }}
          {...{
            machines: machines.slice(0, 1),
            onMove: () => {},
            isDisplay: true,
            ...props,
            fleet,
          }}
        />
      </FleetContext.Provider>
    </LiveProvider>,
    locale,
  );
}

it("tells how many machines are off and have no slide, in both languages", async () => {
  expect(readText(await show({}), " ")).toMatch(/1 of 3 running\s+2 off, not shown\s+All well/);
  expect(readText(await show({}, "es"))).toContain("2 apagadas, sin mostrar");
  const saysOf = async (off: number, silent: number, unknown: number, locale?: "es") =>
    readText(await show({ leftOut: { off, silent, unheard: 0, unread: 0, unknown } }, locale));
  expect(await saysOf(1, 1, 0)).toContain("1 off and 1 silent, not shown");
  expect(await saysOf(4, 0, 2)).toContain("4 off and 2 in an unknown state, not shown");
  expect(await saysOf(1, 1, 0, "es")).toContain("1 apagada y 1 sin datos, sin mostrar");
  // Longer than what the line has room for behind the name.
  expect(await saysOf(0, 1, 2, "es")).toMatch(
    /1 de 3 en marcha1 sin datos y 2 en estado desconocido/,
  );
  // A line has no room for three.
  expect(await saysOf(4, 1, 2)).toContain("7 off or unknown, not shown");
  expect(await saysOf(0, 0, 0)).not.toMatch(/not shown|off|unknown/);
});

it("where some that are off are shown, says that others are more of them", async () => {
  const saysOf = async (off: number, silent: number, unknown: number, locale?: "es") => {
    const leftOut = { off, silent, unheard: 0, unread: 0, unknown };
    return readText(await show({ leftOut, alsoShown: { ...NONE_SHOWN, off: true } }, locale));
  };
  expect(await saysOf(1, 0, 0)).toContain("1 more off, not shown");
  expect(await saysOf(1, 0, 0, "es")).toContain("1 apagada más, sin mostrar");
  expect(await saysOf(1, 1, 0)).toContain("1 more off and 1 silent, not shown");
  expect(await saysOf(0, 1, 0)).toMatch(/^(?!.*more).*1 silent, not shown/s);
  expect(await saysOf(4, 1, 2)).toContain("7 more off or unknown, not shown");
});

it("says how many of the alarms somebody has acknowledged, where the line has the room", async () => {
  const said = async (alarms: number, acknowledged: Record<number, number>, locale?: "es") => {
    const counts = { 1: { alarms, overdue: 0 } };
    return readText(await show({ counts, acknowledged }, locale), " ");
  };
  // Of another fleet's machine it says nothing.
  expect(await said(3, { 1: 2, 9: 1 })).toMatch(/3 alarms\s+\(2 acknowledged\)/);
  expect(await said(3, { 1: 2 }, "es")).toMatch(/3 alarmas\s+\(2 reconocidas\)/);
  expect(await said(3, {})).not.toContain("acknowledged");
  // Rather than for how long one has not been ready, which its row says.
  const waiting = [machine(1, "not_ready"), machine(2, "running")];
  const counts = { 1: { alarms: 2, overdue: 9_999 } };
  const states = { 1: [{ timeMs: NOW_MS - 87 * 60_000, code: 1 }] };
  const long = {
    fleet: { machines: waiting, states } as unknown as WallFleet,
    counts,
    acknowledged: { 1: 1 },
  };
  expect(readText(await show(long, "es"), " ")).toMatch(
    /2 alarmas\s+\(1 reconocida\)\s+Line 1 no lista\s/,
  );
});

it("says what has no room in fewer words, a long plant's name in a line of its own, and nothing in smaller letters", async () => {
  const said = async (counts: Counts, name = "Planta Apodaca") => {
    const at = machines.map((each) => ({ ...each, facility: { id: 1, name } }) as FleetMachine);
    const fleet = { machines: at, facilities: [facility(name)] } as unknown as WallFleet;
    const html = await show({ fleet, machines: at.slice(0, 1), counts }, "es");
    expect(html).not.toMatch(/text-\[|--wall-scale/);
    return readText(html, " ").replaceAll(/\s+/g, " ");
  };
  const counts = { 1: { alarms: 12, overdue: 11 } };
  expect(await said(counts)).toMatch(
    /1 de 3 en marcha 2 apagadas, sin mostrar 12 alarmas 11 servicios vencidos/,
  );
  const long = "Planta de Cartón Corrugado San Luis Potosí, Nave Norte de Conversión";
  expect(await said(counts, long)).toMatch(
    /^ ?Planta de .* 1 de 3 en marcha 2 apagadas, sin mostrar 12 alarmas 11 servicios vencidos/,
  );
});

it("writes what needs a person larger where the line has the room, and not while it says how old data is", async () => {
  const isLarge = async (overdue: number, oldAgeMs: number | null = null) =>
    (
      await show({ counts: { 1: { alarms: 12, overdue } }, fleet: waitingOf("FFG 1"), oldAgeMs })
    ).includes("wall-needs");
  expect(await isLarge(11)).toBe(true);
  expect(await isLarge(11_000_000_000_000_000)).toBe(false);
  expect(await isLarge(11, 20_000)).toBe(false);
});

it("is titled with what it counts, whichever plant's machines are on the slide", async () => {
  const titleOf = async (fleet: Partial<WallFleet>) =>
    /<h1[^>]*>([^<]*)</.exec(await show({ fleet: fleet as WallFleet }))?.[1];
  const two = [facility("Planta Apodaca"), facility("Riverside")];
  const one = [facility("Planta Apodaca"), facility("Riverside", false)];
  const customerName = null;
  const without = { machines: [...machines, { ...machines[0]!, id: 4, facility: null }] };
  expect(await titleOf({})).toBe("Planta Apodaca");
  expect(await titleOf({ facilities: one })).toBe("Planta Apodaca");
  expect(await titleOf({ facilities: two })).toBe("Globex fleet");
  expect(await titleOf({ facilities: two, customerName })).toBe("All fleets");
  expect(await titleOf({ facilities: one, customerName, ...without })).toBe("1 of 2 facilities");
  const three = [...two, facility("Nave Norte", false)];
  expect(await titleOf({ facilities: three })).toBe("Globex fleet, 2 of 3 facilities");
});

it("does not claim that nobody runs where nobody was heard", async () => {
  const unheard = [1, 2].map((id) => ({
    ...machine(id, "off"),
    initial: Object.fromEntries(CARD_METRICS.map((metric) => [metric, null])),
  })) as FleetMachine[];
  const fleet = { machines: unheard } as WallFleet;
  const leftOut = { off: 0, silent: 0, unheard: 2, unread: 0, unknown: 0 };
  const said = async (locale: "en" | "es") =>
    readText(await show({ fleet, machines: [], leftOut }, locale));
  expect(await said("en")).toContain("2 without a first reading, not shown");
  expect(await said("es")).toContain("2 sin primera lectura, sin mostrar");
  expect(await said("en")).not.toContain("running");
});

it("says of a large fleet that it is being read, and counts none as silent meanwhile", async () => {
  const large = { ids: Array.from({ length: 1_012 }, (_, id) => id + 1), whole: null };
  const said = async (failed: boolean, locale: "en" | "es" = "en") =>
    readText(await show({ fleet: { large: { ...large, failed } } as WallFleet }, locale), " ");
  expect(await said(false)).toContain("Loading 1,012 machines…");
  expect(await said(false)).not.toMatch(/running|silent|All well/);
  expect(await said(true)).toContain("The machines could not all be loaded.");
  expect(await said(false, "es")).toContain("Cargando 1,012 máquinas…");
  const summary = {
    ...{ alarms: 0, notReady: 0, longestMinutes: null, isLonger: false },
    ...{ overdue: 0, silent: 0, unheard: 0, unread: 1_000 },
  };
  const whole = { running: 12, heard: 12, summary };
  const read = await show({ fleet: { large: { ...large, whole, failed: false } } as WallFleet });
  expect(readText(read, " ")).toMatch(/12 of 1,012 running\s+3 of 1,012 shown\s+1,000 not loaded/);
});

it("tells the time of its slide's plant on a paired screen too, and names the zone", async () => {
  expect(readText(await show({}), " ")).toMatch(/5:07 PM\s+CST/);
  const ofTwo = [machine(1, "running"), machine(2, "running", "America/New_York")];
  expect(readText(await show({ machines: ofTwo }), " ")).toMatch(/12:07 AM\s+GMT\+1/);
});

it("has a dot for each of some slides, a number of many, and nothing of one", async () => {
  expect(await show({})).not.toContain("<nav");
  expect((await show({ slides: 3 })).match(/aria-label="Slide \d of 3"/g)).toHaveLength(3);
  expect(readText(await show({ slides: 9, slide: 1 }))).toContain("2 / 9");
});

it("says nothing of a fleet without machines", async () => {
  const html = await show({ fleet: { machines: [] } as unknown as WallFleet, machines: [] });
  expect(readText(html)).not.toMatch(/running|All well/);
});

it("says up to how old what it shows is, rounded as its rows say it", async () => {
  const said = async (oldAgeMs: number, locale: "en" | "es" = "en") =>
    readText(await show({ oldAgeMs }, locale));
  expect(await said(59_999)).toContain("Oldest data is 59\u00a0s\u00a0old");
  expect(await said(119_000)).toContain("Oldest data is 119\u00a0s\u00a0old");
  expect(await said(179_000, "es")).toContain("Datos de hasta hace\u00a02\u00a0min");
  // One number would not do for all.
  expect(await said(0)).toMatch(/Data is old(?! )/);
  expect(await said(0, "es")).toContain("Datos antiguos");
});

it("names the one machine that is not ready, where the line has the room", async () => {
  const at = (state: string, name: string) => ({ ...machine(1, state), name }) as FleetMachine;
  const said = async (
    name: string,
    locale: "en" | "es" = "en",
    counts: Counts = {},
    others = 0,
  ) => {
    const waiting = Array.from({ length: 1 + others }, (_, id) => ({
      ...at("not_ready", name),
      id: id + 1,
    }));
    const all = [...waiting, machine(9, "running")];
    const states = {
      1: [
        { timeMs: NOW_MS - 9 * 60_000, code: 4 },
        { timeMs: NOW_MS - 2 * 60_000, code: 1 },
      ],
    };
    const fleet = { machines: all, states } as unknown as WallFleet;
    return readText(await show({ fleet, counts }, locale), " ");
  };
  expect(await said("FFG 1")).toMatch(/FFG 1 not ready for 2.min/);
  expect(await said("FFG 1", "es")).toMatch(/FFG 1 no lista desde hace 2.min/);
  const counts = { 1: { alarms: 2, overdue: 1_000 } };
  expect(await said("Rotary Die Cutter 2, North", "en", counts)).toMatch(
    /2 alarms\s+Rotary Die Cutter 2, North not ready\s+1,000/,
  );
  const long = "Rotary Die Cutter 2 of the northern hall of conversion, beside the gate";
  expect(await said(long, "en", counts)).toMatch(/2 alarms\s+1 not ready for 2.min/);
});

it("says of an upright screen that is cut off what needed a person, in a line of its own", async () => {
  const counts = { 1: { alarms: 12, overdue: 11 } };
  const said = async (oldAgeMs: number | null) =>
    readText(await showOn("narrow", { counts, oldAgeMs }), " ").replaceAll(/\s+/g, " ");
  expect(await said(null)).toMatch(/1 of 3 running 2 off, not shown 12 alarms 11 services overdue/);
  expect(await said(130_000)).toMatch(
    /1 of 3 running 2 off, not shown 12 alarms 11 services overdue Oldest data is/,
  );
});

it("says of how many machines no work is counted", async () => {
  const said = async (withMaintenance: number, locale: "en" | "es" = "en") =>
    readText(
      await show(
        { fleet: { withMaintenance } as WallFleet, counts: { 1: { alarms: 0, overdue: 2 } } },
        locale,
      ),
      " ",
    );
  expect(await said(2)).toMatch(/2 services overdue\s+\(1 machine not counted\)/);
  expect(await said(1, "es")).toMatch(/2 servicios vencidos\s+\(2 máquinas sin contar\)/);
  expect(await said(3)).not.toContain("counted");
  // Where the line is full it says so before for how long one is not ready, which that one's row says, and in fewer words.
  const stands = machine(1, "not_ready");
  const states = { 1: [{ timeMs: NOW_MS - 87 * 60_000, code: 1 }] };
  const fleet = { machines: [stands, ...machines.slice(1)], withMaintenance: 2, states };
  const counts = { 1: { alarms: 1, overdue: 2 } };
  const full = { fleet: fleet as unknown as WallFleet, counts };
  expect(readText(await show(full), " ")).toMatch(
    /Line 1 not ready\s+2 services overdue\s+\(1 machine not counted\)/,
  );
  const upright = readText(await showOn("narrow", full, "es"), " ");
  expect(upright).toMatch(/1 no lista\s+2 servicios vencidos\s+\(1 máquina sin contar\)/);
});

it("says of a page whose scripts have not come that it does not change", async () => {
  expect(await drawBar({})).toMatch(
    /<span class="[^"]*hidden lg:in-data-still:inline">Not updating</,
  );
  expect(await drawBar({}, "es")).toContain(">No se actualiza<");
  // What is old by then is said as ever.
  expect(await drawBar({ oldAgeMs: 40_000 })).not.toContain("Not updating");
});

it("tells what ran and what needed a person before it was cut off, in the past", async () => {
  const counts = { 1: { alarms: 2, overdue: 1 } };
  const said = async (of: Parameters<typeof show>[0], locale: "en" | "es" = "en") =>
    readText(await show({ oldAgeMs: 119_000, isOfBefore: true, ...of }, locale), " ").replaceAll(
      /\s+/g,
      " ",
    );
  expect(await said({ counts })).toMatch(
    /2 off, not shown 2 alarms 1 service overdue Oldest .* 1 of 3 was running/,
  );
  expect(await said({ counts }, "es")).toMatch(
    /2 alarmas 1 servicio vencido Datos .* marchaba 1 de 3/,
  );
  // Who has no place explains how many ran: before it goes what is known more of what needs a person.
  const fleet = { withMaintenance: 0 } as WallFleet;
  const others = { 1: { alarms: 2_000_000, overdue: 1_000_000 } };
  expect(await said({ counts: others, fleet })).toMatch(
    /2 off 2,000,000 alarms 1,000,000\+ services overdue Oldest .* 1 of 3 was running/,
  );
  // Rather than who has no place.
  const many = { 1: { alarms: 2_000_000_000, overdue: 1_000_000_000_000 } };
  const leftOut = { off: 1_000_000, silent: 0, unheard: 0, unread: 0, unknown: 0 };
  expect(await said({ counts: many, leftOut })).toMatch(
    /Apodaca 2,000,000,000 alarms 1,000,000,000,000 services overdue Oldest .* 1 of 3 was running/,
  );
  expect(await said({})).toContain("All was well");
  // Nobody is heard, but Helios answers: what it counts is of now.
  expect(await said({ isOfBefore: false })).toMatch(/1 of 3 running .*All well/);
});

it("keeps what it counted, dimmed, while what it shows is old", async () => {
  const html = await show({ oldAgeMs: 130_000 });
  expect(readText(html, " ")).toContain("1 of 3 running");
  expect(html).toMatch(/<span class="[^"]*\bstale\b/);
  expect(readText(html)).toContain("Oldest data is 2\u00a0min\u00a0old");
});

/** Of machines of these names, none of which is ready; the first has been so for shortest. */
const waitingOf = (...names: string[]) =>
  ({
    machines: [
      ...names.map((name, id) => ({ ...machine(id + 1, "not_ready"), name }) as FleetMachine),
      machine(9, "running"),
    ],
    states: Object.fromEntries(
      names.map((_, id) => [
        id + 1,
        [
          { timeMs: NOW_MS - 90 * 60_000, code: 4 },
          { timeMs: NOW_MS - (2 + 5 * id) * 60_000, code: 1 },
        ],
      ]),
    ),
  }) as unknown as WallFleet;

it("names as many of those that are not ready as the line has room for, that of the longest first", async () => {
  const said = async (names: string[], locale: "en" | "es" = "en") =>
    readText(await show({ fleet: waitingOf(...names) }, locale), " ");
  expect(await said(["FFG 1", "FFG 2"])).toMatch(/FFG 2 and FFG 1 not ready, longest 7.min/);
  expect(await said(["FFG 1", "FFG 2", "FFG 3"], "es")).toMatch(
    /FFG 3, FFG 2 y FFG 1 no listas, máx. 12.min/,
  );
  const long = (id: number) => `Rotary Die Cutter ${id}, North Hall`;
  expect(await said([long(1), long(2), long(3)])).toMatch(
    /Rotary Die Cutter 3, North Hall and 2 more not ready, longest 12.min/,
  );
});

it("keeps on a wall that is cut off who was not ready and for how long, before who runs and has no place", async () => {
  const said = async (name: string, locale: "en" | "es" = "en", counts: Counts = {}) =>
    readText(
      await show({ fleet: waitingOf(name), counts, oldAgeMs: 17_000, isOfBefore: true }, locale),
      " ",
    ).replaceAll(/\s+/g, " ");
  expect(await said("FFG 1")).toMatch(
    /2 off, not shown FFG 1 had not been ready for 2 min Oldest .* 1 of 2 was running/,
  );
  expect(await said("FFG 1", "es")).toMatch(/FFG 1 no estaba lista desde hacía 2 min/);
  // Who has no place stays, in fewer words of what is overdue.
  const off = { off: 1, silent: 0, unheard: 0, unread: 0, unknown: 0 };
  const long = {
    ...{ fleet: waitingOf("Jumbo Die Cutter 6"), counts: { 1: { alarms: 2, overdue: 8 } } },
    ...{ leftOut: off, oldAgeMs: 17_000, isOfBefore: true },
  };
  expect(readText(await show(long), " ").replaceAll(/\s+/g, " ")).toMatch(
    /1 off 2 alarms Jumbo Die Cutter 6 was not ready 8 overdue Oldest/,
  );
  // Without a name they were so, too.
  const nameless = waitingOf("Rotary Die Cutter 2 of the northern hall of conversion, beside");
  expect(readText(await show({ ...long, fleet: nameless }), " ").replaceAll(/\s+/g, " ")).toMatch(
    /2 alarms 1 had not been ready for 2 min 8 /,
  );
  // Behind the age, where that leaves the words of who needs a person their length.
  expect(await said("Rotary Die Cutter 2", "en", { 1: { alarms: 2, overdue: 0 } })).toMatch(
    /2 alarms Rotary Die Cutter 2 had not been ready for 2 min Oldest data is 17 s old 1 of 2 was running/,
  );
});

it("names the one machine that stands on no slide, so that what is counted at it can be found", async () => {
  const leftOut = { off: 1, silent: 0, unheard: 0, unread: 0, unknown: 0 };
  const said = async (props: Parameters<typeof show>[0], locale: "en" | "es" = "en") =>
    readText(await show({ leftOut, onlyOne: "Troqueladora 4", ...props }, locale));
  expect(await said({})).toContain("Troqueladora 4 off, not shown");
  expect(await said({}, "es")).toContain("Troqueladora 4 apagada, sin mostrar");
  expect(await said({ leftOut: { ...leftOut, off: 0, silent: 1 } })).toContain(
    "Troqueladora 4 silent, not shown",
  );
  expect(
    await said({ onlyOne: "A machine of so long a name that no line has room for it" }),
  ).toContain("1 off, not shown");
});

it("counts alarms that were not read again yet as of before", async () => {
  const counts = { 1: { alarms: 2, overdue: 0 } };
  const of = (areAlarmsOld: boolean) => show({ counts, areAlarmsOld });
  expect(await of(true)).toMatch(/<span class="[^"]*\bstale\b[^"]*">2 alarms</);
  expect(await of(false)).not.toMatch(/\bstale\b/);
});

it("counts alarms in red only where one of them is critical or high", async () => {
  const counts = { 1: { alarms: 2, overdue: 0 } };
  const of = (hasUrgent: boolean) => show({ counts, hasUrgent });
  expect(await of(true)).toMatch(/<span class="[^"]*text-alarm[^"]*">2 alarms</);
  expect(await of(false)).toMatch(/<span class="font-semibold text-ink">2 alarms</);
});
