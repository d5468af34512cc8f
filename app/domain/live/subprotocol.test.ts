import { describe, expect, it } from "vitest";
import { readAuthToken, readSubprotocol } from "./subprotocol.ts";

const TOKEN = "hat_A-_b".padEnd(47, "x");
/** As phoenix.js makes it (assets/js/phoenix/socket.js). */
const asPhoenix = (token: string) =>
  `phoenix, base64url.bearer.phx.${btoa(token).replace(/=/g, "")}`;

describe("the subprotocol of a socket", () => {
  it("brings the token as phoenix.js sends it, and as base64url", () => {
    for (const token of [TOKEN, "a", "ab", "abc", "\u00ff\u00fe?>"]) {
      expect(readAuthToken(asPhoenix(token))).toBe(token);
      const url = asPhoenix(token).replaceAll("+", "-").replaceAll("/", "_");
      expect(readAuthToken(url)).toBe(token);
    }
  });

  it("is answered with phoenix, and with nothing when that was not offered", () => {
    expect(readSubprotocol(asPhoenix(TOKEN))).toBe("phoenix");
    expect(readSubprotocol("phoenix")).toBe("phoenix");
    expect(readSubprotocol("graphql-ws")).toBeNull();
    expect(readSubprotocol(null)).toBeNull();
  });

  it.each([
    ["no header", null],
    ["no token", "phoenix"],
    ["an empty token", "phoenix, base64url.bearer.phx."],
    ["what is no base64", "phoenix, base64url.bearer.phx.a*b"],
    ["base64 of an impossible length", "phoenix, base64url.bearer.phx.abcde"],
    ["another bearer", "phoenix, base64url.bearer.k8s.abcd"],
    ["a header of 10 kB", `phoenix, base64url.bearer.phx.${"a".repeat(10_000)}`],
  ])("has no token in %s", (_name, header) => {
    expect(readAuthToken(header)).toBeNull();
  });
});
