import { describe, expect, it } from "vitest";
import { maskPhone, parsePhone } from "#app/domain/phone.ts";
import { API_SCOPES, scopeOf } from "./api-scopes.ts";
import { isApiToken } from "./api-token.ts";
import { changedFields, toAuditFields } from "./audit.ts";
import { secondsOver } from "./limits.ts";
import { isSessionToken } from "./session-token.ts";
import { describeUserAgent } from "./user-agent.ts";

describe("a US phone number", () => {
  it.each(["4235550142", "+14235550142", "1 (423) 555-0142", "423.555.0142"])(
    "%s is kept in one form",
    (text) => {
      expect(parsePhone(text)).toEqual({ kind: "number", phone: "+14235550142" });
    },
  );
  it.each(["", "+", "+1", "1", " + 1 "])("%j is none", (text) =>
    expect(parsePhone(text).kind).toBe("empty"),
  );
  it.each([
    "+525580000000",
    "1235550142",
    "42355501",
    "423555014x",
    "4231550142",
    "+1423555014222",
  ])("%s is not one", (text) => expect(parsePhone(text).kind).toBe("invalid"));
  it("is shown by its last four digits", () =>
    expect(maskPhone("+14235550142")).toBe("(***) ***-0142"));
});

describe("an API token's scope", () => {
  it("follows from the path, and what nobody named takes a session", () => {
    expect(scopeOf("/v1/devices/{id}/tags", "GET")).toBe("read:machines");
    expect(scopeOf("/v1/metric_averages", "POST")).toBe("read:series");
    for (const path of [
      "/v1/customers/{id}/users",
      "/v1/users/me",
      "/v1/something_new",
      "/v1/audit",
    ])
      expect(scopeOf(path, "GET")).toBeNull();
    expect(scopeOf("/v1/customers", "POST")).toBeNull();
    expect(new Set(API_SCOPES).size).toBe(API_SCOPES.length);
  });
  it("is never taken for a session's token", () => {
    const token = `hat_${"a".repeat(43)}`;
    expect([isApiToken(token), isSessionToken(token), isApiToken("a".repeat(43))]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe("the audit log", () => {
  it("drops every secret, whatever it is called", () => {
    const secrets = {
      passwordHash: "x",
      token: "x",
      key: "hsk_x",
      note: "hat_abc",
      code: "123456",
      clientSecret: "s",
    };
    expect(toAuditFields(secrets)).toBeNull();
    expect(toAuditFields({ ...secrets, machineKey: "DB1.X", reset_password: true })).toEqual({
      machine_key: "DB1.X",
      reset_password: true,
    });
  });
  it("names fields as /v1 does, whatever they are called in the code", () => {
    expect(toAuditFields({ facilityId: 1, facility_id: 1, isX: 2 })).toEqual({
      facility_id: 1,
      is_x: 2,
    });
  });
  it("tells only what changed", () => {
    expect(changedFields({ a: 1, b: [1], c: 3 }, { a: 1, b: [2], d: null })).toEqual({
      before: { b: [1] },
      after: { b: [2] },
    });
  });
});

it("a limit counts inside its window and says when there is room again", () => {
  const limit = { name: "x", most: 2, windowMs: 1_000 };
  expect([
    secondsOver([1, 500, 900], limit, 1_000),
    secondsOver([1, 500, 900], limit, 1_001),
  ]).toEqual([1, null]);
});

describe("a browser in words", () => {
  it.each([
    [
      "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/142.0 Safari/537.36 Edg/142.0",
      "Edge",
      "Windows",
    ],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1",
      "Safari",
      "iPhone",
    ],
    ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox", "Linux"],
    ["Mozilla/5.0 (Linux; Android 15) Chrome/142.0 Mobile Safari/537.36", "Chrome", "Android"],
    ["curl/8.9", "curl", null],
    ["<script>", null, null],
    [null, null, null],
    [
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/142.0.0.0 Safari/537.36",
      "Chrome",
      "Linux",
    ],
  ])("%s", (text, browser, system) => expect(describeUserAgent(text)).toEqual({ browser, system }));
});
