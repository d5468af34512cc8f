/** Which numbers a telemetry type can hold. */
import type { TypeMember } from "./base-types.ts";
import { parseMachineKey } from "./machine-key.ts";

export type NumberRange = { min: number; max: number; isWhole: boolean };

const whole = (min: number, max: number): NumberRange => ({ min, max, isWhole: true });
const signed = (bits: number) => whole(-(2 ** (bits - 1)), 2 ** (bits - 1) - 1);
const unsigned = (bits: number) => whole(0, 2 ** bits - 1);
const BIT = whole(0, 1);
/** IEC 61131-3, table 10; a number beyond 2^53 comes rounded, so long ones are not asked whether they are whole. */
const RANGES: ReadonlyMap<string, NumberRange> = new Map([
  ["bool", BIT],
  ["boolean", BIT],
  ["sint", signed(8)],
  ["int", signed(16)],
  ["dint", signed(32)],
  ["lint", { ...signed(64), isWhole: false }],
  ["usint", unsigned(8)],
  ["uint", unsigned(16)],
  ["udint", unsigned(32)],
  ["ulint", { ...unsigned(64), isWhole: false }],
  ["byte", unsigned(8)],
  ["word", unsigned(16)],
  ["dword", unsigned(32)],
  ["lword", { ...unsigned(64), isWhole: false }],
  ["integer", whole(-Infinity, Infinity)],
]);

type KnownType = { name: string; type: string; members: readonly TypeMember[] };

/** What the values of a machine key may be by its type: a bit of it, a member, or the type itself; null when it does not say. */
export function rangeOfType(type: KnownType, machineKey: string): NumberRange | null {
  const key = parseMachineKey(machineKey);
  if (key?.bit !== undefined && key.bit !== null) return BIT;
  if (type.members.length > 0) {
    const member = type.members.find(({ name }) => name === key?.child);
    return (member && RANGES.get(member.type.toLowerCase())) ?? null;
  }
  // A base type is called INT and is an integer; a reported one may be called anything.
  return RANGES.get(type.name.toLowerCase()) ?? RANGES.get(type.type.toLowerCase()) ?? null;
}

export const isWithin = (value: number, { min, max, isWhole }: NumberRange): boolean =>
  value >= min && value <= max && (!isWhole || Number.isInteger(value));
