/** simulator.json: which machines to play, and where to send their samples. Checked by hand: zod would be a sixth of the process. */
import { readFileSync } from "node:fs";
import type { MachineIdentity } from "./machine-model.ts";
import { PROFILE_NAMES } from "./profiles.ts";

export type SimulatedMachine = MachineIdentity & { deviceId: number; samplerKey: string };
export type SimulatorConfig = { origin: string; machines: SimulatedMachine[] };

type Check = { is: (value: unknown) => boolean; wanted: string };

const text: Check = { is: (value) => typeof value === "string" && value !== "", wanted: "a text" };
const MACHINE: Readonly<Record<keyof Required<SimulatedMachine>, Check>> = {
  deviceId: {
    is: (value) => Number.isSafeInteger(value) && Number(value) > 0,
    wanted: "a positive whole number",
  },
  serialNumber: text,
  name: text,
  make: text,
  model: text,
  timezone: { is: isTimezone, wanted: "an IANA time zone" },
  kiwiplan: { is: (value) => typeof value === "boolean", wanted: "true or false" },
  samplerKey: {
    is: (value) => typeof value === "string" && value.startsWith("hsk_"),
    wanted: "a sampler key (hsk_…)",
  },
  profile: {
    is: (value) => (PROFILE_NAMES as readonly unknown[]).includes(value),
    wanted: `one of ${PROFILE_NAMES.join(", ")}`,
  },
  tagNames: {
    is: (value) => value === undefined || value === "controller",
    wanted: "controller or left out",
  },
  faults: {
    is: (value) => value === undefined || typeof value === "boolean",
    wanted: "true, false or left out",
  },
};

/** Throws an Error that names the file and the first thing wrong in it. */
export function readConfig(path: string): SimulatorConfig {
  let content: { origin?: unknown; machines?: unknown } | null;
  try {
    content = JSON.parse(readFileSync(path, "utf8")) as typeof content;
  } catch (error) {
    throw new Error(
      `cannot read ${path}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  const origin = content?.origin;
  if (typeof origin !== "string" || !/^https?:\/\//.test(origin) || !URL.canParse(origin))
    throw new Error(`${path}: origin is no http(s) address`);
  if (!Array.isArray(content?.machines)) throw new Error(`${path}: machines is no list`);
  const machines = content.machines.map((machine, index) =>
    checkMachine(machine, `${path}: machines.${index}`),
  );
  const twice = machines.find(
    (machine, index) => machines.findIndex(({ deviceId }) => deviceId === machine.deviceId) < index,
  );
  if (twice) throw new Error(`${path}: machine ${twice.deviceId} is named twice`);
  return { origin, machines };
}

function checkMachine(machine: unknown, where: string): SimulatedMachine {
  if (typeof machine !== "object" || machine === null) throw new Error(`${where} is no machine`);
  const fields = machine as Record<string, unknown>;
  for (const [name, { is, wanted }] of Object.entries(MACHINE)) {
    if (!is(fields[name]))
      throw new Error(
        `${where}.${name} must be ${wanted}, not ${name === "samplerKey" ? "this" : JSON.stringify(fields[name])}`,
      );
  }
  return machine as SimulatedMachine;
}

function isTimezone(value: unknown): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: String(value) });
    return true;
  } catch {
    return false;
  }
}
