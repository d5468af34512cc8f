import { describe, expect, it } from "vitest";
import { isFromElsewhere, isOwnOrigin, withHostOfOrigin, withNamedOrigin } from "./origin.ts";

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

  it("is told by the host of its origin, whatever the caller or a proxy says of it", async () => {
    const told = withHostOfOrigin(
      post({ Origin: "https://public.test:8443", Host: "10.0.0.1", "X-Forwarded-Host": "evil" }),
    );
    expect([told.headers.get("X-Forwarded-Host"), await told.text()]).toEqual([
      "public.test:8443",
      "a=1",
    ]);
    const asked = [new Request(OWN, { headers: { Origin: OWN } }), post({})];
    for (const request of asked) expect(withHostOfOrigin(request)).toBe(request);
  });
});
