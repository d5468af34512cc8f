import { expect, test } from "vitest";
import { isLeaving } from "./leaving.ts";

const dirty = { isDirty: () => true };
const clean = { isDirty: () => false };
const at = (address: string) => {
  const { pathname, search } = new URL(address, "https://helios.test");
  return { pathname, search };
};
const asks = (
  forms: Parameters<typeof isLeaving>[0],
  from: string,
  to: string,
  isByBrowser = false,
) => isLeaving(forms, at(from), at(to), isByBrowser);

test("another page loses what any form holds", () => {
  expect(asks([clean, dirty], "/machines", "/reports")).toBe(true);
  expect(asks([clean], "/machines", "/reports")).toBe(false);
  expect(asks([], "/machines", "/reports")).toBe(false);
});

test("another part of the page loses the forms that stand in it, and no others", () => {
  const inPart = { ...dirty, params: ["sampler", "view"] };
  expect(asks([inPart], "/samplers?sampler=1", "/samplers?sampler=2")).toBe(true);
  expect(asks([inPart], "/samplers?sampler=1", "/samplers?sampler=1&view=health")).toBe(true);
  expect(asks([inPart], "/samplers?sampler=1", "/samplers?sampler=1&page=2")).toBe(false);
  expect(asks([dirty], "/samplers?sampler=1", "/samplers?sampler=2")).toBe(false);
  expect(asks([{ ...clean, params: ["sampler"] }], "/samplers", "/samplers?sampler=2")).toBe(false);
});

test("what the address opens over the page asks itself before it closes, and not before the way back", () => {
  const over = { ...dirty, params: ["entry"], isOver: true };
  expect(asks([over], "/notifications?entry=new", "/notifications")).toBe(false);
  expect(asks([over], "/notifications?entry=new", "/notifications", true)).toBe(true);
  expect(asks([over], "/notifications?entry=new", "/notifications?entry=new&page=2", true)).toBe(
    false,
  );
  expect(asks([over], "/notifications?entry=new", "/machines")).toBe(true);
});
