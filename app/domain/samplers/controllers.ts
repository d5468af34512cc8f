/** How the controllers of the makes name things, and the telemetry types that their samplers report (CONTRACT §3). */
import type { Make } from "#app/domain/access/types.ts";
import type { TypeMember } from "./base-types.ts";

/** Rockwell's tags with members, Siemens' blocks, or one word for each value from a gateway that knows no types. */
export type Controller = "logix" | "s7" | "plain";
const CONTROLLERS: Readonly<Record<Make, Controller>> = {
  Sun: "logix",
  Ward: "logix",
  Fosber: "s7",
  LMC: "plain",
};

/** Of a make that Helios does not know: plain. */
export const controllerOf = (make: string): Controller => CONTROLLERS[make as Make] ?? "plain";

export type ControllerType = {
  name: string;
  type: string;
  length: number | null;
  members: TypeMember[];
};

const one = (name: string, type: string, length: number | null = null): ControllerType => ({
  name,
  type,
  length,
  members: [],
});
const structure = (name: string, members: Record<string, string>): ControllerType => ({
  name,
  type: "structure",
  length: null,
  members: Object.entries(members).map(([member, type]) => ({ name: member, type })),
});

const TYPES: Readonly<Record<Controller, readonly ControllerType[]>> = {
  logix: [
    one("LINT", "integer"),
    one("REAL_ARRAY", "float", 16),
    one("DINT_ARRAY", "integer", 8),
    structure("udtDrive", {
      ...{ Speed: "REAL", Current: "REAL", Load: "REAL", Temperature: "REAL" },
      ...{ Fault: "BOOL", FaultCode: "DINT" },
    }),
    structure("udtOrder", {
      ...{ Number: "STRING", Sheets: "DINT", Width: "REAL", Length: "REAL", SheetSize: "REAL" },
    }),
    structure("udtFeeder", { SingleFeed: "BOOL", SingleFeeds: "DINT" }),
    structure("udtAxis", { Position: "REAL", Target: "REAL" }),
    structure("udtAnvil", { Impression: "REAL", Thickness: "REAL" }),
    structure("udtGrinder", { Status: "DINT" }),
    structure("udtEjector", { SpeedDiff: "REAL" }),
    structure("udtDryer", { Temperature: "REAL", Setpoint: "REAL" }),
  ],
  s7: [
    one("Bool", "boolean"),
    one("DInt", "integer"),
    one("LReal", "float"),
    one("LReal[8]", "float", 8),
    one("String[32]", "string"),
    structure("DB_Safety", { Safety: "DInt", Drives: "DInt" }),
    structure("DB_Machine", {
      ...{ State: "DInt", Speed: "LReal", Sheets: "DInt", Setup: "Bool" },
      ...{ Load: "LReal", MotorTemp: "LReal" },
    }),
    structure("DB_Order", { Number: "String[32]", SheetSize: "LReal" }),
    structure("DB_Dryer", { Temp: "LReal", Setpoint: "LReal" }),
  ],
  plain: [],
};

export const typesOfController = (controller: Controller): readonly ControllerType[] =>
  TYPES[controller];
