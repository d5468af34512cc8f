import { describe, expect, it } from "vitest";
import { MAKES } from "#app/domain/access/types.ts";
import { METRIC_WORDS } from "#app/domain/metrics/metric-words.ts";
import { glossary as spanish } from "#app/locales/es/glossary.ts";
import { defaultMeasures, measureOfTag } from "./default-measures.ts";
import { unitText, valueText } from "./measure-value.ts";
import { ownWords, shownWords, withoutOwnWords } from "./own-words.ts";
import type { Encoding, MeasureType } from "./types.ts";

const formats = {
  number: (value: number, decimals: number) => value.toFixed(decimals),
  duration: (seconds: number) => `${seconds} s in words`,
};
const read = (
  type: MeasureType,
  value: number | string | null,
  { precision = 3, encoding = [] as Encoding, humanKey = "belt_f" } = {},
) => valueText({ humanKey, type, precision, encoding }, value, formats);

describe("a measure's value", () => {
  const codes = [
    { from: "1", to: "On" },
    { from: "auto", to: "By itself" },
  ];
  it.each([
    ["nothing", read("float", null), "--"],
    ["a number with its decimals", read("float", 1.5), "1.500"],
    ["a number of none", read("float", 1.5, { precision: 0 }), "2"],
    ["text where a number was expected", read("float", "n/a"), "n/a"],
    ["a percentage", read("percentage", 87.26, { precision: 1 }), "87.3"],
    [
      "a fraction as percent",
      read("percentage", 1.04, { precision: 0, humanKey: "operating_productivity" }),
      "104",
    ],
    ["seconds", read("seconds", 90), "90 s in words"],
    ["a code", read("encoded", 1, { encoding: codes }), "On"],
    ["a code that is a word", read("encoded", "auto", { encoding: codes }), "By itself"],
    ["a code as text", read("encoded", "1", { encoding: codes }), "On"],
    ["a code without a word", read("encoded", 7, { encoding: codes }), "7"],
    ["what is sent, as it is", read("passthrough", 10_000), "10000"],
    ["what is sent, without noise", read("passthrough", 0.1 + 0.2), "0.3"],
    ["text as it is", read("passthrough", " A-17 "), " A-17 "],
  ])("%s", (_what, text, expected) => {
    expect(text).toBe(expected);
  });

  it("of the machine's state is read by number and by word", () => {
    const { encoding } = ownWords(METRIC_WORDS, "machine_state");
    for (const value of [3, "running"])
      expect(read("encoded", value, { encoding, humanKey: "machine_state" })).toBe("Running empty");
  });

  it("has a unit where the words do not carry it", () => {
    expect(unitText("percentage", "")).toBe("%");
    expect(unitText("float", "in")).toBe("in");
    expect(unitText("seconds", "s")).toBe("");
    expect(unitText("encoded", "in")).toBe("");
  });
});

describe("a metric's own words", () => {
  const words = (language: typeof METRIC_WORDS | typeof spanish) =>
    ownWords(language, "print_1_status");
  const nobodys = { title: null, units: null, encoding: null };

  it("sent back in either language are nobody's", () => {
    for (const language of [METRIC_WORDS, spanish])
      expect(withoutOwnWords([METRIC_WORDS, spanish], "print_1_status", words(language))).toEqual(
        nobodys,
      );
    expect(
      withoutOwnWords([METRIC_WORDS], "print_1_status", {
        ...words(METRIC_WORDS),
        title: "Unit A",
      }),
    ).toEqual({ ...nobodys, title: "Unit A" });
  });

  it("stand where nobody chose others, in the reader's language", () => {
    const measure = { humanKey: "print_1_status", ...nobodys };
    expect(shownWords(spanish, measure).title).toBe("Unidad de impresión 1");
    expect(shownWords(spanish, { ...measure, title: "Unit A" }).title).toBe("Unit A");
    const tag = { ...measure, humanKey: "bearing_temp_1_f" };
    expect(shownWords({ ...spanish, language: "es" }, tag)).toEqual({
      title: "Temperatura de rodamiento 1",
      units: "°F",
      encoding: [],
    });
    expect(shownWords(METRIC_WORDS, tag).title).toBe("Bearing temperature 1");
    expect(shownWords(METRIC_WORDS, { ...measure, humanKey: "gizmo_temp_1_f" })).toEqual({
      title: "Gizmo temp 1 f",
      units: "",
      encoding: [],
    });
  });
});

describe("defaults", () => {
  it.each(MAKES)("of %s name each tag once, with decimals that may be shown", (make) => {
    const all = defaultMeasures(make);
    expect(new Set(all.map(({ humanKey }) => humanKey)).size).toBe(all.length);
    expect(all.length).toBeGreaterThan(20);
    expect(all.every(({ precision }) => precision >= 0 && precision <= 4)).toBe(true);
    for (const { humanKey, type } of all)
      if (type === "encoded") expect(ownWords(METRIC_WORDS, humanKey).encoding).not.toEqual([]);
  });

  it("of a tag without a card are those of its metric, or what is sent", () => {
    expect(measureOfTag("print_1_status")).toMatchObject({ type: "encoded" });
    expect(measureOfTag("bearing_temp_1_f")).toMatchObject({ type: "passthrough", title: null });
  });
});
