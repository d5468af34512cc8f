import { describe, expect, it } from "vitest";
import { listFiles, readText, isTest } from "#tests/house/source-files.ts";
import { parseMailAddress } from "./address.ts";

describe("an e-mail address", () => {
  it.each([
    ["Kim.Lee+reports@Acme.Example", "kim.lee+reports@acme.example"],
    [" a@b.co ", "a@b.co"],
    ["o'neil@x.example", "o'neil@x.example"],
    ["ana@cartón.example", "ana@xn--cartn-3ta.example"],
    ["ana@CARTÓN.example", "ana@xn--cartn-3ta.example"],
    ["ana@xn--cartn-3ta.example", "ana@xn--cartn-3ta.example"],
  ])("%s has one spelling", (text, kept) => {
    expect(parseMailAddress(text)).toBe(kept);
  });

  it.each([
    "",
    "x",
    "@x.example",
    "a@",
    "a@b",
    "añ@x.example",
    "\u212aelvin@x.example",
    "a b@x.example",
    ".a@x.example",
    "a.@x.example",
    "a..b@x.example",
    "a@b@x.example",
    "a@x..example",
    "a@.example",
    "a@x.example.",
    "a@-x.example",
    "a@1.2.3.4",
    "a@1.2",
    "a@0x7f.1",
    "a@[1.2.3.4]",
    "a@x.example/path",
    "a@x.example?q",
    "a@x.example#f",
    "a@x.example:25",
    "a@u:p@x.example",
    "a@x%2eexample",
    "a@x.exa\u200bmple",
    "a@x.exa\u00admple",
    "a@x.example\r\nBcc: b@x.example",
    '"a b"@x.example',
    "a<b@x.example>",
    "a,b@x.example",
    `${"a".repeat(65)}@x.example`,
    `a@${"b".repeat(64)}.example`,
    `a@${"b.".repeat(130)}example`,
  ])("is not %j", (text) => {
    expect(parseMailAddress(text)).toBeNull();
  });

  it("is refused at once when it is long", () => {
    for (const text of ["a".repeat(1_000_000), `a@${".".repeat(1_000_000)}`, "@".repeat(1_000_000)])
      expect(parseMailAddress(text)).toBeNull();
  });

  it("is checked by this rule and no other", () => {
    const others = ["app", "workers", "scripts"]
      .flatMap((folder) => listFiles(folder))
      .filter((path) => /\.tsx?$/.test(path) && !isTest(path))
      .filter((path) => path !== "app/domain/mail/address.ts")
      .filter((path) =>
        /z\.email\(|\.email\(["'`)]|@\[\^|mail\w*\.trim\(\)\.toLowerCase/.test(readText(path)),
      );
    expect(others).toEqual([]);
  });
});
