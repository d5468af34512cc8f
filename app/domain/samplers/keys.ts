/** Sampler keys: `hsk_` and 43 base64url characters of 32 random bytes. Only their SHA-256 is stored (CONTRACT §3). */
const KEY_PATTERN = /^hsk_[A-Za-z0-9_-]{43}$/;
export const SAMPLER_KEY_BYTES = 32;

/** How long a replaced key stays valid. */
export const REPLACED_KEY_MS = 3_600_000;

export const isSamplerKey = (text: string): boolean => KEY_PATTERN.test(text);

/** The key that `random` (32 bytes) spells. */
export function toSamplerKey(random: Uint8Array): string {
  if (random.length !== SAMPLER_KEY_BYTES)
    throw new Error(`a sampler key needs ${SAMPLER_KEY_BYTES} bytes, got ${random.length}`);
  const base64 = btoa(String.fromCharCode(...random.subarray(0, SAMPLER_KEY_BYTES)));
  return `hsk_${base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/** SHA-256 of the key, lower-case hex: what sampler_keys.key_hash holds. */
export async function hashSamplerKey(key: string): Promise<string> {
  const digest = new Uint8Array(
    await crypto.subtle.digest("SHA-256", new TextEncoder().encode(key)),
  );
  let hex = "";
  for (const byte of digest) hex += byte.toString(16).padStart(2, "0");
  return hex;
}
