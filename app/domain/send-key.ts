/** How whoever adds something names what is sent, so that sending it again adds nothing (platform/add-once.server.ts). */

/** The hidden field of the kit's forms. */
export const SEND_KEY = "send_key";
/** The header of /v1. */
export const SEND_KEY_HEADER = "Idempotency-Key";

const FORM = /^[\w-]{8,64}$/;
export const isSendKey = (text: string): boolean => FORM.test(text);

const BYTES = 16;
/** 128 random bits in hex. Not `randomUUID`, which browsers have over TLS only. */
export const newSendKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(BYTES))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
