/**
 * Secrets at rest: session and link tokens as SHA-256, passwords as scrypt with a salt of their own.
 * node:crypto, which Node and workerd (nodejs_compat) both have.
 */
import { createHash, randomBytes, scrypt, timingSafeEqual } from "node:crypto";

/** OWASP's scrypt setting with the least memory (16 MiB): about 0.2 s; a Worker has 128 MB. */
const COST = { N: 16_384, r: 8, p: 5 };
const KEY_BYTES = 32;
const SALT_BYTES = 16;
const MAX_MEMORY_BYTES = 64 * 1024 * 1024;

/** 256 random bits, base64url: a session or link token. */
export const newToken = (): string => randomBytes(32).toString("base64url");

export const sha256Hex = (text: string): string => createHash("sha256").update(text).digest("hex");

/** `scrypt$N$r$p$salt$hash`, salt and hash in base64url. */
export async function hashPassword(password: string, cost = COST): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(password, salt, cost, KEY_BYTES);
  return [
    "scrypt",
    cost.N,
    cost.r,
    cost.p,
    salt.toString("base64url"),
    key.toString("base64url"),
  ].join("$");
}

/** Compares in constant time. Without a stored hash the same work is done and the answer is no. */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const [scheme, n, r, p, salt, hash] = (stored ?? NO_PASSWORD).split("$");
  if (scheme !== "scrypt" || salt === undefined || hash === undefined)
    throw new Error("unknown password hash scheme");
  const expected = Buffer.from(hash, "base64url");
  const actual = await derive(
    password,
    Buffer.from(salt, "base64url"),
    { N: Number(n), r: Number(r), p: Number(p) },
    expected.length,
  );
  return timingSafeEqual(actual, expected) && stored !== null;
}

const NO_PASSWORD = [
  "scrypt",
  COST.N,
  COST.r,
  COST.p,
  "AAAAAAAAAAAAAAAAAAAAAA",
  "A".repeat(43),
].join("$");

/** The same characters typed on different keyboards are the same password. */
const bytesOf = (password: string) => Buffer.from(password.normalize("NFKC"), "utf8");

function derive(
  password: string,
  salt: Buffer,
  cost: { N: number; r: number; p: number },
  bytes: number,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(bytesOf(password), salt, bytes, { ...cost, maxmem: MAX_MEMORY_BYTES }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
