/**
 * Service accounts: `hst_` and 256 bits in base64url. The token is a customer's and nobody's in particular: it sees what an
 * admin of the customer sees, within its scopes, and stays when people leave.
 */
import { HOUR_MS, MINUTE_MS } from "#app/domain/durations.ts";

export const SERVICE_TOKEN_PREFIX = "hst_";
const SHAPE = /^hst_[A-Za-z0-9_-]{43}$/;
export const isServiceToken = (text: string): boolean => SHAPE.test(text);

export const MAX_SERVICE_TOKEN_DAYS = 365;
/** A replaced token is taken for so long, so that a program can be given the new one. */
export const REPLACED_TOKEN_MS = HOUR_MS;
/** Calls of one account are counted by such windows, from their full minute on. */
export const CALL_WINDOW_MS = MINUTE_MS;
export const windowOf = (nowMs: number): number => Math.floor(nowMs / CALL_WINDOW_MS);
/** Seconds until the window of a moment ends. */
export const windowSecondsLeft = (nowMs: number): number =>
  Math.max(1, Math.ceil(((windowOf(nowMs) + 1) * CALL_WINDOW_MS - nowMs) / 1000));

/** Between the session ids of API tokens, which are small, and those of displays (display.ts), which are beyond. */
const SESSION_BASE = 2 ** 39;
const SESSION_END = 2 ** 40;
export const sessionIdOfService = (accountId: number): number => -SESSION_BASE - accountId;
/** The account of a session id; null when it is another's. */
export const serviceIdOfSession = (sessionId: number): number | null =>
  sessionId < -SESSION_BASE && sessionId >= -SESSION_END ? -sessionId - SESSION_BASE : null;
