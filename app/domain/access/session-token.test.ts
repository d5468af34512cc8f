import { expect, test } from "vitest";
import { readCookie } from "./session-token.ts";

test("a cookie is found by its name, between blanks", () => {
  expect(readCookie("a=1; \t__Host-sessionId=token ; b=2", "__Host-sessionId")).toBe("token");
  expect(readCookie("sessionId=", "sessionId")).toBe("");
  expect(readCookie(null, "sessionId")).toBeNull();
});

test("a name that only looks the same is another, whatever a browser lets a site plant", () => {
  for (const planted of [
    "\u00a0__Host-sessionId",
    "__Host-sessionId\u00a0",
    "\ufeff__Host-sessionId",
  ])
    expect(readCookie(`${planted}=stolen`, "__Host-sessionId")).toBeNull();
});
