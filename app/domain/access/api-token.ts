/** Tokens for scripts and BI tools: `hat_` and 256 bits in base64url. */
import { DAY_MS } from "#app/domain/durations.ts";

export const API_TOKEN_PREFIX = "hat_";
const SHAPE = /^hat_[A-Za-z0-9_-]{43}$/;
export const isApiToken = (text: string): boolean => SHAPE.test(text);
export const MAX_TOKEN_DAYS = 365;
/** A token's use is written down at most this often. */
export const TOKEN_TOUCH_MS = 60_000;
export const tokenExpiry = (now: number, days: number): number => now + days * DAY_MS;

/** A token acts under a session id of its own kind, so that its sockets end like those of a session. */
export const sessionIdOfToken = (tokenId: number): number => -tokenId;
