/** What is old on a wall looks old: a row when the wall says so, and a figure that alone does not come any more. */
import { describe, expect, it } from "vitest";
import { MINUTE_MS } from "#app/domain/durations.ts";
import { toStateCode } from "#app/domain/metrics/states.ts";
import type { StateChange } from "#app/domain/series/state-changes.ts";
import { LiveProvider } from "#app/live/index.ts";
import { draw, readText } from "#tests/draw.tsx";
import { FleetContext } from "./use-fleet.ts";
import { FleetStore } from "./fleet-store.ts";
import type { Reading, Readings } from "./readings.ts";
import { CARD_METRICS, type FleetMachine } from "./fleet-types.ts";
import { nameSize } from "./wall-name.ts";
import { WallRow } from "./wall-row.tsx";

const NOW_MS = Date.UTC(2026, 10, 5, 23, 7);
/** 20 s old, and by its own interval not late. */
const reading = (value: Reading["value"]): Reading => ({
  ...{ value, timeMs: NOW_MS - 20_000, adFlag: null, stale: false, ageMs: 20_000 },
});
const readings: Readings = {
  ...(Object.fromEntries(CARD_METRICS.map((metric) => [metric, reading(1)])) as Readings),
  machine_state: reading("running_and_feeding"),
  machine_speed: reading(171),
};
const show = (
  read: Readings,
  isWallOld: boolean,
  alarms = 0,
  locale: "en" | "es" = "en",
  name = "Corrugator",
  {
    hasPlace = false,
    isSharing = false,
    reachable = true,
    acknowledged = 0,
    isUrgent = true,
    states = [] as StateChange[],
  } = {},
) => {
  const machine = { id: 1, name, facility: null, reachable } as unknown as FleetMachine;
  const store = new FleetStore(new Map([[1, read]]));
  store.loadStates(NOW_MS, { 1: states });
  return draw(
    <LiveProvider nowMs={NOW_MS}>
      <FleetContext.Provider value={store}>
        <WallRow
          {...{ machine, isWallOld, readings: read, states, nowMs: NOW_MS }}
          {...{ alarms, acknowledged, isUrgent, hasPlace, isSharing, rows: 3 as const }}
        />
      </FleetContext.Provider>
    </LiveProvider>,
    locale,
  );
};

/** The bar, the figures and the strip, each dimmed as a whole. */
const dimmedParts = (html: string) => html.match(/class="[^"]*\bstale\b[^"]*"/g)?.length ?? 0;

it("a row is old as soon as the wall says that what it shows is, and says how old", async () => {
  const now = await show(readings, false);
  expect(dimmedParts(now)).toBe(0);
  expect(now).not.toContain("20\u00a0s");
  const old = await show(readings, true);
  expect(dimmedParts(old)).toBe(3);
  expect(old).toContain("20\u00a0s");
});

it("a machine whose recorder did not answer is not read, which is not to say that it never sent", async () => {
  const nothing = { ...reading(null), timeMs: null, ageMs: null, stale: true };
  const none = Object.fromEntries(CARD_METRICS.map((metric) => [metric, nothing])) as Readings;
  const said = (locale: "en" | "es", reachable: boolean) =>
    show(none, false, 0, locale, "Corrugator", { reachable });
  expect(await said("en", false)).toContain(">not loaded<");
  expect(await said("es", false)).toContain(">sin cargar<");
  expect(await said("en", true)).not.toContain("not loaded");
});

it("the bell is of before the wall grew old, as everything else, and one that waits for somebody keeps its colour", async () => {
  expect(dimmedParts(await show(readings, false, 2))).toBe(0);
  expect(await show(readings, true, 2)).toMatch(/text-alarm opacity-60"><svg/);
  const seenTo = await show(readings, true, 2, "en", "Corrugator", { acknowledged: 2 });
  expect(seenTo).toMatch(/text-ink-soft stale"><svg/);
});

it("a bell of alarms that are all acknowledged looks and reads another way than one that waits for somebody", async () => {
  const bell = (acknowledged: number, locale: "en" | "es" = "en") =>
    show(readings, false, 2, locale, "Corrugator", { acknowledged });
  for (const waiting of [await bell(0), await bell(1)]) {
    expect(waiting).toMatch(/text-alarm"><svg[^>]*lucide-bell-ring/);
    expect(waiting).toContain(">2 alarms<");
  }
  // As in the bar, a quiet alarm has no alarm's colour.
  const quiet = await show(readings, false, 2, "en", "Corrugator", { isUrgent: false });
  expect(quiet).toMatch(/text-ink"><svg[^>]*lucide-bell-ring/);
  expect(await bell(2)).toMatch(/text-ink-soft"><svg[^>]*lucide-bell-check/);
  expect(await bell(2)).toContain(">2 alarms, acknowledged<");
  expect(await bell(2, "es")).toContain(">2 alarmas, reconocidas<");
});

it("an old state's age does not read as the time since it began", async () => {
  // "Alimentando hace 20 s" would say that it began to feed then.
  expect(await show(readings, true, 0, "es")).toContain("datos de\u00a0hace\u00a020\u00a0s");
});

it("a figure that alone is late is dimmed alone", async () => {
  const late = { ...readings, machine_speed: { ...reading(171), stale: true, ageMs: 90_000 } };
  const html = await show(late, false);
  expect(dimmedParts(html)).toBe(1);
  expect(html).toMatch(/<dd class="[^"]*\bstale\b[^"]*"><span class="wall-figure">171</);
});

it("an abnormal figure has the mark and the word of one, which move nothing beside it", async () => {
  const flagged = { ...readings, machine_speed: { ...reading(171), adFlag: true } };
  const html = await show(flagged, false);
  expect(html).toMatch(/>171<\/span><span class="[^"]*text-hint[^"]*lg:absolute[^"]*"><svg[^>]*>/);
  expect(readText(html)).toContain("171abnormal");
  expect(html.match(/text-hint/g)).toHaveLength(1);
  expect(readText(await show(flagged, false, 0, "es"))).toContain("171anormal");
  expect(readText(await show(readings, false))).not.toContain("abnormal");
});

it("every mean says that it is one, and over how long", async () => {
  const labelsOf = async (locale: "en" | "es") =>
    [...(await show(readings, false, 0, locale)).matchAll(/<dt[^>]*>(.*?)<\/dt>/g)].map(
      // An upright screen has the fewer words.
      ([, label]) => readText(label!.replaceAll(/<span class="hidden [^>]*>[^<]*<\/span>/g, "")),
    );
  expect(await labelsOf("en")).toEqual([
    ...["Speed rpm", "Sheets/h, 1 min mean", "MSF/h, 1 min mean", "Uptime, 4 h"],
  ]);
  expect(await labelsOf("es")).toEqual([
    ...["Velocidad rpm", "Lám./h, media 1 min", "MSF/h, media 1 min", "Disponibilidad, 4 h"],
  ]);
});

it("a name is set smaller by no more than its line asks for, with a bell beside it too", async () => {
  const sizeOf = async (name: string, alarms: number) => {
    const html = await show(readings, false, alarms, "en", name);
    const [, size, scale] = /line-clamp-\d (wall-[\w-]+)(?: \[--wall-name-scale:([\d.]+)\])?"/.exec(
      html,
    )!;
    return [size, scale ?? "1"];
  };
  expect(await sizeOf("Corrugator", 2)).toEqual(["wall-name", "1"]);
  expect(await sizeOf("Rotary Die Cutter 2", 0)).toEqual(["wall-name", "1"]);
  expect(await sizeOf("Rotary Die Cutter 2", 2)).toEqual(["wall-name", "1"]);
  expect(await sizeOf("Rotary Die Cutter 2 East", 0)).toEqual(["wall-name", "0.9"]);
  expect(await sizeOf("Rotary Die Cutter 2 East", 2)).toEqual(["wall-name", "0.8"]);
  expect(await sizeOf("Rotary Die Cutter 2 of the eastern hall", 2)).toEqual([
    "wall-name-long",
    "1",
  ]);
});

it("a name of any length has its size by a class: in the server's page a style attribute is refused", async () => {
  for (const rows of [1, 2, 3] as const)
    for (let letters = 1; letters <= 100; letters++)
      expect(nameSize("n".repeat(letters), { rows, hasBell: false }).className).not.toContain(
        "undefined",
      );
  expect(await show(readings, false, 2, "en", "Rotary Die Cutter 2 East")).not.toContain("style=");
});

it("a name has the room of who shares the wall with it: the row's width, half of it beside the state, or a column", () => {
  const of = (letters: number, rows: 1 | 2 | 3) =>
    nameSize("n".repeat(letters), { rows, hasBell: false });
  expect(([1, 2, 3] as const).map((rows) => of(24, rows).isLong)).toEqual([false, true, true]);
  const long = ([1, 2, 3] as const).map((rows) => of(46, rows).className);
  expect(long.map((name) => name.includes("wall-name-long"))).toEqual([false, true, true]);
  expect(of(51, 2).className).toContain("line-clamp-3");
});

describe("where a state leaves no room for the longest age of its data", () => {
  const drawn = (state: string, isWallOld: boolean, locale: "en" | "es", isSharing = false) =>
    show({ ...readings, machine_state: reading(state) }, isWallOld, 0, locale, "Corrugator", {
      isSharing,
    });
  const layoutIn = (html: string) =>
    html.includes("wall-hangs") ? "hangs" : html.includes("basis-full") ? "below" : "beside";
  const layouts = async (state: string, locale: "en" | "es", isSharing = false) => [
    layoutIn(await drawn(state, false, locale, isSharing)),
    layoutIn(await drawn(state, true, locale, isSharing)),
  ];

  it("that age hangs below it, so that growing old moves nothing", async () => {
    expect(await layouts("running", "en")).toEqual(["hangs", "hangs"]);
    expect(await layouts("ready_to_run", "en")).toEqual(["hangs", "hangs"]);
    expect(await layouts("running_and_feeding", "en")).toEqual(["hangs", "hangs"]);
    expect(await layouts("running", "es")).toEqual(["hangs", "hangs"]);
    expect(await layouts("running_and_feeding", "es")).toEqual(["hangs", "hangs"]);
    expect(await layouts("not_ready", "es")).toEqual(["hangs", "hangs"]);
  });

  it("for how long it lasts stands beside it while the data is young", async () => {
    const states = [
      { timeMs: NOW_MS - 90 * MINUTE_MS, code: 1 },
      { timeMs: NOW_MS - 47 * MINUTE_MS, code: toStateCode("running") },
    ];
    const running = { ...readings, machine_state: reading("running") };
    const at = (isOld: boolean) => show(running, isOld, 0, "en", "Corrugator", { states });
    expect(await at(false)).toMatch(
      />Running empty<\/span><span[^>]*>47 min<\/span><span[^>]*hangs/,
    );
    const old = await at(true);
    expect(old).not.toContain(">47 min<");
    expect(old).toMatch(/>Running empty<\/span><span[^>]*hangs[^>]*>data/);
  });

  it("each age has a line of its own where a longer word has no room for either, and in half a row", async () => {
    expect(await layouts("ready_to_run", "es")).toEqual(["below", "below"]);
    expect(await layouts("running", "en", true)).toEqual(["below", "below"]);
  });
});

it("how old a state is is written as large as how long it lasts", async () => {
  const html = await show(readings, true);
  expect(html).toMatch(/<span class="text-alarm lg:[^"]*">data\u00a020\u00a0s\u00a0old</);
});

it("a row whose state has two lines can say its plant beside the second one, and says it once", async () => {
  const held = { ...readings, machine_state: reading("ready_to_run") };
  const partsOf = async (name: string, hasPlace: boolean, isSharing = false) => {
    const html = await show(held, false, 0, "es", name, { hasPlace, isSharing });
    return [...html.matchAll(/wall-(?:place|crowded)[\w-]*/g)].map(([part]) => part);
  };
  const long = "Rotary Die Cutter 2 of the eastern hall";
  const smaller = "wall-crowded-whole";
  const whole = [smaller, "wall-place-above-whole", smaller, "wall-place-beside-whole"];
  expect(await partsOf("Corrugator", true)).toEqual(whole);
  expect(await partsOf(long, true)).toEqual(whole);
  const hung = await show(readings, false, 0, "es", "Corrugator", { hasPlace: true });
  expect(hung).toContain("wall-place-above-hung");
  expect(hung).toContain("wall-hangs-low");
  // Half a row is never so low that what is written largest gets smaller.
  expect(await partsOf("Corrugator", true, true)).toEqual([
    "wall-place-above",
    "wall-place-beside",
  ]);
  expect(await partsOf(long, true, true)).toEqual([
    "wall-place-above-long",
    "wall-place-beside-long",
  ]);
  expect(await partsOf("Corrugator", false)).toEqual([]);
});

it("who shares a row has a name, a state and a strip, and no figures", async () => {
  const html = await show(readings, false, 0, "en", "Corrugator", { isSharing: true });
  expect(html).toContain("Corrugator");
  expect(html).toContain('data-state="running_and_feeding"');
  expect(html).not.toContain("<dl");
  expect(await show(readings, false)).toContain("<dl");
});
