import { redirect, redirectDocument, type ActionFunctionArgs } from "@remix-run/cloudflare";
import { signOut } from "#app/features/people/sign-out.server.ts";
import { requireSession } from "#app/pages/guards.server.ts";
import { clearedSessionHeaders } from "#app/platform/session-cookies.server.ts";

/** Nobody logs out by following a link. */
export const loader = () => redirect("/dashboard");

export async function action({ request, context }: ActionFunctionArgs) {
  const { ctx } = await requireSession({ request, context });
  await signOut(ctx);
  // A whole page: nothing of theirs stays in the browser, and the language is the browser's own again.
  return redirectDocument("/login", { headers: clearedSessionHeaders({ env: ctx.env, request }) });
}
