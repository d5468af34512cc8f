/** Where a row's words stand: how old its data is, for how long its state lasts, and its plant. */
import { describe, expect, it } from "vitest";
import { MINUTE_MS } from "#app/domain/durations.ts";
import { toStateCode } from "#app/domain/metrics/states.ts";
import { drawRow, NOW_MS, reading, readings } from "#tests/wall-row.tsx";

describe("where a state leaves no room for the longest age of its data", () => {
  const drawn = (state: string, isWallOld: boolean, locale: "en" | "es", isSharing = false) =>
    drawRow({ ...readings, machine_state: reading(state) }, isWallOld, 0, locale, "Corrugator", {
      isSharing,
    });
  const layoutIn = (html: string) =>
    /wall-(?:trails|line-low)/.test(html)
      ? "trails"
      : html.includes("basis-full")
        ? "below"
        : "beside";
  const layouts = async (state: string, locale: "en" | "es", isSharing = false) => [
    layoutIn(await drawn(state, false, locale, isSharing)),
    layoutIn(await drawn(state, true, locale, isSharing)),
  ];

  it("that age is smaller behind it, so that growing old moves nothing", async () => {
    expect(await layouts("running", "en")).toEqual(["trails", "trails"]);
    expect(await layouts("ready_to_run", "en")).toEqual(["trails", "trails"]);
    expect(await layouts("running_and_feeding", "en")).toEqual(["trails", "trails"]);
    expect(await layouts("running", "es")).toEqual(["trails", "trails"]);
    expect(await layouts("running_and_feeding", "es")).toEqual(["trails", "trails"]);
    expect(await layouts("not_ready", "es")).toEqual(["trails", "trails"]);
  });

  it("for how long it lasts stands beside it while the data is young", async () => {
    const states = [
      { timeMs: NOW_MS - 90 * MINUTE_MS, code: 1 },
      { timeMs: NOW_MS - 47 * MINUTE_MS, code: toStateCode("running") },
    ];
    const running = { ...readings, machine_state: reading("running") };
    const at = (isOld: boolean) => drawRow(running, isOld, 0, "en", "Corrugator", { states });
    expect(await at(false)).toMatch(
      />Running empty<\/span><span[^>]*>47 min<\/span><span[^>]*wall-line-low/,
    );
    const old = await at(true);
    expect(old).not.toContain(">47 min<");
    expect(old).toMatch(/>Running empty<\/span><span[^>]*wall-trails[^>]*>data/);
  });

  it("each age has a line of its own where a longer word has no room for either, and in half a row", async () => {
    expect(await layouts("ready_to_run", "es")).toEqual(["below", "below"]);
    expect(await layouts("running", "en", true)).toEqual(["below", "below"]);
  });
});

it("how old a state is is written smaller than how long it lasts, in a place of its own behind the word", async () => {
  const html = await drawRow(readings, true);
  expect(html).toMatch(/<span class="text-alarm wall-trails">data\u00a020\u00a0s\u00a0old</);
});

it("a row whose state has two lines can say its plant beside the second one, and says it once", async () => {
  const held = { ...readings, machine_state: reading("ready_to_run") };
  const partsOf = async (name: string, hasPlace: boolean, isSharing = false) => {
    const html = await drawRow(held, false, 0, "es", name, { hasPlace, isSharing });
    return [...html.matchAll(/wall-(?:place|crowded)[\w-]*/g)].map(([part]) => part);
  };
  const long = "Rotary Die Cutter 2 of the eastern hall";
  const smaller = "wall-crowded-whole";
  const whole = [smaller, "wall-place-above-whole", smaller, "wall-place-beside-whole"];
  expect(await partsOf("Corrugator", true)).toEqual(whole);
  expect(await partsOf(long, true)).toEqual(whole);
  const hung = await drawRow(readings, false, 0, "es", "Corrugator", { hasPlace: true });
  expect(hung).toContain("wall-place-above-trailing");
  expect(hung).toContain("wall-line-low");
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
