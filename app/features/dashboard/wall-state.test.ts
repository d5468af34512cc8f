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
    html.includes("lg:landscape:flex-nowrap")
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
    expect(await at(false)).toMatch(/>Running empty<\/span><span[^>]*>47 min<\/span><\/p>/);
    const old = await at(true);
    expect(old).not.toContain(">47 min<");
    expect(old).toMatch(/>Running empty<\/span><span[^>]*wall-old-age[^>]*>data/);
  });

  it("each age has a line of its own where a longer word has no room for either; half a row has room for all", async () => {
    expect(await layouts("ready_to_run", "es")).toEqual(["below", "below"]);
    for (const state of ["off", "running", "ready_to_run", "running_and_feeding"])
      for (const locale of ["en", "es"] as const)
        expect(await layouts(state, locale, true)).toEqual(["trails", "trails"]);
  });
});

it("how old a state is is written smaller than how long it lasts, and as small in all rows", async () => {
  const ages = [
    await drawRow(readings, true),
    await drawRow(readings, true, 0, "en", "Corrugator", { isSharing: true }),
    await drawRow({ ...readings, machine_state: reading("ready_to_run") }, true, 0, "es"),
  ];
  for (const html of ages) expect(html).toMatch(/<span class="[^"]*wall-old-age[^"]*">dat/);
});

it("a row says its name, its state with how long it lasts, and its plant, in this order wherever it stands", async () => {
  for (const isSharing of [false, true])
    for (const state of ["running", "ready_to_run"]) {
      const held = { ...readings, machine_state: reading(state) };
      const html = await drawRow(held, false, 0, "es", "Corrugator", { hasPlace: true, isSharing });
      const places = ["Corrugator", `data-state="${state}"`, "Sin instalación"];
      const at = places.map((text) => html.indexOf(text));
      expect(at).toEqual(at.toSorted((a, b) => a - b));
      expect(Math.min(...at)).toBeGreaterThan(0);
    }
});
