/** The code that proves a phone: six digits. */
export const PHONE_CODE_MS = 10 * 60_000;
export const MAX_CODE_TRIES = 5;
