import { redirect, type ActionFunctionArgs } from "@remix-run/cloudflare";
import { signOut } from "~/features/session/sign-out.server";
import { requireSession } from "~/http/guards.server";
import { clearedSessionHeaders } from "~/http/session-cookies.server";

/** Nobody logs out by following a link. */
export const loader = () => redirect("/dashboard");

export async function action({ request, context }: ActionFunctionArgs) {
  const { actor, deps } = await requireSession({ request, context });
  await signOut({ ...deps, actor });
  return redirect("/login", { headers: clearedSessionHeaders({ env: deps.env, request }) });
}
