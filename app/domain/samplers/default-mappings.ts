/** What a machine of a make usually has mapped: its controller's names for what Helios knows. */
import type { Make } from "#app/domain/access/types.ts";
import { controllerOf, type Controller } from "./controllers.ts";
import { parseMachineKey } from "./machine-key.ts";
import { sectionsOf, type Section } from "./sections.ts";

export type DefaultMapping = {
  machineKey: string;
  humanKey: string;
  /** Of a telemetry type that such a controller reports, or that every sampler has. */
  typeName: string;
  primarySection: Section | null;
};

type Entry = {
  human: string;
  section: Section | null;
  type: "BOOL" | "DINT" | "REAL" | "STRING";
} & Record<Controller, string>;
const entry = (
  human: string,
  type: Entry["type"],
  section: Section | null,
  [logix, s7, plain]: readonly [logix: string, s7: string, plain: string],
): Entry => ({ human, type, section, logix, s7, plain });

const ENTRIES: readonly Entry[] = [
  entry("machine_state", "DINT", null, ["MachineState", "DB10.State", "STATE"]),
  entry("machine_speed", "REAL", null, ["MainDrive.Speed", "DB10.Speed", "SPEED_RPM"]),
  entry("sheet_count", "DINT", null, ["SheetCounter.ACC", "DB10.Sheets", "SHEETS"]),
  entry("e_stop_pressed", "BOOL", null, ["SafetyStatus|0", "DB1.Safety|0", "ESTOP"]),
  entry("jam_detected", "BOOL", null, ["SafetyStatus|3", "DB1.Safety|3", "JAM"]),
  entry("drives_ready", "BOOL", null, ["DriveStatus|0", "DB1.Drives|0", "DRIVES_OK"]),
  entry("setup_in_progress", "BOOL", null, ["SetupActive", "DB10.Setup", "SETUP"]),
  entry("sheet_size", "REAL", null, ["Order.SheetSize", "DB20.SheetSize", "SHEET_FT2"]),
  entry("single_feed_on", "BOOL", "feeder", ["Feeder.SingleFeed", "DB30.Single", "SINGLE_FEED"]),
  entry("number_of_single_sheet_feeds", "DINT", "feeder", [
    "Feeder.SingleFeeds",
    "DB30.Singles",
    "SINGLE_FEEDS",
  ]),
  entry("side_guide_left", "REAL", "feeder", ["SideGuide[0]", "DB30.Guide[0]", "GUIDE_L"]),
  entry("side_guide_right", "REAL", "feeder", ["SideGuide[1]", "DB30.Guide[1]", "GUIDE_R"]),
  entry("backstop", "REAL", "feeder", ["Backstop.Position", "DB30.Backstop", "BACKSTOP"]),
  ...[1, 2, 3, 4].map((unit) =>
    entry(`print_${unit}_status`, "DINT", "printing", [
      `PrintUnit[${unit - 1}]`,
      `DB4${unit}.Status`,
      `PRINT${unit}_ST`,
    ]),
  ),
  ...[1, 2, 3, 4].map((unit) =>
    entry(`pump_strokes_${unit}`, "DINT", "printing", [
      `PumpStrokes[${unit - 1}]`,
      `DB4${unit}.Strokes`,
      `PUMP${unit}`,
    ]),
  ),
  entry("wash_requested", "BOOL", "printing", ["WashRequest", "DB40.Wash", "WASH"]),
  entry("anvil_impression", "REAL", "die cutting", ["Anvil.Impression", "DB50.Imp", "ANVIL_IMP"]),
  entry("anvil_thickness", "REAL", "die cutting", ["Anvil.Thickness", "DB50.Thk", "ANVIL_THK"]),
  entry("grinder_status", "DINT", "die cutting", ["Grinder.Status", "DB50.Grinder", "GRINDER"]),
  entry("counter_ejector_speed_diff_percentage", "REAL", "counter ejector", [
    "CounterEjector.SpeedDiff",
    "DB60.Diff",
    "CE_DIFF",
  ]),
];

/** What a plant's controller may hold besides, without a place in the registry of metrics. */
const PLANT_ENTRIES: readonly Entry[] = [
  entry("main_drive_load_percent", "REAL", null, ["MainDrive.Load", "DB10.Load", "DRIVE_LOAD"]),
  entry("main_motor_temp_f", "REAL", null, ["MainDrive.Temperature", "DB10.MotorTemp", "MOTOR_T"]),
  entry("bearing_temp_1_f", "REAL", null, ["BearingTemp[0]", "DB11_Bearing[0]", "BEARING1_T"]),
  entry("bearing_temp_2_f", "REAL", null, ["BearingTemp[1]", "DB11_Bearing[1]", "BEARING2_T"]),
  entry("dryer_temp_f", "REAL", null, ["Dryer.Temperature", "DB70.Temp", "DRYER_T"]),
];

/** By make; of sections that its machines do not have, nothing. */
export const defaultMappingsOf = (make: Make): readonly DefaultMapping[] =>
  mappingsOf(ENTRIES, make);

/** The default mappings, and what else the demo's plants map or could map. */
export const plantMappingsOf = (make: Make): readonly DefaultMapping[] =>
  mappingsOf([...ENTRIES, ...PLANT_ENTRIES], make);

function mappingsOf(entries: readonly Entry[], make: Make): DefaultMapping[] {
  const sections = new Set(sectionsOf(make));
  const controller = controllerOf(make);
  return entries
    .filter(({ section }) => section === null || sections.has(section))
    .map((each) => ({
      machineKey: each[controller],
      humanKey: each.human,
      typeName: typeNameOf(each[controller], each.type, controller),
      primarySection: each.section,
    }));
}

const S7_NAMES: Record<Entry["type"], string> = {
  BOOL: "Bool",
  DINT: "DInt",
  REAL: "LReal",
  STRING: "String[32]",
};

/** Tags that are a structure or an array. */
const TYPE_OF_PARENT: Readonly<Record<string, string>> = {
  ...{ MainDrive: "udtDrive", SheetCounter: "COUNTER", Order: "udtOrder", Feeder: "udtFeeder" },
  ...{ Backstop: "udtAxis", Anvil: "udtAnvil", Grinder: "udtGrinder", Dryer: "udtDryer" },
  ...{ CounterEjector: "udtEjector", SideGuide: "REAL_ARRAY", BearingTemp: "REAL_ARRAY" },
  ...{ PrintUnit: "DINT_ARRAY", PumpStrokes: "DINT_ARRAY" },
  ...{ DB1: "DB_Safety", DB10: "DB_Machine", DB20: "DB_Order", DB70: "DB_Dryer" },
  DB11_Bearing: "LReal[8]",
};

/** Of a bit alone: the whole number that it is taken of. */
function typeNameOf(machineKey: string, type: Entry["type"], controller: Controller): string {
  const key = parseMachineKey(machineKey);
  const own = (key?.bit ?? null) === null ? type : "DINT";
  return TYPE_OF_PARENT[key?.parent ?? ""] ?? (controller === "s7" ? S7_NAMES[own] : own);
}
