import { expect, it } from "vitest";
import { defaultMappingsOf } from "./default-mappings.ts";
import { parseMachineKey } from "./machine-key.ts";
import { isHumanKey } from "./mapping-rules.ts";
import { isSection } from "./sections.ts";
import {
  MAX_IN_USE,
  MAX_SUGGESTIONS,
  nameTags,
  suggestTags,
  tagFits,
  wordsOf,
} from "./suggest-tags.ts";

const NONE = new Set<string>();
const isFree = () => false;
const known = [
  { machineKey: "MainDrive.Speed", humanKey: "machine_speed", machines: 3 },
  { machineKey: "Aux.Speed", humanKey: "fan_speed", machines: 1 },
  { machineKey: "MainDrive.Speed", humanKey: "drive_speed", machines: 1 },
];

it.each([
  ["MainDrive.Speed_RPM[2]", ["main", "drive", "speed", "rpm", "2"]],
  ["PUMP2", ["pump", "2"]],
  ["DB41.Strokes|3", ["db", "41", "strokes", "3"]],
  ["Presión", ["presión"]],
  ["", []],
])("the words of %s", (key, words) => {
  expect(wordsOf(key)).toEqual(words);
});

it("the same machine key comes first, what most machines call it before the rest", () => {
  expect(suggestTags("MainDrive.Speed", known, [], isFree).free).toEqual([
    "machine_speed",
    "drive_speed",
    "fan_speed",
  ]);
});

it("a name that Helios knows fits by its words, and one that is taken is not offered", () => {
  const ask = (taken: string[]) =>
    suggestTags("SheetCount", [], ["sheet_count", "sheet_size"], (key) => taken.includes(key));
  expect(ask([])).toEqual({ free: ["sheet_count", "sheet_size"], inUse: [] });
  expect(ask(["sheet_count"])).toEqual({ free: ["sheet_size"], inUse: ["sheet_count"] });
  // What is free fits better.
  expect(ask(["sheet_size"])).toEqual({ free: ["sheet_count"], inUse: [] });
  expect(ask(["sheet_size", "sheet_count"])).toEqual({ free: [], inUse: ["sheet_count"] });
});

it("a figure alone is no likeness, and nothing in common is no suggestion", () => {
  const nothing = { free: [], inUse: [] };
  expect(suggestTags("Pump_2", [], ["print_2_status"], isFree)).toEqual(nothing);
  expect(suggestTags("X", known, ["sheet_count"], () => true)).toEqual(nothing);
});

it("offers ten at most, and says three at most that are in use", () => {
  const names = Array.from({ length: 30 }, (_, n) => `speed_${String.fromCharCode(97 + n)}`);
  expect(suggestTags("Speed", [], names, isFree).free).toHaveLength(MAX_SUGGESTIONS);
  expect(suggestTags("Speed", [], names, () => true).inUse).toHaveLength(MAX_IN_USE);
});

const defaults = defaultMappingsOf("Sun").map((row) => ({ ...row, machines: 0 }));
const registry = ["machine_speed", "sheet_count", "sheet_size", "kiwiplan_die_number"];
const nameAll = (keys: string[], taken = NONE) =>
  Object.fromEntries(nameTags(keys, tagFits(defaults, registry), taken, () => undefined));

it("names many tags by the same machine key first, whatever their order", () => {
  const keys = ["Folder.BeltSpeed", "MainDrive.Speed", "Ejector.Count", "SheetCounter.ACC"];
  const expected = {
    "Folder.BeltSpeed": "folder_belt_speed",
    "MainDrive.Speed": "machine_speed",
    "Ejector.Count": "ejector_count",
    "SheetCounter.ACC": "sheet_count",
  };
  expect(nameAll(keys)).toEqual(expected);
  expect(nameAll(keys.reverse())).toEqual(expected);
});

it("names a tag of which little is known by its own words, each once", () => {
  expect(nameAll(["DieCut.Register", "Oil.Temp[3]", "Presión", "OilTemp3", "%"])).toEqual({
    "DieCut.Register": "die_cut_register",
    "Oil.Temp[3]": "oil_temp_3",
    Presión: "presion",
    OilTemp3: "oil_temp_3_2",
    "%": "tag",
  });
  expect(nameAll(["Oil.Temp[3]"], new Set(["oil_temp_3"]))).toEqual({ "Oil.Temp[3]": "oil_temp_3_2" }); // prettier-ignore
  const long = nameAll([`A.${"x".repeat(100)}`, `A-${"x".repeat(100)}`]);
  expect(Object.values(long).every(isHumanKey)).toBe(true);
  expect(new Set(Object.values(long)).size).toBe(2);
});

it.each(["Sun", "LMC", "Fosber", "Ward"] as const)(
  "the default mappings of %s are mappings, each key once",
  (make) => {
    const defaults = defaultMappingsOf(make);
    expect(defaults.length).toBeGreaterThan(7);
    expect(new Set(defaults.map(({ machineKey }) => machineKey)).size).toBe(defaults.length);
    expect(new Set(defaults.map(({ humanKey }) => humanKey)).size).toBe(defaults.length);
    for (const { machineKey, humanKey, primarySection } of defaults) {
      expect(parseMachineKey(machineKey)).not.toBeNull();
      expect(isHumanKey(humanKey)).toBe(true);
      expect(primarySection === null || isSection(primarySection)).toBe(true);
    }
  },
);
