import { describe, expect, it } from "vitest";
import type { SignedInUser } from "#app/domain/access/signed-in-user.ts";
import { NOW } from "#tests/factories/people.ts";
import {
  clearedSessionHeaders,
  readSessionCookie,
  sessionHeaders,
} from "./session-cookies.server.ts";

const user: SignedInUser = {
  id: 4,
  firstName: "Marcus",
  lastName: "Bell",
  email: "user@acme.example",
  phone: "+14235550142",
  phoneVerifiedAt: null,
  role: "user",
  status: "active",
  customerId: 1,
  make: null,
  facilityIds: [1],
  resetPassword: false,
  notificationsEmail: true,
  termsAcceptedAt: NOW,
  locale: null,
  timeZone: null,
  failedSignIns: [],
};
const site = (url: string, PUBLIC_ORIGIN = "", cookie?: string) => ({
  env: { PUBLIC_ORIGIN },
  request: new Request(url, cookie === undefined ? {} : { headers: { Cookie: cookie } }),
  now: NOW,
});
const session = { token: "t".repeat(43), user, expiresAt: NOW + 3_600_500 };

describe("session cookies", () => {
  it("keep the token from scripts, and from other origins over TLS", () => {
    const [plain] = sessionHeaders(site("http://localhost:4000/"), session).getSetCookie();
    expect(plain).toBe(`sessionId=${session.token}; HttpOnly; Path=/; Max-Age=3600; SameSite=Lax`);
    for (const secure of [
      site("https://helios.test/"),
      site("http://10.0.0.1/", "https://helios.test"),
    ]) {
      expect(sessionHeaders(secure, session).getSetCookie()[0]).toBe(
        `__Host-sessionId=${session.token}; HttpOnly; Path=/; Max-Age=3600; SameSite=Lax; Secure`,
      );
    }
  });

  it("tell the page six things about the user and nothing more", () => {
    const [, cookie = ""] = sessionHeaders(site("http://localhost/"), session).getSetCookie();
    const value = cookie.slice("currentUser=".length, cookie.indexOf(";"));
    expect(JSON.parse(decodeURIComponent(value))).toEqual({
      id: 4,
      role: "user",
      customer_id: 1,
      terms_accepted_at: new Date(NOW).toISOString(),
      reset_password: false,
      notifications_email: true,
    });
  });

  it("are read by the name they were set with, and forgotten by it", () => {
    expect(readSessionCookie(site("http://x/", "", "a=1; sessionId=abc; b=2"))).toBe("abc");
    expect(readSessionCookie(site("https://x/", "", "sessionId=abc"))).toBeNull();
    expect(readSessionCookie(site("https://x/", "", "__Host-sessionId=abc"))).toBe("abc");
    for (const cookie of clearedSessionHeaders(site("https://x/")).getSetCookie())
      expect(cookie).toMatch(/^(__Host-sessionId|currentUser)=;.*Max-Age=0/);
  });
});
