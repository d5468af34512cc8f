import { expect, it } from "vitest";
import { isTextMetric, readValue } from "./values.ts";

const read = (field: unknown, { isText = false, comma = false } = {}) => {
  const answer = readValue(field, isText, comma);
  return "fault" in answer ? answer.fault : answer.value;
};

it.each([
  ["181.5", 181.5],
  [" -1e3 ", -1000],
  [".5", 0.5],
  ["+7", 7],
  ["1e400", "bad_value"],
  ["true", true],
  ["FALSE", false],
  ["", null],
  [" ", null],
  ["NaN", null],
  ["NULL", null],
  ["running", "running"],
  ["12 rpm", "12 rpm"],
  ["0x10", "0x10"],
  ["1,5", "1,5"],
  [null, null],
  [undefined, null],
  [7n, 7],
  [2n ** 60n + 1n, "bad_value"],
  [Number.NaN, null],
  [Infinity, "bad_value"],
  [true, true],
  [{}, "bad_value"],
])("the field %s is %s", (field, value) => expect(read(field)).toBe(value));

it("a text stays as it is, and a comma is a decimal's where columns are parted by something else", () => {
  expect(["0042", "null", " x "].map((field) => read(field, { isText: true }))).toEqual([
    "0042",
    "null",
    " x ",
  ]);
  expect([read("1,5", { comma: true }), read("1,5,6", { comma: true })]).toEqual([1.5, "1,5,6"]);
  const isText = (metric: string, isTyped = false) =>
    isTextMetric(metric, new Set(["serial"]), isTyped);
  expect([
    isText("kiwiplan_order_number"),
    isText("serial"),
    isText("machine_speed"),
    isText("other"),
  ]).toEqual([true, true, false, false]);
  expect([isText("machine_speed", true), isText("other", true)]).toEqual([false, true]);
});
