import { describe, expect, it } from "vitest";
import { hashSamplerKey, isSamplerKey, toSamplerKey } from "./keys.ts";

describe("sampler keys", () => {
  it("spell 32 bytes as hsk_ and 43 base64url characters", () => {
    const key = toSamplerKey(new Uint8Array(32).fill(0xfb));
    expect(key).toBe("hsk_-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_s");
    expect(isSamplerKey(key)).toBe(true);
  });

  it("refuse another number of bytes", () => {
    expect(() => toSamplerKey(new Uint8Array(31))).toThrow("32 bytes");
  });

  it.each([
    "",
    "hsk_",
    `hsk_${"a".repeat(42)}`,
    `hsk_${"a".repeat(44)}`,
    `hsk_${"a".repeat(42)}=`,
    `hat_${"a".repeat(43)}`,
    ` hsk_${"a".repeat(43)}`,
  ])("%j is none", (text) => expect(isSamplerKey(text)).toBe(false));

  it("are stored as SHA-256 in hex", async () => {
    expect(await hashSamplerKey("abc")).toBe(
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    );
  });
});
