import { describe, expect, it } from "vitest";
import { isFromElsewhere, isOwnOrigin, withNamedOrigin } from "./origin.ts";

const OWN = "https://helios.test";
const post = (headers: Record<string, string>) =>
  new Request(`${OWN}/login`, { method: "POST", headers, body: "a=1" });

describe("a form", () => {
  it("is our own when its origin is, or when there is none: then it comes from no browser", () => {
    for (const Origin of [OWN, "https://public.test"])
      expect(isFromElsewhere(post({ Origin }), "https://public.test")).toBe(false);
    expect([isFromElsewhere(post({}), OWN), isOwnOrigin(post({}), OWN)]).toEqual([false, false]);
    for (const Origin of [
      "https://evil.example",
      "null",
      "http://helios.test",
      `${OWN}.evil.example`,
      `${OWN}:8443`,
    ])
      expect([Origin, isFromElsewhere(post({ Origin }), OWN)]).toEqual([Origin, true]);
  });

  it("of a page that tells its address to nobody is our own if the browser says so, and keeps what it carries", async () => {
    const named = withNamedOrigin(
      post({ Origin: "null", "Sec-Fetch-Site": "same-origin", Cookie: "a=b" }),
    );
    expect([
      named.headers.get("Origin"),
      named.headers.get("Cookie"),
      named.method,
      await named.text(),
    ]).toEqual([OWN, "a=b", "POST", "a=1"]);
    expect(isFromElsewhere(named, "")).toBe(false);
  });

  it("of anybody else stays what it was", () => {
    for (const headers of [
      { Origin: "null" },
      { Origin: "null", "Sec-Fetch-Site": "cross-site" },
      { Origin: "null", "Sec-Fetch-Site": "same-site" },
      { Origin: "null", "Sec-Fetch-Site": "none" },
      { Origin: "https://evil.example", "Sec-Fetch-Site": "same-origin" },
    ])
      expect([
        headers,
        isFromElsewhere(withNamedOrigin(post(headers as Record<string, string>)), OWN),
      ]).toEqual([headers, true]);
  });
});
