import { describe, expect, it } from "vitest";
import { passwordProblem } from "./password-rules.ts";

describe("a password", () => {
  it("has 12 to 128 characters as people count them", () => {
    expect(passwordProblem("k7#mQp2!xZa")).toBe("too_short");
    expect(passwordProblem("k7#mQp2!xZab")).toBeNull();
    expect(passwordProblem("ab c".repeat(32))).toBeNull();
    expect(passwordProblem(`${"ab c".repeat(32)}x`)).toBe("too_long");
    expect(passwordProblem("🔧📦🏭".repeat(4))).toBeNull();
    expect(passwordProblem("🔧📦🏭🔩".repeat(2))).toBe("too_short");
  });

  it.each([
    "password1234",
    "Password12345!",
    "QWERTYuiop123",
    "123456789012",
    "abcdefghijklm",
    "zyxwvutsrqpon",
    "aaaaaaaaaaaaaa",
    "ababababababab",
    "Welcome2026!!!!",
    "Basketball2026!",
    "Helios2026!!!",
    "contraseña2026",
    "correct horse battery staple",
  ])("is not common like %s", (password) => {
    expect(passwordProblem(password)).toBe("too_common");
  });

  it.each([
    "Helios-Demo-2026",
    "the corrugator hums at night",
    "violet lamp under 9 pines",
    "marmot-quill-adobe",
  ])("needs no rules of composition: %s", (password) => {
    expect(passwordProblem(password)).toBeNull();
  });
});
