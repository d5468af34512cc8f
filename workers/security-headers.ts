/**
 * The headers that every answer of the web Worker carries. Scripts and inline style sheets run by nonce only; a style
 * attribute in the HTML does nothing (what runs in the browser may set styles); sockets go to the own origin.
 */
/** Pages whose address is a key: it is told to nobody. */
const HOLDS_TOKEN = /^\/(?:login|s|dev|maintenances)\//i;

export function newNonce(): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
}

export function withSecurityHeaders(
  response: Response,
  { nonce, url, mode }: { nonce: string; url: URL; mode: string },
): Response {
  if (response.status === 101) return response;
  const headers = new Headers(response.headers);
  const socket = `${url.protocol === "https:" ? "wss" : "ws"}://${url.host}`;
  if (headers.get("content-type")?.startsWith("text/html")) {
    headers.set(
      "content-security-policy",
      [
        "default-src 'self'",
        `script-src 'self' 'nonce-${nonce}'`,
        `style-src 'self' 'nonce-${nonce}'`,
        "img-src 'self' data:",
        "font-src 'self'",
        `connect-src 'self' ${socket}`,
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
      ].join("; "),
    );
  }
  headers.set("x-content-type-options", "nosniff");
  headers.set("x-frame-options", "DENY");
  if (!headers.has("referrer-policy"))
    headers.set(
      "referrer-policy",
      HOLDS_TOKEN.test(url.pathname) ? "no-referrer" : "strict-origin-when-cross-origin",
    );
  if (!headers.has("cache-control")) headers.set("cache-control", "no-store");
  if (mode !== "local")
    headers.set("strict-transport-security", "max-age=31536000; includeSubDomains");
  return new Response(response.body, {
    status: response.status,
    statusText: response.statusText,
    headers,
  });
}
