/** Where a row's words stand: how old its data is, for how long its state lasts, and its plant. */
import { expect, it } from "vitest";
import { MINUTE_MS } from "#app/domain/durations.ts";
import { MACHINE_STATES, toStateCode } from "#app/domain/metrics/states.ts";
import { MOST_AGE_LETTERS, MOST_STATE_LETTERS } from "./wall-state.tsx";
import { drawRow, NOW_MS, reading, readings } from "#tests/wall-row.tsx";

const LOCALES = ["en", "es"] as const;

it("how old data is has the room behind each state, and for how long a state lasts as large as its word", async () => {
  for (const locale of LOCALES)
    for (const state of MACHINE_STATES) {
      const held = { ...readings, machine_state: reading(state) };
      const html = await drawRow(held, true, 0, locale);
      const [, word, age] =
        /<span[^>]*proportional-nums[^>]*>([^<]*)<\/span><span[^>]*wall-old-age[^>]*>([^<]*)</.exec(
          html,
        )!;
      expect(word!.length).toBeLessThanOrEqual(MOST_STATE_LETTERS);
      expect(age!.replace(/\d+/, "119").length).toBeLessThanOrEqual(MOST_AGE_LETTERS);
    }
});

it("for how long a state lasts stands beside it while the data is young, as large in each language", async () => {
  const states = [
    { timeMs: NOW_MS - 90 * MINUTE_MS, code: 1 },
    { timeMs: NOW_MS - 47 * MINUTE_MS, code: toStateCode("running") },
  ];
  const running = { ...readings, machine_state: reading("running") };
  for (const isSharing of [false, true])
    for (const locale of LOCALES) {
      const at = (isOld: boolean) =>
        drawRow(running, isOld, 0, locale, "Corrugator", { states, isSharing });
      expect(/<span class="([^"]*)">47 min</.exec(await at(false))![1]).not.toContain("text-[");
      const old = await at(true);
      expect(old).not.toContain(">47 min<");
      expect(old).toMatch(/<span[^>]*wall-old-age[^>]*>d/);
    }
});

it("how old a state is is written smaller than how long it lasts, and as small in all rows", async () => {
  const ages = [
    await drawRow(readings, true),
    await drawRow(readings, true, 0, "en", "Corrugator", { isSharing: true }),
    await drawRow({ ...readings, machine_state: reading("ready_to_run") }, true, 0, "es"),
  ];
  for (const html of ages) expect(html).toMatch(/<span class="[^"]*wall-old-age[^"]*">dat[ao]/);
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
