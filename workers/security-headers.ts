/**
 * The headers that every answer of the web Worker carries. Scripts and inline style sheets run by nonce only; a style
 * attribute in the HTML does nothing (what runs in the browser may set styles); sockets go to the own origin.
 */
import { isLoopbackHost } from "#app/platform/loopback.ts";

/** What a page may use of the device: nothing that Helios has no use for. */
const PERMISSIONS = [
  "accelerometer",
  "browsing-topics",
  "camera",
  "display-capture",
  "geolocation",
  "gyroscope",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "serial",
  "usb",
  "xr-spatial-tracking",
]
  .map((name) => `${name}=()`)
  .join(", ");

/** Pages whose address is a key: it is told to nobody. */
const HOLDS_TOKEN = /^\/(?:login|s|dev|maintenances)\//i;

export function newNonce(): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
}

type Site = {
  nonce: string;
  url: URL;
  mode: string;
  publicOrigin: string;
  /** Origins of a usage-analytics agent; none where it is off. */
  usageHosts?: readonly string[];
};

/**
 * Where sockets go: the configured origin. The Host header is the caller's own word and is believed of no machine but
 * this one.
 */
function socketSources({ url, mode, publicOrigin }: Site): string {
  const origins = [
    ...(publicOrigin === "" ? [] : [new URL(publicOrigin)]),
    ...(mode === "local" && isLoopbackHost(url.hostname) ? [url] : []),
  ];
  const sockets = origins.map(
    ({ protocol, host }) => `${protocol === "https:" ? "wss" : "ws"}://${host}`,
  );
  return ["'self'", ...new Set(sockets)].join(" ");
}

export function withSecurityHeaders(
  response: Response,
  { nonce, url, mode, publicOrigin, usageHosts = [] }: Site,
): Response {
  if (response.status === 101) return response;
  const headers = new Headers(response.headers);
  if (headers.get("content-type")?.startsWith("text/html")) {
    const usage = usageHosts.map((host) => ` ${host}`).join("");
    headers.set(
      "content-security-policy",
      [
        "default-src 'self'",
        `script-src 'self' 'nonce-${nonce}'${usage}`,
        `style-src 'self' 'nonce-${nonce}'`,
        `img-src 'self' data:${usage}`,
        "font-src 'self'",
        `connect-src ${socketSources({ nonce, url, mode, publicOrigin })}${usage}`,
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
      ].join("; "),
    );
  }
  headers.set("x-content-type-options", "nosniff");
  headers.set("x-frame-options", "DENY");
  headers.set("cross-origin-opener-policy", "same-origin");
  headers.set("permissions-policy", PERMISSIONS);
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
