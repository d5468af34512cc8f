/** The page of a wall display: who holds its cookie. Nobody signs in here, and a session beside it counts for nothing. */
import type { AppLoadContext } from "@remix-run/cloudflare";
import { DISPLAY_COOKIE_SECONDS, displayCookieName } from "#app/domain/access/display.ts";
import { isSecureSite, readCookie } from "#app/domain/access/session-token.ts";
import { claimDisplay, findDisplay, type FoundDisplay } from "./displays.server.ts";
import { getDeps, type Deps } from "#app/platform/context.server.ts";
import type { Site } from "#app/platform/session-cookies.server.ts";

type Args = { request: Request; context: AppLoadContext };
/** `token`: of the screen, paired or waiting; null: it has none yet. */
export type DisplayVisit = { deps: Deps; token: string | null; found: FoundDisplay | null };

type Held = { token: string | null; found: FoundDisplay | null };
const perRequest = new WeakMap<AppLoadContext, Promise<Held>>();

/** The page itself, which hands a screen that was just paired its own token; what it fetches later comes with that. */
const isPage = (request: Request): boolean => new URL(request.url).pathname === "/display";

async function findHeld(deps: Deps, request: Request, token: string | null): Promise<Held> {
  const found = await findDisplay(deps, token);
  if (found !== null || !isPage(request)) return { token, found };
  return (await claimDisplay(deps, token)) ?? { token, found };
}

export async function findDisplayVisit({ request, context }: Args): Promise<DisplayVisit> {
  const deps = getDeps(context, request);
  const token = readCookie(
    request.headers.get("Cookie"),
    displayCookieName(isSecureSite({ env: deps.env, request })),
  );
  const known = perRequest.get(context) ?? findHeld(deps, request, token);
  perRequest.set(context, known);
  return { deps, ...(await known) };
}

/** Keeps the token in the screen, out of reach of scripts, for as long as a browser keeps anything. */
export function displayHeaders(site: Site, token: string): Headers {
  const secure = isSecureSite(site);
  return new Headers({
    "Set-Cookie": `${displayCookieName(secure)}=${token}; HttpOnly; Path=/; Max-Age=${DISPLAY_COOKIE_SECONDS}; SameSite=Lax${secure ? "; Secure" : ""}`,
    "Cache-Control": "no-store",
  });
}

const PATH = /^\/display(?:\/|\.data$|$)/;
/** The pages of a screen, as opposed to those of people. */
export const isDisplayPath = (request: Request): boolean =>
  PATH.test(new URL(request.url).pathname);
