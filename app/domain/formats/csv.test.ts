import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { csvField, csvLine } from "./csv.ts";

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
});
