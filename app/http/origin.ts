/** Cross-site requests. A cookie is sent by the browser whoever asks, so a change made with one must come from our own pages. */
const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

export const isUnsafe = (request: Request): boolean => !SAFE_METHODS.has(request.method);

export function isOwnOrigin(request: Request, publicOrigin: string): boolean {
  const origin = request.headers.get("Origin");
  if (origin === null) return false;
  return origin === new URL(request.url).origin || (publicOrigin !== "" && origin === new URL(publicOrigin).origin);
}

/** A form of a page: browsers name the origin of every POST; who names none is no browser, and SameSite kept the cookie at home. */
export const isFromElsewhere = (request: Request, publicOrigin: string): boolean =>
  isUnsafe(request) && request.headers.get("Origin") !== null && !isOwnOrigin(request, publicOrigin);
