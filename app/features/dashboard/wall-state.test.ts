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
  /** How old it is as large as the word, smaller, or smaller in two lines; for how long it lasts as large, or smaller. */
  const layoutIn = (html: string): string =>
    html.includes("\n") ? "two lines" : html.includes("wall-old-age") ? "smaller" : "as large";
  const STATES = ["off", "running", "ready_to_run", "running_and_feeding"];

  it("that age is smaller behind it, in one place in all rows of a wall, so that growing old moves nothing", async () => {
    for (const isSharing of [false, true])
      for (const state of STATES) {
        expect(layoutIn(await drawn(state, true, "en", isSharing))).toBe("smaller");
        expect(layoutIn(await drawn(state, true, "es", isSharing))).toBe("two lines");
        const old = await drawn(state, true, "es", isSharing);
        expect(old).toContain(">datos de\u00a0hace\n20\u00a0s<");
        expect(old).toContain("lg:landscape:flex-nowrap");
      }
  });

  it("for how long it lasts is smaller in all rows where a word of the language needs the room", async () => {
    const states = [
      { timeMs: NOW_MS - 90 * MINUTE_MS, code: 1 },
      { timeMs: NOW_MS - 47 * MINUTE_MS, code: toStateCode("running") },
    ];
    const running = { ...readings, machine_state: reading("running") };
    const lasting = async (locale: "en" | "es", isSharing: boolean) =>
      /<span class="([^"]*)">47 min</.exec(
        await drawRow(running, false, 0, locale, "Corrugator", { states, isSharing }),
      )![1];
    expect(await lasting("es", false)).toContain("text-[0.8em]");
    expect(await lasting("es", true)).not.toContain("text-[0.8em]");
    expect(await lasting("en", false)).not.toContain("text-[0.8em]");
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
