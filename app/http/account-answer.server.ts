import type { z } from "zod";
import type { Actor } from "~/domain/access/types";
import { toAccountChange, type accountBody } from "~/features/account/schemas";
import { updateAccount } from "~/features/account/update-account.server";
import type { SignedInUser } from "~/features/session/user-record.server";
import type { Deps } from "./context.server";
import { readSessionCookie, sessionHeaders } from "./session-cookies.server";

type Question = { deps: Deps; actor: Actor; request: Request; body: z.output<typeof accountBody> };
type Changed = { user: SignedInUser; token?: string; headers: Headers };

/** Changes the own account for a call. A new password began a new session: its token goes with the answer, and into a page's cookie. */
export async function changeAccount({ deps, actor, request, body }: Question): Promise<Changed> {
  const userAgent = request.headers.get("User-Agent");
  const { user, opened } = await updateAccount({ ...deps, actor, userAgent }, toAccountChange(body));
  if (opened === null) return { user, headers: new Headers() };
  const site = { env: deps.env, request, now: deps.now };
  return { user, token: opened.token, headers: readSessionCookie(site) === null ? new Headers() : sessionHeaders(site, opened) };
}
