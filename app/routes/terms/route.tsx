import { data, redirect, type ActionFunctionArgs } from "@remix-run/cloudflare";
import { sessionLifetimeMs } from "~/domain/access/session-lifetime";
import { acceptTerms } from "~/features/session/accept-terms.server";
import { requireUser } from "~/http/guards.server";
import { currentUserHeaders } from "~/http/session-cookies.server";

export const loader = () => redirect("/dashboard");

export async function action({ request, context }: ActionFunctionArgs) {
  const { actor, user, deps } = await requireUser({ request, context });
  await acceptTerms({ ...deps, actor });
  const accepted = { ...user, termsAcceptedAt: user.termsAcceptedAt ?? deps.now };
  const site = { env: deps.env, request, now: deps.now };
  return data({ ok: true }, { headers: currentUserHeaders(site, accepted, deps.now + sessionLifetimeMs(user.role)) });
}
