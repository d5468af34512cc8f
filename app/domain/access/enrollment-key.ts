/** Enrollment keys: `hek_` and 256 bits in base64url (CONTRACT §3). Only their SHA-256 is stored. */
import { HOUR_MS } from "#app/domain/durations.ts";
import type { Limit } from "./limits.ts";

export const ENROLLMENT_KEY_PREFIX = "hek_";
const SHAPE = /^hek_[A-Za-z0-9_-]{43}$/;
export const isEnrollmentKey = (text: string): boolean => SHAPE.test(text);

/** A plant's gateways start at once; a key that leaked makes no flood of machines. */
export const ENROLLS_OF_KEY: Limit = { name: "enroll_key", most: 120, windowMs: HOUR_MS };
export const ENROLLS_OF_ADDRESS: Limit = { name: "enroll_address", most: 120, windowMs: HOUR_MS };
