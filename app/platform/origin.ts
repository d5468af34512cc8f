/** Cross-site requests. A cookie is sent by the browser whoever asks, so a change made with one must come from our own pages. */
const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

export const isUnsafe = (request: Request): boolean => !SAFE_METHODS.has(request.method);

export function isOwnOrigin(request: Request, publicOrigin: string): boolean {
  const origin = request.headers.get("Origin");
  if (origin === null) return false;
  return (
    origin === new URL(request.url).origin ||
    (publicOrigin !== "" && origin === new URL(publicOrigin).origin)
  );
}

/** A form of a page: browsers name the origin of every POST; who names none is no browser, and SameSite kept the cookie at home. */
export const isFromElsewhere = (request: Request, publicOrigin: string): boolean =>
  isUnsafe(request) &&
  request.headers.get("Origin") !== null &&
  !isOwnOrigin(request, publicOrigin);

/**
 * The request with its origin by name. A page that tells nobody its address (Referrer-Policy: no-referrer, as those of
 * links in mails) sends its forms with `Origin: null`; the browser vouches for them by Sec-Fetch-Site, which no page can set.
 */
export function withNamedOrigin(request: Request): Request {
  if (
    request.headers.get("Origin") !== "null" ||
    request.headers.get("Sec-Fetch-Site") !== "same-origin"
  )
    return request;
  const headers = new Headers(request.headers);
  headers.set("Origin", new URL(request.url).origin);
  return new Request(request, { headers });
}

/**
 * A form that is ours as Remix takes it: it compares the origin's host with X-Forwarded-Host, which is anybody's own word, or
 * with Host, which behind a proxy is another one, and fails where they differ.
 */
export function withHostOfOrigin(request: Request): Request {
  const origin = request.headers.get("Origin");
  if (origin === null || !isUnsafe(request)) return request;
  const headers = new Headers(request.headers);
  headers.set("X-Forwarded-Host", new URL(origin).host);
  return new Request(request, { headers });
}
