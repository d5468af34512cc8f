/**
 * Lock-out (CONTRACT §7): 10 failures within 15 minutes lock an account until its password is reset
 * or an administrator clears it. An attempt is reserved as a failure before the password is looked at
 * and given back on success, so that parallel tries are counted exactly.
 */
import { MINUTE_MS } from "#app/domain/durations.ts";

export const LOCKOUT_WINDOW_MS = 15 * MINUTE_MS;
export const MAX_ACCOUNT_FAILURES = 10;
/**
 * Failures of one network address: so many at once, wide enough for a plant behind one address, and from then on only
 * as many as come back with time: the same number in a window. So spraying over many accounts is stopped, and who shares
 * the address with it waits for seconds, not until the window has passed.
 */
export const MAX_ADDRESS_FAILURES = 300;
/** Of everybody whose address is not known together: in local mode that is everybody. */
export const MAX_SHARED_FAILURES = 1_000;
/** Saying nothing must not be a way around. */
export const UNKNOWN_ADDRESS = "unknown";

/** Failures are kept up to one above the limit: the one above is what refuses an attempt. */
export type Attempts = { count: number; lockedAt: number | null };

/** Before the password is looked at: may this attempt, already reserved in `count`, be tried at all? */
export const isAttemptAllowed = (attempts: Attempts): boolean =>
  attempts.lockedAt === null && attempts.count <= MAX_ACCOUNT_FAILURES;

/** After a wrong password: was it the failure that locks? */
export const locksAccount = (attempts: Attempts): boolean => attempts.count >= MAX_ACCOUNT_FAILURES;

/** How long a failure counts against an address, alone; and how much of that may be owed at once. Milliseconds. */
export function addressAllowance(address: string): { eachMs: number; mostMs: number } {
  const most = address === UNKNOWN_ADDRESS ? MAX_SHARED_FAILURES : MAX_ADDRESS_FAILURES;
  return { eachMs: LOCKOUT_WINDOW_MS / most, mostMs: LOCKOUT_WINDOW_MS };
}

/** Seconds until an address may try again that owes until `owedUntil`. Null when it may now. */
export function throttleSeconds(owedUntil: number, address: string, now: number): number | null {
  const { eachMs, mostMs } = addressAllowance(address);
  const overMs = owedUntil + eachMs - now - mostMs;
  return overMs <= 0 ? null : Math.max(1, Math.ceil(overMs / 1000));
}
