import { describe, expect, it } from "vitest";
import { safeRedirect } from "./redirect.ts";

describe("a redirect parameter", () => {
  it("keeps paths of this site with query and fragment", () => {
    for (const path of [
      "/machines/7/overview",
      "/reports?tab=measures#top",
      "/machines?name=A%20B",
      "/login/reset-password-authed",
    ])
      expect(safeRedirect(path)).toBe(path);
  });

  it.each([
    "//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "https://evil.example",
    "javascript:alert(1)",
    "evil.example",
    "/%2fevil.example",
    "/%5cevil.example",
    "/a/..//evil.example",
    "/%2e%2e//evil.example",
    "/%09/evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "/a\r\nSet-Cookie: x=1",
    "/a%0d%0aSet-Cookie: x=1",
    "/%",
    "",
    " /dashboard",
    null,
    undefined,
    7,
    `/${"a".repeat(3000)}`,
  ])("falls back for %j", (wanted) => {
    expect(safeRedirect(wanted)).toBe("/dashboard");
  });
});
