import { data, redirect, type ActionFunctionArgs } from "@remix-run/cloudflare";
import { sessionLifetimeMs } from "#app/domain/access/session-lifetime.ts";
import { acceptTerms } from "#app/features/people/accept-terms.server.ts";
import { requireUser } from "#app/pages/guards.server.ts";
import { currentUserHeaders } from "#app/platform/session-cookies.server.ts";

export const loader = () => redirect("/dashboard");

export async function action({ request, context }: ActionFunctionArgs) {
  const { ctx, user } = await requireUser({ request, context });
  await acceptTerms(ctx);
  const accepted = { ...user, termsAcceptedAt: user.termsAcceptedAt ?? ctx.now };
  const site = { env: ctx.env, request, now: ctx.now };
  return data(
    { ok: true },
    { headers: currentUserHeaders(site, accepted, ctx.now + sessionLifetimeMs(user.role)) },
  );
}
