import { describe, expect, it } from "vitest";
import { newNonce, withSecurityHeaders } from "./security-headers.ts";

const page = (headers: Record<string, string> = {}) =>
  new Response("<html>", { headers: { "content-type": "text/html; charset=utf-8", ...headers } });
const secured = (path: string, answer = page(), mode = "production") =>
  withSecurityHeaders(answer, {
    nonce: "N",
    url: new URL(path, "https://helios.test"),
    mode,
    publicOrigin: "https://helios.test",
  }).headers;

describe("a page", () => {
  it("runs scripts and style sheets by nonce only, is framed by nobody, and sends forms and sockets home", () => {
    const policy = Object.fromEntries(
      (secured("/login").get("content-security-policy") ?? "").split("; ").map((rule) => {
        const [name = "", ...sources] = rule.split(" ");
        return [name, sources.join(" ")];
      }),
    );
    expect(policy).toMatchObject({
      "default-src": "'self'",
      "script-src": "'self' 'nonce-N'",
      "style-src": "'self' 'nonce-N'",
      "connect-src": "'self' wss://helios.test",
      "object-src": "'none'",
      "base-uri": "'none'",
      "form-action": "'self'",
      "frame-ancestors": "'none'",
    });
    expect(JSON.stringify(policy)).not.toContain("unsafe");
  });

  it("lets a usage-analytics agent load and report where one is on, and names nobody where it is off", () => {
    const policyWith = (usageHosts: string[]) =>
      withSecurityHeaders(page(), {
        ...{ nonce: "N", url: new URL("https://helios.test/dashboard"), mode: "production" },
        ...{ publicOrigin: "https://helios.test", usageHosts },
      }).headers.get("content-security-policy") ?? "";
    expect(policyWith(["https://cdn.u.test", "https://in.u.test"]).split("; ")).toEqual(
      expect.arrayContaining([
        "script-src 'self' 'nonce-N' https://cdn.u.test https://in.u.test",
        "img-src 'self' data: https://cdn.u.test https://in.u.test",
        "connect-src 'self' wss://helios.test https://cdn.u.test https://in.u.test",
        "style-src 'self' 'nonce-N'",
      ]),
    );
    expect(policyWith([])).toBe(secured("/dashboard").get("content-security-policy"));
    expect(policyWith([])).not.toContain("u.test");
  });

  it("opens sockets at the configured origin, whatever Host was asked for", () => {
    const connects = (url: string, mode: string, publicOrigin: string) =>
      /connect-src ([^;]*)/.exec(
        withSecurityHeaders(page(), {
          nonce: "N",
          url: new URL(url),
          mode,
          publicOrigin,
        }).headers.get("content-security-policy") ?? "",
      )?.[1];
    const own = "https://helios.test";
    expect(connects("https://evil.example/login", "production", own)).toBe(
      "'self' wss://helios.test",
    );
    const local = "http://localhost:4000";
    expect(connects("http://evil.example:4000/", "local", local)).toBe(
      "'self' ws://localhost:4000",
    );
    expect(connects("http://localhost:4000/", "local", local)).toBe("'self' ws://localhost:4000");
    expect(connects("http://127.0.0.1:4000/", "local", local)).toBe(
      "'self' ws://localhost:4000 ws://127.0.0.1:4000",
    );
  });

  it("has a nonce of its own", () => {
    const drawn = new Set(Array.from({ length: 100 }, newNonce));
    expect([drawn.size, [...drawn].every((nonce) => atob(nonce).length === 16)]).toEqual([
      100,
      true,
    ]);
  });

  it("whose address is a key tells it to nobody; others tell other sites no path", () => {
    const told = (path: string) => secured(path).get("referrer-policy");
    for (const path of [
      "/login/reset-password/x",
      "/Login/Reset-Password/x",
      "/login/setup-account/x",
      "/s/notifications/unsubscribe/email",
      "/maintenances/1/request_parts_quote",
    ])
      expect([path, told(path)]).toEqual([path, "no-referrer"]);
    expect([told("/machines"), told("/login")]).toEqual([
      "strict-origin-when-cross-origin",
      "strict-origin-when-cross-origin",
    ]);
  });
});

describe("every answer", () => {
  it("is kept by nobody unless it says so, is what it says it is, and wants TLS wherever that is deployed", () => {
    for (const answer of [page(), Response.json({})]) {
      const headers = secured("/x", answer);
      expect(
        Object.fromEntries(
          ["cache-control", "x-content-type-options", "x-frame-options"].map((name) => [
            name,
            headers.get(name),
          ]),
        ),
      ).toEqual({
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
      });
      expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
      expect(headers.get("permissions-policy")).toMatch(/camera=\(\), .*microphone=\(\)/);
      expect(headers.get("strict-transport-security")).toMatch(/^max-age=31536000/);
    }
    expect(secured("/x", page(), "local").get("strict-transport-security")).toBeNull();
    expect(
      secured("/x", page({ "cache-control": "public, max-age=60" })).get("cache-control"),
    ).toBe("public, max-age=60");
  });
});
