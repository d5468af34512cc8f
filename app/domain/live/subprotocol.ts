/**
 * The token that phoenix.js 1.8 sends as a WebSocket subprotocol when it is given `authToken`, so that it stands
 * in no address: `Sec-WebSocket-Protocol: phoenix, base64url.bearer.phx.<token>`, the token in base64 without
 * padding (phoenix.js uses btoa, other clients the alphabet of URLs).
 */
const PREFIX = "base64url.bearer.phx.";
const PHOENIX = "phoenix";
/** Longer headers are not looked at: a token has 47 characters. */
const MAX_HEADER_LENGTH = 1_024;
const BASE64 = /^[A-Za-z0-9+/_-]{1,512}={0,2}$/;

const listProtocols = (header: string | null): string[] =>
  header === null || header.length > MAX_HEADER_LENGTH
    ? []
    : header.split(",").map((protocol) => protocol.trim());

/** What the answer names: a browser closes a socket whose answer names nothing that it offered. Null: Helios speaks none of them. */
export const readSubprotocol = (header: string | null): string | null =>
  listProtocols(header).includes(PHOENIX) ? PHOENIX : null;

/** The token as the client was given it; null when there is none, or what is there cannot be one. */
export function readAuthToken(header: string | null): string | null {
  const protocol = listProtocols(header).find((candidate) => candidate.startsWith(PREFIX));
  const encoded = protocol?.slice(PREFIX.length);
  if (encoded === undefined || !BASE64.test(encoded)) return null;
  try {
    return atob(encoded.replaceAll("-", "+").replaceAll("_", "/").replaceAll("=", ""));
  } catch {
    return null;
  }
}
