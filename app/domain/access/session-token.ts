/** Where a session token travels: the Authorization header, or the cookie that pages use. Pure text work. */
export const SESSION_COOKIE = "sessionId";
export const CURRENT_USER_COOKIE = "currentUser";

/** 256 bits, base64url. Anything else is no session token and needs no look-up. */
const TOKEN_SHAPE = /^[A-Za-z0-9_-]{43}$/;

export const isSessionToken = (text: string): boolean => TOKEN_SHAPE.test(text);

/** Where cookies are set for: `PUBLIC_ORIGIN`, or the request's own origin when none is set. */
export type Site = { env: { PUBLIC_ORIGIN: string }; request: { url: string } };

export const isSecureSite = ({ env, request }: Site): boolean =>
  new URL(env.PUBLIC_ORIGIN || request.url).protocol === "https:";

/** Over TLS the browser itself guards the cookie's origin. */
export const sessionCookieName = (secure: boolean): string =>
  secure ? `__Host-${SESSION_COOKIE}` : SESSION_COOKIE;

export function readCookie(header: string | null, name: string): string | null {
  for (const part of (header ?? "").split(";")) {
    const at = part.indexOf("=");
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return null;
}

/** `Authorization: <token>` or `Authorization: Bearer <token>`; null when the header is absent or empty. */
export function readAuthorization(header: string | null): string | null {
  const text = (header ?? "").trim();
  const token = /^bearer\s/i.test(text) ? text.slice(6).trim() : text;
  return token === "" ? null : token;
}
