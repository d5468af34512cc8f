import type { Role } from "./types.ts";
import { MINUTE_MS, HOUR_MS, DAY_MS } from "#app/domain/durations.ts";

/** A session's use is written down at most this often. */
export const SESSION_TOUCH_MS = 5 * MINUTE_MS;
export const RESET_TOKEN_MS = HOUR_MS;
/** A new e-mail address waits so long for its link to be opened. */
export const EMAIL_LINK_MS = DAY_MS;
export const SETUP_TOKEN_MS = 7 * DAY_MS;

/** However it is used, a session ends so long after its sign-in (CONTRACT §7). */
export const MAX_SESSION_MS = 90 * DAY_MS;

/** How long a session lives without use (CONTRACT §7): 30 days, for the provider's staff 12 hours. */
export function sessionLifetimeMs(role: Role): number {
  return role === "superuser" || role === "oem_superuser" ? 12 * HOUR_MS : 30 * DAY_MS;
}

/** When a session ends that began at `createdAt` and is used now. */
export const sessionEnd = (role: Role, createdAt: number, now: number): number =>
  Math.min(now + sessionLifetimeMs(role), createdAt + MAX_SESSION_MS);

/** Also when it was last used in the future: the clock was set back, and its end with it. */
export const needsTouch = (lastSeenAt: number, now: number): boolean =>
  Math.abs(now - lastSeenAt) >= SESSION_TOUCH_MS;
