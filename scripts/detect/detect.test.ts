import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { judgeSeries } from "./judge-series.ts";
import { parseValue, planColumns, readSeries } from "./read-series.ts";
import { writeFlags } from "./write-flags.ts";

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "detect-"))));
afterEach(() => rmSync(folder, { recursive: true }));

const write = (lines: readonly string[]): string => {
  const path = join(folder, "in.csv");
  writeFileSync(path, `${lines.join("\n")}\n`);
  return path;
};
/** Three days of minutes around 20 with one spike. */
const ROWS = 4_320;
const SPIKE = 4_000;
const valueAt = (row: number): number =>
  20 + ((row * 7_919) % 1_000) / 500 + (row === SPIKE ? 60 : 0);
const isoAt = (row: number): string => new Date(Date.UTC(2026, 2, 2) + row * 60_000).toISOString();

describe("npm run detect", () => {
  it("writes time, value, lower, upper, flag and score for each row, and flags the spike alone", async () => {
    const rows = Array.from({ length: ROWS }, (_, row) => `${isoAt(row)},${valueAt(row)}`);
    const series = await readSeries(write(["time,value", ...rows]));
    const out = join(folder, "out.csv");
    expect(await writeFlags(series, judgeSeries(series), out, {})).toMatchObject({ flags: 1 });
    const [header, ...lines] = readFileSync(out, "utf8").trimEnd().split("\n");
    expect(header).toBe("time,value,lower,upper,flag,score");
    expect(lines).toHaveLength(ROWS);
    const [time, value, lower, upper, flag, score] = lines[SPIKE]!.split(",");
    expect([time, Number(value), flag]).toEqual([isoAt(SPIKE), valueAt(SPIKE), "1"]);
    expect(Number(lower)).toBeLessThan(20);
    expect(Number(upper)).toBeLessThan(60);
    expect(Number(score)).toBeGreaterThan(5);
  });

  it("says why in the language asked for", async () => {
    const rows = Array.from({ length: ROWS }, (_, row) => `${isoAt(row)},${valueAt(row)},running`);
    const series = await readSeries(write(["time,value,state", ...rows]));
    const out = join(folder, "out.csv");
    await writeFlags(series, judgeSeries(series), out, { language: "es", unit: "mm/s" });
    const line = readFileSync(out, "utf8").split("\n")[SPIKE + 1]!;
    expect(line).toContain("mm/s, se esperaba de");
    expect(line).toContain("en estado «running» desde el lunes");
  });

  it("judges rows in the order of their times, and writes them in the file's", async () => {
    const rows = Array.from({ length: ROWS }, (_, row) => `${isoAt(row)},${valueAt(row)}`);
    const sorted = await readSeries(write(["time,value", ...rows]));
    const straight = judgeSeries(sorted);
    const turned = judgeSeries(await readSeries(write(["time,value", ...rows.reverse()])));
    expect(turned.reverse()).toEqual(straight);
  });

  it("takes epochs, rows without a value and another delimiter", async () => {
    const series = await readSeries(
      write(["timestamp;value", "1772409600;1,5", "1772409660;", "1772409720000;null"]),
    );
    expect([...series.timesMs]).toEqual([1_772_409_600_000, 1_772_409_660_000, 1_772_409_720_000]);
    expect(series).toMatchObject({ values: Float64Array.of(1.5, NaN, NaN), missing: 2 });
    expect(judgeSeries(series)[1]).toBeNull();
  });

  it("names what is wrong with a file", async () => {
    await expect(readSeries(join(folder, "none.csv"))).rejects.toThrow("There is no file");
    await expect(readSeries(write(["time,value", "soon,1"]))).rejects.toThrow('"soon" is no time');
    await expect(
      readSeries(write(["2026-01-01T00:00:00Z,1", "2026-01-01T00:01:00Z,2"])),
    ).rejects.toThrow("has no header");
    await expect(readSeries(write(["time,speed", "1772409600,fast"]))).rejects.toThrow(
      'no row with a number in the column "speed"',
    );
    expect(() => planColumns(["a", "b", "c", "d"])).toThrow("needs the columns time and value");
  });

  it("takes a file without rows, of one row, and with CRLF and blank lines", async () => {
    expect((await readSeries(write(["time,value"]))).timesMs).toHaveLength(0);
    expect((await readSeries(write(["time,value", "1772409600,3"]))).values).toEqual(
      Float64Array.of(3),
    );
    const series = await readSeries(
      write(["value,time\r", "3,1772409600\r", "\r", "4,1772409660\r"]),
    );
    expect([...series.values]).toEqual([3, 4]);
  });

  it("finds the columns by name, else by place", () => {
    expect(planColumns(["state", "Value", "Time"])).toEqual({ time: 2, value: 1, state: 0 });
    expect(planColumns(["when", "mm/s"])).toEqual({ time: 0, value: 1, state: null });
    expect(parseValue("true", false)).toBe(1);
  });
});
