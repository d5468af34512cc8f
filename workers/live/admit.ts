/**
 * Who may open a socket: a session, API, service or display token in `token` or as phoenix.js's `authToken`, or the cookie
 * of a page of ours. It is asked for anew each time: a session that has ended opens none. A page says where it comes from, and only our own origin will do; a program says nothing and needs a token,
 * so that no foreign page can ride on a cookie. Everything is decided before the upgrade.
 */
import { openDb } from "#app/db/client.server.ts";
import { isSecureSite, readCookie, sessionCookieName } from "#app/domain/access/session-token.ts";
import { displayCookieName, isDisplayToken } from "#app/domain/access/display.ts";
import { demoOrderOf } from "#app/domain/demo/demo-order.ts";
import { asksForPacks } from "#app/domain/live/message-packs.ts";
import { findDisplay } from "#app/features/displays/displays.server.ts";
import { findCaller } from "#app/platform/access/find-caller.server.ts";
import { nowMs, type LiveEnv } from "#app/platform/env.ts";
import { readAuthToken, readSubprotocol } from "#app/domain/live/subprotocol.ts";
import type { Listener } from "./socket-hub.ts";

type Refusal = {
  status: 400 | 403 | 404 | 405 | 426 | 429;
  error: string;
  message: string;
  headers?: Record<string, string>;
};
export type Admission = { listener: Listener } | { refusal: Refusal };

const refuse = (
  status: Refusal["status"],
  error: string,
  message: string,
  headers?: Record<string, string>,
): Admission => ({ refusal: { status, error, message, ...(headers && { headers }) } });

export async function admit(request: Request, env: LiveEnv): Promise<Admission> {
  const url = new URL(request.url);
  if (url.pathname !== "/socket/websocket")
    return refuse(404, "not_found", "The socket is at /socket/websocket.");
  if (request.method !== "GET")
    return refuse(405, "method_not_allowed", "A WebSocket begins with GET.");
  if (request.headers.get("upgrade")?.toLowerCase() !== "websocket")
    return refuse(426, "upgrade_required", "This address speaks WebSocket only.", {
      upgrade: "websocket",
    });
  const vsn = url.searchParams.get("vsn");
  if (!/^2\.\d+\.\d+$/.test(vsn ?? ""))
    return refuse(
      400,
      "malformed",
      "Only the Phoenix protocol version 2.x.x is spoken: vsn=2.0.0.",
    );

  const packs = asksForPacks(url.searchParams);
  const offered = request.headers.get("sec-websocket-protocol");
  const protocol = readSubprotocol(offered);
  const token = url.searchParams.get("token") ?? readAuthToken(offered);
  const origin = request.headers.get("origin");
  if (origin === null ? token === null : !isOurs(origin, url, env))
    return refuse(403, "forbidden", "The origin is not allowed.");
  const deps = { db: openDb(env.DB), now: nowMs(env) };
  // The page of a wall display says what it is: somebody may be signed in beside it, and sign out.
  const isDisplay =
    token === null ? url.searchParams.get("as") === "display" : isDisplayToken(token);
  if (isDisplay) {
    const display = await findDisplay(deps, token ?? cookieOf(request, env, displayCookieName));
    if (display === null) return refuse(403, "forbidden", "There is no such display.");
    return { listener: { actor: display.actor, demoOrder: null, packs, protocol } };
  }
  const secret = token ?? cookieOf(request, env, sessionCookieName) ?? "";
  const caller = await findCaller(deps, secret);
  if (caller === null) return refuse(403, "forbidden", "There is no such session.");
  const { calls } = caller;
  if (calls && calls.made > calls.most)
    return refuse(429, "too_many_requests", "The service account has no call left this minute.", {
      "retry-after": String(calls.secondsLeft),
    });
  if (caller.user.resetPassword) return refuse(403, "forbidden", "Set a new password first.");
  if (caller.scopes !== null && !caller.scopes.includes("read:series"))
    return refuse(403, "forbidden", "This token lacks the scope read:series.");
  return {
    listener: {
      actor: caller.actor,
      demoOrder: demoOrderOf(request.headers.get("cookie"), caller.user),
      packs,
      protocol,
    },
  };
}

/** Exactly our own origin; on one machine also the address that the browser itself used. */
const isOurs = (origin: string, url: URL, env: LiveEnv): boolean =>
  (env.PUBLIC_ORIGIN !== "" && origin === env.PUBLIC_ORIGIN) ||
  (env.HELIOS_MODE === "local" && origin === url.origin);

/** Over TLS only cookies that the browser ties to this host: another one could plant the rest. */
const cookieOf = (
  request: Request,
  env: LiveEnv,
  nameOf: (secure: boolean) => string,
): string | null =>
  readCookie(request.headers.get("cookie"), nameOf(isSecureSite({ env, request })));
