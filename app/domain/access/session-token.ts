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

/** Blanks and tabs only (RFC 6265): with what `trim` takes too, `\u00a0__Host-sessionId` would pass for the guarded name. */
function withoutBlanks(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && isBlank(text[from])) from++;
  while (to > from && isBlank(text[to - 1])) to--;
  return text.slice(from, to);
}
const isBlank = (character: string | undefined) => character === " " || character === "\t";

export function readCookie(header: string | null, name: string): string | null {
  for (const part of (header ?? "").split(";")) {
    const at = part.indexOf("=");
    if (at > 0 && withoutBlanks(part.slice(0, at)) === name)
      return withoutBlanks(part.slice(at + 1));
  }
  return null;
}

/** `Authorization: <token>` or `Authorization: Bearer <token>`; null when the header is absent or empty. */
export function readAuthorization(header: string | null): string | null {
  const text = (header ?? "").trim();
  const token = /^bearer\s/i.test(text) ? text.slice(6).trim() : text;
  return token === "" ? null : token;
}
