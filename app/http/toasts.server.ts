/** A message that survives a redirect: a cookie for one page view, shown and forgotten (spec 000 §9: 6 s). */
import { redirect } from "@remix-run/cloudflare";
import { z } from "zod";
import { readCookie } from "~/domain/access/session-token";

const TOAST_COOKIE = "toast";
const LIFETIME_SECONDS = 60;

const toastSchema = z.object({
  kind: z.enum(["success", "error", "info"]),
  /** Key of the `common` namespace. */
  key: z.string().max(100),
  values: z.record(z.string(), z.union([z.string().max(200), z.number()])).optional(),
});
export type Toast = z.infer<typeof toastSchema>;

const cookie = (value: string, seconds: number) => `${TOAST_COOKIE}=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax; HttpOnly`;

export function redirectWithToast(to: string, toast: Toast, headers = new Headers()): Response {
  headers.append("Set-Cookie", cookie(encodeURIComponent(JSON.stringify(toast)), LIFETIME_SECONDS));
  return redirect(to, { headers });
}

/** The waiting toast and the header that forgets it; both null when none waits. */
export function takeToast(request: Request): { toast: Toast | null; headers: Headers } {
  const text = readCookie(request.headers.get("Cookie"), TOAST_COOKIE);
  if (text === null) return { toast: null, headers: new Headers() };
  return { toast: parseToast(text), headers: new Headers({ "Set-Cookie": cookie("", 0) }) };
}

function parseToast(text: string): Toast | null {
  try {
    return toastSchema.safeParse(JSON.parse(decodeURIComponent(text))).data ?? null;
  } catch {
    return null;
  }
}
