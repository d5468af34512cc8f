import type { z } from "zod";
import type { Actor } from "#app/domain/access/types.ts";
import { toAccountChange, type accountBody } from "./account-schemas.ts";
import { updateAccount } from "./update-account.server.ts";
import type { SignedInUser } from "./user-record.server.ts";
import type { Deps } from "#app/platform/context.server.ts";
import { readSessionCookie, sessionHeaders } from "#app/platform/session-cookies.server.ts";

type Question = { deps: Deps; actor: Actor; request: Request; body: z.output<typeof accountBody> };
type Changed = { user: SignedInUser; token?: string; headers: Headers };

/** Changes the own account for a call. A new password began a new session: its token goes with the answer, and into a page's cookie. */
export async function changeAccount({ deps, actor, request, body }: Question): Promise<Changed> {
  const userAgent = request.headers.get("User-Agent");
  const { user, opened } = await updateAccount(
    { ...deps, actor, userAgent },
    toAccountChange(body),
  );
  if (opened === null) return { user, headers: new Headers() };
  const site = { env: deps.env, request, now: deps.now };
  return {
    user,
    token: opened.token,
    headers: readSessionCookie(site) === null ? new Headers() : sessionHeaders(site, opened),
  };
}
