import { AppError } from "#app/domain/errors.ts";
import { readAuthorization } from "#app/domain/access/session-token.ts";
import { scopeOf } from "#app/domain/access/api-scopes.ts";
import { findCaller, type Caller } from "#app/platform/access/find-caller.server.ts";
import type { AnyEndpoint } from "./types.ts";
import type { Deps } from "#app/platform/context.server.ts";
import { log } from "#app/platform/log.ts";
import { isOwnOrigin, isUnsafe } from "#app/platform/origin.ts";
import { readSessionCookie } from "#app/platform/session-cookies.server.ts";

/** Who calls; 401 when nobody does. */
export async function requireCaller(
  endpoint: AnyEndpoint,
  request: Request,
  deps: Deps,
): Promise<Caller> {
  const token = tokenOf(request, deps);
  const caller = await findCaller(deps, token, {
    remembered: endpoint.remembersCaller ?? false,
  });
  if (!caller) {
    if (token !== null)
      log({ event: "access_denied", userId: null, from: deps.from, route: deps.route });
    throw new AppError("unauthenticated");
  }
  return caller;
}

/** 429 for a service account beyond its calls of the minute. */
export function requireCallLeft({ calls }: Caller): void {
  if (calls && calls.made > calls.most)
    throw new AppError("too_many_requests", {
      message: `A service account makes at most ${calls.most} calls a minute.`,
      retryAfterSeconds: calls.secondsLeft,
    });
}

/** What is left of a service account's calls, for every answer that it gets. */
export function tellCallsLeft(headers: Headers, calls: Caller["calls"]): void {
  if (!calls) return;
  headers.set("RateLimit-Limit", String(calls.most));
  headers.set("RateLimit-Remaining", String(Math.max(0, calls.most - calls.made)));
  headers.set("RateLimit-Reset", String(calls.secondsLeft));
}

/** 403 unless the endpoint's access rule and the token's scopes let the caller. */
export function requireAccess(
  caller: Caller,
  endpoint: AnyEndpoint,
  path: string,
  request: Request,
): void {
  if (caller.scopes !== null) requireScope(caller.scopes, endpoint, path, request.method);
  if (caller.user.resetPassword && !endpoint.duringReset)
    throw new AppError("forbidden", { message: "Set a new password first." });
  if (Array.isArray(endpoint.access) && !endpoint.access.includes(caller.actor.role))
    throw new AppError("forbidden");
}

/** An API token does what its scopes name; accounts, people and credentials take a session. */
function requireScope(
  scopes: NonNullable<Caller["scopes"]>,
  endpoint: AnyEndpoint,
  path: string,
  method: string,
): void {
  const needed =
    endpoint.scope === undefined
      ? scopeOf(path, method === "HEAD" ? "GET" : method)
      : endpoint.scope;
  if (needed === null)
    throw new AppError("forbidden", { message: "API tokens are not taken here; sign in." });
  if (!scopes.includes(needed))
    throw new AppError("forbidden", { message: `This API token lacks the scope ${needed}.` });
}

/** For a GET that has an effect. */
export function requireMarker(request: Request): void {
  if (!request.headers.has("X-Requested-With"))
    throw new AppError("forbidden", {
      message: "Send the header X-Requested-With: this call has an effect.",
    });
}

/** The header wins; the cookie counts only for our own pages, because browsers send it whoever asks. */
function tokenOf(request: Request, deps: Deps): string | null {
  const given = readAuthorization(request.headers.get("Authorization"));
  if (given !== null) return given;
  const cookie = readSessionCookie({ env: deps.env, request });
  if (cookie === null) return null;
  const fromElsewhere = request.headers.has("Origin")
    ? !isOwnOrigin(request, deps.env.PUBLIC_ORIGIN)
    : isUnsafe(request);
  if (fromElsewhere)
    throw new AppError("forbidden", {
      message:
        "The session cookie counts only with this site's own Origin; send the token in Authorization.",
    });
  return cookie;
}
