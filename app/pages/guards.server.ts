/**
 * Guards of pages (spec 000 §2): verbs that give back who is there or throw where to go instead.
 * The session is looked up once per request, however many loaders ask.
 */
import { redirect, type AppLoadContext } from "@remix-run/cloudflare";
import { safeRedirect } from "#app/domain/access/redirect.ts";
import type { Role } from "#app/domain/access/types.ts";
import { countRefusalLater } from "#app/platform/audit/count-refusal.server.ts";
import { findSession } from "#app/platform/access/find-session.server.ts";
import type { SignedInUser } from "#app/domain/access/signed-in-user.ts";
import { getDeps, type ActorDeps, type Deps } from "#app/platform/context.server.ts";
import { isFromElsewhere } from "#app/platform/origin.ts";
import { readSessionCookie } from "#app/platform/session-cookies.server.ts";
import { oncePerRequest } from "./once-per-request.server.ts";

type Args = { request: Request; context: AppLoadContext };
/** `ctx` is what use cases take: the request's dependencies, and who asks. */
export type SignedIn = { ctx: ActorDeps; user: SignedInUser };

export const LOGIN_PATH = "/login";
export const HOME_PATH = "/dashboard";
const RESET_PATH = "/login/reset-password-authed";

const sessionOf = ({ request, context }: Args): Promise<SignedIn | null> =>
  oncePerRequest(context, "session", async () => {
    const deps = getDeps(context, request);
    const session = await findSession(deps, readSessionCookie({ env: deps.env, request }));
    return session && { ctx: { ...deps, actor: session.actor }, user: session.user };
  });

/** Who is signed in, or null; sends nobody anywhere. */
export async function findUser(args: Args): Promise<SignedInUser | null> {
  return (await sessionOf(args))?.user ?? null;
}

/** Whoever is signed in. Without a session: to the sign-in page. With a password to reset: there first. */
export async function requireUser(args: Args): Promise<SignedIn> {
  refuseForeignForms(args);
  const found = await requireSession(args);
  if (found.user.resetPassword)
    throw redirect(`${RESET_PATH}?redirect=${encodeURIComponent(wantedPath(args.request))}`);
  return found;
}

/** For the page of the forced reset and signing out: whoever is signed in, password to reset or not. */
export async function requireSession(args: Args): Promise<SignedIn> {
  refuseForeignForms(args);
  const session = await sessionOf(args);
  if (!session)
    throw redirect(`${LOGIN_PATH}?redirect=${encodeURIComponent(wantedPath(args.request))}`);
  return session;
}

/** Signed in and of one of these roles; anyone else sees error-401. */
export async function requireRole(args: Args, ...roles: Role[]): Promise<SignedIn> {
  const found = await requireUser(args);
  if (!roles.includes(found.user.role)) throw denyAccess(found.ctx);
  return found;
}

/** Requests whose refusal is counted: a page and the layouts around it each refuse for themselves. */
const counted = new WeakSet<ActorDeps>();

/** To error-401; logged and counted once per request, which nobody waits for. Throw what it answers. */
export function denyAccess(ctx: ActorDeps): Response {
  if (!counted.has(ctx)) countRefusalLater(ctx, { kind: "access_denied", actor: ctx.actor });
  counted.add(ctx);
  return redirect("/errors/error-401");
}

/** To error-404, which is all that anybody learns of what is not theirs. Throw what it answers. */
export const notFound = (): Response => redirect("/errors/error-404");

/** The public sign-in pages: who is signed in already goes on to what was wanted, or else to the dashboard. */
export async function requireAnonymous(args: Args): Promise<{ deps: Deps }> {
  refuseForeignForms(args);
  const session = await sessionOf(args);
  const wanted = new URL(args.request.url).searchParams.get("redirect");
  if (session) throw redirect(safeRedirect(wanted, HOME_PATH));
  return { deps: getDeps(args.context, args.request) };
}

/** The page that was wanted. Remix asks for a page's data at `<page>.data`; an action's form goes back to its page. */
function wantedPath(request: Request): string {
  const url = new URL(request.url);
  const path = url.pathname.replace(/\.data$/, "").replace(/^\/_root$/, "/");
  url.searchParams.delete("_routes");
  url.searchParams.delete("index");
  return path + url.search;
}

/** For actions that anybody may send: the form must be one of our own pages' all the same. */
export function refuseForeignForms({ request, context }: Args): void {
  if (isFromElsewhere(request, context.cloudflare.env.PUBLIC_ORIGIN))
    throw new Response("This form came from another site.", { status: 403 });
}
