import { SAMPLER_KEY_BYTES, toSamplerKey } from "#app/domain/samplers/keys.ts";

/** 256 random bits as `hsk_…`. */
export const newSamplerKey = (): string =>
  toSamplerKey(crypto.getRandomValues(new Uint8Array(SAMPLER_KEY_BYTES)));
