import {
  CURRENT_USER_COOKIE,
  isSecureSite,
  readCookie,
  sessionCookieName,
  type Site as AnySite,
} from "#app/domain/access/session-token.ts";
import type { SignedInUser } from "#app/domain/access/signed-in-user.ts";

export type Site = AnySite & { request: Request };

export function readSessionCookie(site: Site): string | null {
  return readCookie(site.request.headers.get("Cookie"), sessionCookieName(isSecureSite(site)));
}

const attributes = (secure: boolean, maxAgeSeconds: number) =>
  `Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax${secure ? "; Secure" : ""}`;

/** What the page may know of who is signed in, and nothing more (spec 000 §3). Never trusted by the server. */
const currentUser = (user: SignedInUser) => ({
  id: user.id,
  role: user.role,
  customer_id: user.customerId,
  terms_accepted_at:
    user.termsAcceptedAt === null ? null : new Date(user.termsAcceptedAt).toISOString(),
  reset_password: user.resetPassword,
  notifications_email: user.notificationsEmail,
});

function currentUserCookie(secure: boolean, user: SignedInUser, maxAgeSeconds: number): string {
  return `${CURRENT_USER_COOKIE}=${encodeURIComponent(JSON.stringify(currentUser(user)))}; ${attributes(secure, maxAgeSeconds)}`;
}

/** `Set-Cookie` headers of a session that was just opened. */
export function sessionHeaders(
  site: Site & { now: number },
  session: { token: string; user: SignedInUser; expiresAt: number },
): Headers {
  const secure = isSecureSite(site);
  const seconds = Math.max(0, Math.floor((session.expiresAt - site.now) / 1000));
  const headers = new Headers();
  headers.append(
    "Set-Cookie",
    `${sessionCookieName(secure)}=${session.token}; HttpOnly; ${attributes(secure, seconds)}`,
  );
  headers.append("Set-Cookie", currentUserCookie(secure, session.user, seconds));
  return headers;
}

/** Writes the `currentUser` cookie again after something in it changed. */
export function currentUserHeaders(
  site: Site & { now: number },
  user: SignedInUser,
  expiresAt: number,
): Headers {
  const seconds = Math.max(0, Math.floor((expiresAt - site.now) / 1000));
  return new Headers({ "Set-Cookie": currentUserCookie(isSecureSite(site), user, seconds) });
}

/** `Set-Cookie` headers that forget the session. */
export function clearedSessionHeaders(site: Site): Headers {
  const secure = isSecureSite(site);
  const headers = new Headers();
  headers.append("Set-Cookie", `${sessionCookieName(secure)}=; HttpOnly; ${attributes(secure, 0)}`);
  headers.append("Set-Cookie", `${CURRENT_USER_COOKIE}=; ${attributes(secure, 0)}`);
  return headers;
}
