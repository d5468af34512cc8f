import { expect, it } from "vitest";
import { formatMachineKey, parseMachineKey } from "./machine-key.ts";

it.each([
  ["Speed", { parent: "Speed", child: null, index: null, bit: null }],
  ["Timer1.ACC", { parent: "Timer1", child: "ACC", index: null, bit: null }],
  ["Drive[4]", { parent: "Drive", child: null, index: 4, bit: null }],
  ["Status|3", { parent: "Status", child: null, index: null, bit: 3 }],
  ["Axis.Fault[2]|31", { parent: "Axis", child: "Fault", index: 2, bit: 31 }],
  ["Program:Main.Speed", { parent: "Program:Main", child: "Speed", index: null, bit: null }],
  ["DB1.Axis.Speed", { parent: "DB1.Axis", child: "Speed", index: null, bit: null }],
  ["Speed [rpm]", { parent: "Speed [rpm]", child: null, index: null, bit: null }],
])("%s is read and written back", (text, key) => {
  expect(parseMachineKey(text)).toEqual(key);
  expect(formatMachineKey(key)).toBe(text);
});

it.each(["", " ", ".ACC", "[3]", "|2", "a\nb", "x".repeat(257)])(
  "%j has no parent tag or is no name",
  (text) => {
    expect(parseMachineKey(text)).toBeNull();
  },
);
