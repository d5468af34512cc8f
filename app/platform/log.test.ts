import { DrizzleQueryError } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { errorText, log, withoutSecrets } from "./log.ts";

const TOKEN = "q7Zr1xV0cB3nM5kL8jH2gF4dS6aP9oI1uY3tR5eW7Qz";

describe("a log line", () => {
  it("holds no token, key, hash or address, wherever they come from", () => {
    const lines: string[] = [];
    vi.spyOn(console, "error").mockImplementation((line: string) => void lines.push(line));
    const error = new DrizzleQueryError(
      "update users set password_hash = ?",
      ["scrypt$16384$aa$bb", "kim@x.example", TOKEN],
      new Error("D1 is away"),
    );
    const path = `/login/reset-password/${TOKEN}`;
    log({
      event: "request_failed",
      requestId: "r-1",
      method: "POST",
      path,
      error: errorText(error),
      stack: error.stack ?? "",
    });
    log({
      event: "request_failed",
      requestId: "r-2",
      method: "GET",
      path: "/v1/users/kim%40x.example",
      error: `hat_${TOKEN} hsk_abc`,
    });
    expect(lines).toHaveLength(2);
    for (const secret of [TOKEN, "scrypt", "kim", "hsk_abc", "hat_"])
      expect(lines.join()).not.toContain(secret);
    const [first] = lines.map(
      (line) =>
        JSON.parse(line) as { path: string; error: string; stack: string; requestId: string },
    );
    expect(first).toMatchObject({ path: "/login/reset-password/{}", requestId: "r-1" });
    expect(first?.error).toContain("update users set password_hash = ?");
    expect(first?.error).toContain("D1 is away");
    expect(first?.stack).toContain("log.test.ts");
  });

  it("keeps what it needs to be found by", () => {
    const text =
      "TypeError: a.b is not a function at /machines/7/overview 0b1e7c1e-9c5e-4d53-9a55-0d6f8f8c6a11";
    expect(withoutSecrets(text)).toBe(text);
  });

  it("is cut before it is looked through, and holds no half of a secret", () => {
    const long = withoutSecrets("x ".repeat(3_980) + TOKEN + " y".repeat(100_000));
    expect(long.length).toBeLessThan(8_100);
    expect(long).not.toContain(TOKEN.slice(0, 8));
    expect(withoutSecrets("a".repeat(1_000_000)).length).toBeLessThan(8_100);
  });

  it("takes steps in proportion to its length, whatever it is made of", () => {
    // Quadratic, each of them took seconds.
    for (const piece of [
      "a",
      "a.",
      "a+",
      "a@",
      "a@a",
      "%40",
      "hat_",
      "scrypt$",
      "\n",
      "\n at",
      "-",
    ])
      expect(withoutSecrets(`\nparams: ${piece.repeat(500_000)}`).length).toBeLessThan(8_100);
  });

  it("holds no address and no key of an enrollment", () => {
    expect(withoutSecrets("-kim@x.example, <kim.b+1@a-b.example>; x kim%40x.example")).toBe(
      "{}, <{}>; x {}",
    );
    expect(withoutSecrets("key hek_abc-def, hdt_x")).toBe("key {}, {}");
  });
});
