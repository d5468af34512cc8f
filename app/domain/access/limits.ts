/** What may be done only so often, by a sliding window. */
import { HOUR_MS, MINUTE_MS } from "#app/domain/durations.ts";

export type Limit = { name: string; most: number; windowMs: number };

/** Mails of one account: more would fill a mailbox, and every one is a link that opens it. */
export const RESETS_PER_ACCOUNT: Limit = { name: "reset_account", most: 5, windowMs: HOUR_MS };
/** Wide enough for a plant behind one address. */
export const RESETS_PER_ADDRESS: Limit = {
  name: "reset_address",
  most: 100,
  windowMs: 15 * MINUTE_MS,
};
/** Of everybody whose address is not known together: in local mode that is everybody. */
export const RESETS_SHARED: Limit = { name: "reset_shared", most: 1_000, windowMs: 15 * MINUTE_MS };
export const CODES_PER_ACCOUNT: Limit = { name: "code_account", most: 5, windowMs: HOUR_MS };
/** Whoever asks: a number is not called at by many accounts. */
export const CODES_PER_NUMBER: Limit = { name: "code_number", most: 5, windowMs: HOUR_MS };
/** Each new address is written to, and the answer tells whether it has an account already: neither may be tried at will. */
export const EMAIL_CHANGES: Limit = { name: "email_change", most: 10, windowMs: HOUR_MS };
/** Somebody at a foreign keyboard does not get to guess the password that the account page asks for. */
export const PASSWORD_CHECKS: Limit = {
  name: "password_check",
  most: 10,
  windowMs: 15 * MINUTE_MS,
};

/** A person's dashboards and walls of a large fleet: each such reading asks every recorder that the person may see. */
export const WHOLE_FLEET_READS: Limit = {
  name: "whole_fleet",
  most: 30,
  windowMs: MINUTE_MS,
};

/** Whom an address is counted as: one customer of a provider holds all addresses of an IPv6 network of 64 bits. */
export function networkOf(address: string): string {
  if (!address.includes(":")) return address;
  const [head = "", tail] = address.toLowerCase().split("%", 1)[0]!.split("::");
  const parts = (text: string) => (text === "" ? [] : text.split(":"));
  const [before, after] = [parts(head), tail === undefined ? [] : parts(tail)];
  // An IPv4 address in its IPv6 form.
  const last = after.at(-1) ?? before.at(-1) ?? "";
  if (last.includes(".")) return last;
  const gap = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const all = [...before, ...Array<string>(gap).fill("0"), ...after];
  return `${all
    .slice(0, 4)
    .map((part) => part.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`;
}

/** Seconds until there is room again: when the oldest hit leaves the window. Null when there is. */
export function secondsOver(
  hits: readonly number[],
  { most, windowMs }: Limit,
  now: number,
): number | null {
  const recent = hits.filter((at) => at > now - windowMs).sort((a, b) => a - b);
  const [oldest] = recent;
  return recent.length <= most || oldest === undefined
    ? null
    : Math.max(1, Math.ceil((oldest + windowMs - now) / 1000));
}
