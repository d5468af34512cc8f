import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { AppError } from "#app/domain/errors.ts";
import { setNotificationsEmail } from "#app/features/people/subscription.server.ts";
import { getDeps } from "#app/platform/context.server.ts";

/** Somebody opened the address of their mail program: the page asks first. */
export const loader = ({ request }: LoaderFunctionArgs) =>
  redirect(`/s/notifications/unsubscribe/email${new URL(request.url).search}`);

/** RFC 8058: a mail program posts here, with no session and no cookie; the signed link is all that counts. */
export async function action({ request, context }: ActionFunctionArgs) {
  const token = new URL(request.url).searchParams.get("token") ?? "";
  try {
    await setNotificationsEmail(getDeps(context, request), { token }, false);
    return new Response(null, { status: 204 });
  } catch (error) {
    if (error instanceof AppError) return new Response(error.message, { status: error.status });
    throw error;
  }
}
