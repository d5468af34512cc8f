import { beforeAll, describe, expect, it } from "vitest";
import { apiTokens } from "#app/db/schema/index.ts";
import { sha256Hex } from "#app/db/secrets.ts";
import { ORIGIN, testContext } from "#tests/factories/api.ts";
import { openTestDb } from "#tests/factories/db.ts";
import { createSession, createUser, NOW } from "#tests/factories/people.ts";
import {
  findUser,
  requireAnonymous,
  requireRole,
  requireSession,
  requireUser,
} from "./guards.server.ts";

const db = openTestDb();
const tokens: Record<string, string> = {};

beforeAll(async () => {
  for (const [name, user] of Object.entries({
    user: { role: "user" },
    superuser: { role: "superuser" },
    reset: { role: "user", resetPassword: true },
  } as const)) {
    tokens[name] = (await createSession(db(), (await createUser(db(), user)).actor)).token;
  }
});

function args(
  path: string,
  who?: string,
  init: RequestInit & { headers?: Record<string, string> } = {},
) {
  const headers = {
    ...(who === undefined ? {} : { Cookie: `__Host-sessionId=${tokens[who]}` }),
    ...init.headers,
  };
  return {
    request: new Request(ORIGIN + path, { ...init, headers }),
    context: testContext({ db: db(), now: NOW }),
  };
}

/** Where a guard sends somebody, or its refusal's status. */
async function sentBy(guard: Promise<unknown>): Promise<string | number | null> {
  try {
    await guard;
    return null;
  } catch (thrown) {
    if (!(thrown instanceof Response)) throw thrown;
    return thrown.headers.get("Location") ?? thrown.status;
  }
}

describe("the guards of pages", () => {
  it("send the unknown to sign in, with the page they wanted", async () => {
    expect(await sentBy(requireUser(args("/machines/7/overview?event_id=3")))).toBe(
      "/login?redirect=%2Fmachines%2F7%2Foverview%3Fevent_id%3D3",
    );
    expect(await sentBy(requireUser(args("/dashboard.data?_routes=x")))).toBe(
      "/login?redirect=%2Fdashboard",
    );
    expect(await sentBy(requireSession(args("/account")))).toBe("/login?redirect=%2Faccount");
  });

  it("let the signed-in through and keep them off the sign-in pages", async () => {
    expect((await requireUser(args("/dashboard", "user"))).ctx.actor.role).toBe("user");
    for (const [path, end] of [
      ["/login", "/dashboard"],
      ["/login?redirect=/machines", "/machines"],
      [`/login?redirect=${encodeURIComponent("/machines/1?a=1")}`, "/machines/1?a=1"],
      ["/login?redirect=//evil.example", "/dashboard"],
      ["/login?redirect=https://evil.example/machines", "/dashboard"],
      ["/login?redirect=/%2fevil.example", "/dashboard"],
    ] as const)
      expect(await sentBy(requireAnonymous(args(path, "user"))), path).toBe(end);
    expect(await sentBy(requireAnonymous(args("/login")))).toBeNull();
    expect([await findUser(args("/")), (await findUser(args("/", "user")))?.role]).toEqual([
      null,
      "user",
    ]);
  });

  it("take no API token in the cookie's place", async () => {
    const token = `hat_${"a".repeat(43)}`;
    const { actor } = await createUser(db(), { role: "superuser" });
    const row = {
      userId: actor.userId,
      name: "x",
      tokenHash: sha256Hex(token),
      scopes: ["read:machines" as const],
      createdAt: NOW,
      expiresAt: NOW + 1e9,
    };
    await db().insert(apiTokens).values(row);
    expect(
      await findUser(
        args("/dashboard", undefined, { headers: { Cookie: `__Host-sessionId=${token}` } }),
      ),
    ).toBeNull();
  });

  it("send who must reset the password there first", async () => {
    expect(await sentBy(requireUser(args("/reports", "reset")))).toBe(
      "/login/reset-password-authed?redirect=%2Freports",
    );
    expect(await sentBy(requireSession(args("/login/reset-password-authed", "reset")))).toBeNull();
  });

  it("show other roles error-401", async () => {
    expect(await sentBy(requireRole(args("/admin", "user"), "superuser"))).toBe(
      "/errors/error-401",
    );
    expect(await sentBy(requireRole(args("/admin", "superuser"), "superuser"))).toBeNull();
  });

  it("refuse forms of other sites", async () => {
    const form = (origin?: string) =>
      args("/logout", "user", {
        method: "POST",
        ...(origin ? { headers: { Origin: origin } } : {}),
      });
    expect(await sentBy(requireUser(form("https://evil.example")))).toBe(403);
    expect(
      await sentBy(
        requireAnonymous(
          args("/login", undefined, { method: "POST", headers: { Origin: "null" } }),
        ),
      ),
    ).toBe(403);
    expect(await sentBy(requireUser(form(ORIGIN)))).toBeNull();
    expect(await sentBy(requireUser(form()))).toBeNull();
  });

  it("look a session up once per request", async () => {
    const one = args("/dashboard", "user");
    const [first, second] = await Promise.all([requireUser(one), requireUser(one)]);
    expect(first.ctx).toBe(second.ctx);
  });
});
