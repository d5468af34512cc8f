/** What a machine of a make usually has mapped: its controller's names for what Helios knows. */
import type { Make } from "#app/domain/access/types.ts";
import { sectionsOf, type Section } from "./sections.ts";

export type DefaultMapping = {
  machineKey: string;
  humanKey: string;
  /** Of a telemetry type that such a controller reports, or that every sampler has. */
  typeName: string;
  primarySection: Section | null;
};

/** How a controller names things: Rockwell's tags with members, Siemens' blocks, or one word for each. */
type Spelling = "logix" | "s7" | "plain";
const SPELLING: Record<Make, Spelling> = {
  Sun: "logix",
  Ward: "logix",
  Fosber: "s7",
  LMC: "plain",
};

type Entry = {
  human: string;
  section: Section | null;
  type: "BOOL" | "DINT" | "REAL" | "STRING";
} & Record<Spelling, string>;
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

/** By make; of sections that its machines do not have, nothing. */
export function defaultMappingsOf(make: Make): readonly DefaultMapping[] {
  const sections = new Set(sectionsOf(make));
  const spelling = SPELLING[make];
  return ENTRIES.filter(({ section }) => section === null || sections.has(section)).map((each) => ({
    machineKey: each[spelling],
    humanKey: each.human,
    typeName: typeNameOf(each[spelling], each.type, spelling),
    primarySection: each.section,
  }));
}

const S7_NAMES: Record<Entry["type"], string> = {
  BOOL: "Bool",
  DINT: "DInt",
  REAL: "LReal",
  STRING: "String[32]",
};
/** A bit is taken of a whole number; a counter's member has the counter's type. */
function typeNameOf(machineKey: string, type: Entry["type"], spelling: Spelling): string {
  if (spelling === "logix" && machineKey.endsWith(".ACC")) return "COUNTER";
  const own = machineKey.includes("|") ? "DINT" : type;
  return spelling === "s7" ? S7_NAMES[own] : own;
}
