import type { WebEnv } from "./env.ts";

/**
 * The client's network address as Cloudflare's edge saw it. Without the edge (local mode) the header would be the
 * client's own word, as X-Forwarded-For always is, so nobody is believed there.
 */
export function clientAddress(request: Request, env: Pick<WebEnv, "HELIOS_MODE">): string | null {
  return env.HELIOS_MODE === "local" ? null : request.headers.get("CF-Connecting-IP");
}
