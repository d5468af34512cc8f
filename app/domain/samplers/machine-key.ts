/**
 * A machine key names a value inside a sampler's source: a parent tag, then optionally `.child`
 * (a member of the parent's type), `[index]` and `|bit` (spec 001 §3): `Drive[4]`, `Timer1.ACC`, `Status|3`.
 */
export type MachineKey = {
  parent: string;
  child: string | null;
  index: number | null;
  bit: number | null;
};

export const MAX_MACHINE_KEY_LENGTH = 256;
const PATTERN = /^(.+?)(?:\.([^.[\]|]+))?(?:\[(\d{1,6})\])?(?:\|(\d{1,2}))?$/;
const CONTROL = /[\u0000-\u001f\u007f]/;

/** null when there is no parent tag, or the text is too long or holds control characters. */
export function parseMachineKey(text: string): MachineKey | null {
  if (text.length > MAX_MACHINE_KEY_LENGTH || CONTROL.test(text)) return null;
  const match = PATTERN.exec(text);
  const parent = match?.[1];
  if (!match || parent === undefined || parent.trim() === "" || /^[.[|]/.test(parent)) return null;
  return {
    parent,
    child: match[2] ?? null,
    index: match[3] === undefined ? null : Number(match[3]),
    bit: match[4] === undefined ? null : Number(match[4]),
  };
}

export function formatMachineKey(key: MachineKey): string {
  const child = key.child === null ? "" : `.${key.child}`;
  const index = key.index === null ? "" : `[${key.index}]`;
  const bit = key.bit === null ? "" : `|${key.bit}`;
  return `${key.parent}${child}${index}${bit}`;
}
