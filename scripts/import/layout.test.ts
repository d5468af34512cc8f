import { describe, expect, it } from "vitest";
import { parseMapping, planLayout } from "./layout.ts";

const plan = (header: string, map = "", timeColumn = "time") => {
  try {
    return planLayout(header.split(","), { timeColumn, mapping: parseMapping(map) });
  } catch (error) {
    return (error as Error).message;
  }
};

describe("the columns of a file", () => {
  it("are wide: a time and a column per metric, mapped, left out, or under their own name", () => {
    expect(plan("speed,time,count,note", "speed=machine_speed,note=")).toEqual({
      kind: "wide",
      time: 1,
      metrics: [
        { column: 0, metric: "machine_speed" },
        { column: 2, metric: "count" },
      ],
    });
  });

  it("are long: a time, a metric and a value, in any order and case", () => {
    expect(plan("Value,TIME,Metric")).toEqual({ kind: "long", time: 1, metric: 2, value: 0 });
    expect(plan("ts,tag,value", "", "ts")).toEqual({ kind: "long", time: 0, metric: 1, value: 2 });
    expect(plan("time,metric,value,unit")).toMatchObject({ kind: "wide" });
  });

  it.each([
    [
      "stamp,a",
      "",
      'The file has no column "time"; it has "stamp", "a". Name the column of times with --time-column.',
    ],
    ["time", "", 'The file has no column besides "time".'],
    ["time,a", "b=c", '--map names "b", which the file does not have; it has "time", "a".'],
    ["time,a,a", "", 'Two columns of the file are the metric "a".'],
    ["time,a,b", "b=a", 'Two columns of the file are the metric "a".'],
    [
      "time,a,",
      "",
      "Column 3 of the file has no name; give it one with --map, or leave it out with --map = .",
    ],
    ["time,a", "a", '--map takes column=metric,…; "a" is not that.'],
    ["time,a", "a=b,a=c", '--map names the column "a" twice.'],
  ])("%s with --map %s: %s", (header, map, message) => expect(plan(header, map)).toBe(message));
});
