/**
 * Lock-out (CONTRACT §7): 10 failures within 15 minutes lock an account until its password is reset
 * or an administrator clears it. An attempt is reserved as a failure before the password is looked at
 * and given back on success, so that parallel tries are counted exactly.
 */
const MINUTE_MS = 60_000;
export const LOCKOUT_WINDOW_MS = 15 * MINUTE_MS;
export const MAX_ACCOUNT_FAILURES = 10;
/** Wide enough for a plant behind one address, narrow enough to stop spraying over many accounts. */
export const MAX_ADDRESS_FAILURES = 300;
/** Whose address is not known count together: saying nothing must not be a way around. */
export const UNKNOWN_ADDRESS = "unknown";

/** Failures are kept up to one above the limit: the one above is what refuses an attempt. */
export type Attempts = { count: number; lockedAt: number | null };

/** Before the password is looked at: may this attempt, already reserved in `count`, be tried at all? */
export const isAttemptAllowed = (attempts: Attempts): boolean => attempts.lockedAt === null && attempts.count <= MAX_ACCOUNT_FAILURES;

/** After a wrong password: was it the failure that locks? */
export const locksAccount = (attempts: Attempts): boolean => attempts.count >= MAX_ACCOUNT_FAILURES;

/** Seconds until an address may try again: when its oldest failure leaves the window. Null when it may now. */
export function throttleSeconds(failures: readonly number[], now: number): number | null {
  const recent = failures.filter((at) => at > now - LOCKOUT_WINDOW_MS).sort((a, b) => a - b);
  if (recent.length <= MAX_ADDRESS_FAILURES) return null;
  const oldest = recent[0] ?? now;
  return Math.max(1, Math.ceil((oldest + LOCKOUT_WINDOW_MS - now) / 1000));
}
