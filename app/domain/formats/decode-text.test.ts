import { expect, it } from "vitest";
import { decodeText } from "./decode-text.ts";

it.each([
  ["UTF-8", [0xc3, 0xb3, 0xe2, 0x82, 0xac]],
  ["UTF-8 by its mark", [0xef, 0xbb, 0xbf, 0xc3, 0xb3, 0xe2, 0x82, 0xac]],
  ["UTF-16, small end first", [0xff, 0xfe, 0xf3, 0x00, 0xac, 0x20]],
  ["UTF-16, large end first", [0xfe, 0xff, 0x00, 0xf3, 0x20, 0xac]],
  ["Windows-1252", [0xf3, 0x80]],
])("reads %s", (_, bytes) => {
  expect(decodeText(Uint8Array.from(bytes).buffer)).toBe("\u00f3\u20ac");
});

it.each([
  ["small", [0x61, 0x00, 0xac, 0x20]],
  ["large", [0x00, 0x61, 0x20, 0xac]],
])("reads UTF-16 without a mark, %s end first", (_, bytes) => {
  expect(decodeText(Uint8Array.from(bytes).buffer)).toBe("a\u20ac");
});

it("is empty for nothing", () => {
  expect(decodeText(new ArrayBuffer(0))).toBe("");
});
