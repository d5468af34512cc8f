import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { csvField, csvLine, withoutApostrophes } from "./csv.ts";

describe("a line of CSV", () => {
  it("is read back as it was written", () => {
    const values = ['a "quoted" name', "two\nlines", "comma, here", " edges ", "", "año", "x\r\ny"];
    expect(parse(csvLine(values))).toEqual([values]);
  });

  it("runs nothing in a spreadsheet, and leaves numbers numbers", () => {
    for (const text of [
      "=1+1",
      "+1",
      "-1",
      "@SUM(A1)",
      "\tx",
      "\rx",
      "\n=1",
      "＝1",
      "＋1",
      "－1",
      "＠A1",
    ])
      expect(parse(csvLine([text]), { trim: false })).toEqual([[`'${text}`]]);
    expect([csvField(-1.5), csvField(1e21), csvField(true), csvField(null)]).toEqual([
      "-1.5",
      "1e+21",
      "true",
      "",
    ]);
  });

  it("begins no formula within a text where semicolons or tabs separate", () => {
    const texts = ["a;=1+1;b", "a\t@SUM(A1)", 'ns=2;s="x";-1', ";＝1", "a; b", "a;b=1", "=1;=2"];
    for (const text of texts) {
      const line = csvLine(["x", text]);
      for (const cell of line.split(/[;\t]/)) expect(cell).not.toMatch(/^[=+\-@＝＋－＠]/);
      const [[, read = ""] = []] = parse(line) as string[][];
      expect(withoutApostrophes(read)).toBe(text);
    }
    expect(csvLine(["a; b"])).toBe("a; b\r\n");
  });
});
