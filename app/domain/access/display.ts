/** Paired wall displays: the code that a screen shows, the token that it holds, and who looks after them. */
import { AppError } from "#app/domain/errors.ts";
import type { Limit } from "./limits.ts";
import { isPrivileged } from "./permissions.ts";
import type { Actor } from "./types.ts";
import { MINUTE_MS } from "#app/domain/durations.ts";

/** Without vowels, and without letters and figures that look alike on a far screen (B 8, G 6, O 0, S 5, Z 2, I L 1). */
export const CODE_ALPHABET = "CDFHJKMNPRTVWXY34679";
export const CODE_LENGTH = 6;
/** How long a code is taken; the screen then shows another one. */
export const CODE_MS = 10 * MINUTE_MS;

/** Whoever asks for codes: a screen asks once in ten minutes, and a plant has many behind one address. */
export const PAIRINGS_PER_ADDRESS: Limit = {
  name: "pairing_address",
  most: 120,
  windowMs: 15 * MINUTE_MS,
};
/** Codes that were entered and are nobody's: one in 64 million is right. */
export const CODES_ENTERED: Limit = { name: "pairing_code", most: 10, windowMs: 15 * MINUTE_MS };

/** What somebody typed as the code is meant: case, spaces and dashes are nothing. Null when it cannot be a code. */
export function parsePairingCode(text: string): string | null {
  const code = text.toUpperCase().replace(/[\s-]/g, "");
  return code.length === CODE_LENGTH && [...code].every((letter) => CODE_ALPHABET.includes(letter))
    ? code
    : null;
}

/** As a person reads it: two groups of three. */
export const showPairingCode = (code: string): string => `${code.slice(0, 3)} ${code.slice(3)}`;

/** `hdt_` and 256 bits in base64url. */
export const DISPLAY_TOKEN_PREFIX = "hdt_";
const SHAPE = /^hdt_[A-Za-z0-9_-]{43}$/;
export const isDisplayToken = (text: string): boolean => SHAPE.test(text);

const DISPLAY_COOKIE = "display";
/** Over TLS the browser itself guards the cookie's origin. */
export const displayCookieName = (secure: boolean): string =>
  secure ? `__Host-${DISPLAY_COOKIE}` : DISPLAY_COOKIE;
/** As long as a browser keeps any cookie; written again at every load of the page. */
export const DISPLAY_COOKIE_SECONDS = 400 * 24 * 3600;
/** A screen's life is written down at most this often. */
export const DISPLAY_TOUCH_MS = MINUTE_MS;

/** Below the session ids of API tokens, which are small and negative. */
const SESSION_BASE = 2 ** 40;
export const sessionIdOfDisplay = (displayId: number): number => -SESSION_BASE - displayId;
/** The display of a session id; null when it is another's. */
export const displayIdOfSession = (sessionId: number): number | null =>
  sessionId < -SESSION_BASE ? -sessionId - SESSION_BASE : null;

/** Pairs, renames and revokes displays: the privileged roles. */
export const canManageDisplays = (actor: Pick<Actor, "role">): boolean => isPrivileged(actor);

export function requireDisplayManager(actor: Pick<Actor, "role">): void {
  if (!canManageDisplays(actor)) throw new AppError("forbidden");
}

export const MAX_DISPLAY_NAME = 60;
