import type { WebEnv } from "./env.ts";
import { isLoopbackHost } from "./loopback.ts";

/**
 * The client's network address as Cloudflare's edge saw it. Without the edge (local mode) the header would be the
 * client's own word, as X-Forwarded-For always is, so nobody is believed there.
 */
export function clientAddress(request: Request, env: Pick<WebEnv, "HELIOS_MODE">): string | null {
  return env.HELIOS_MODE === "local" ? null : request.headers.get("CF-Connecting-IP");
}

/**
 * From where a request came, for the log: where Helios listens on this machine only, from this machine. Where it listens
 * for others without an edge before it, nobody can say.
 */
export function auditAddress(
  request: Request,
  env: Pick<WebEnv, "HELIOS_MODE" | "HELIOS_HOST">,
): string | null {
  if (env.HELIOS_MODE !== "local") return clientAddress(request, env);
  return isLoopbackHost(env.HELIOS_HOST ?? "") ? "127.0.0.1" : null;
}
