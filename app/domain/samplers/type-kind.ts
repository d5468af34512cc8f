import type { Kind } from "#app/domain/series/types.ts";
import type { TypeMember } from "./base-types.ts";
import { parseMachineKey } from "./machine-key.ts";

const INTEGERS = [
  ...["integer", "sint", "int", "dint", "lint", "usint", "uint", "udint", "ulint"],
  ...["byte", "word", "dword", "lword"],
];
const NUMBERS = [...INTEGERS, "boolean", "bool", "float", "real", "lreal", "double"];
const KINDS: ReadonlyMap<string, Kind> = new Map([
  ...NUMBERS.map((name): [string, Kind] => [name, "number"]),
  ...["string", "wstring", "char"].map((name): [string, Kind] => [name, "text"]),
]);

/** What the values of a machine key are by its telemetry type, or by that type's member; null when it does not say. */
export function kindOfType(
  type: string,
  members: readonly TypeMember[],
  machineKey: string,
): Kind | null {
  const child = members.length === 0 ? null : parseMachineKey(machineKey)?.child;
  const own = child ? members.find(({ name }) => name === child)?.type : type;
  return KINDS.get(own?.toLowerCase() ?? "") ?? null;
}

/** Whether values of the type are whole numbers, whose bits may be read; null when its name does not say. */
export const isIntegerType = (type: string): boolean | null =>
  KINDS.has(type.toLowerCase()) ? INTEGERS.includes(type.toLowerCase()) : null;
