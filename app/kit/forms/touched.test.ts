import { expect, it } from "vitest";
import { contentsOf, firstContents, isTouched, untouchedOf } from "./touched.ts";

const NONE = { elements: [] };
const FIELDS = ["name", "lines", "mails", "role"];
const sent = (...entries: [string, string][]): [string, string][] => [
  ["send_key", String(Math.random())],
  ["untouched", "name"],
  ...entries,
];

it("names the fields that would send what they began with, also where that is nothing", () => {
  const first = firstContents(NONE, sent(["name", "Ann"], ["lines[0].to", "a"], ["role", "user"]));
  expect(isTouched(first, contentsOf(sent(["role", "user"])))).toBe(true);
  const same = contentsOf(sent(["role", "user"], ["name", "Ann"], ["lines[0].to", "a"]));
  expect(isTouched(first, same)).toBe(false);
  expect(untouchedOf(FIELDS, first, same)).toEqual(FIELDS);

  const more = sent(["name", "Ann"], ["lines[0].to", "a"], ["lines[1].to", "b"], ["mails", "on"]);
  // The role is not asked for any more: that is a change as well.
  expect(untouchedOf(FIELDS, first, contentsOf(more))).toEqual(["name"]);
});

it("takes what was typed before the page was alive for touched, whatever is typed later", () => {
  const typed = { name: "name", type: "text", value: "Anna", defaultValue: "Ann" };
  const list = { name: "role", type: "select-one", value: "b" };
  const options = [
    { value: "a", selected: false, defaultSelected: false },
    { value: "b", selected: true, defaultSelected: false },
  ];
  // Of a list whose page did not say what is chosen nothing can be told.
  const password = { name: "secret", type: "password", value: "filled in", defaultValue: "" };
  const first = firstContents(
    { elements: [typed, password, { ...list, options }] },
    sent(["name", "Anna"], ["role", "b"]),
  );
  const now = contentsOf(sent(["name", "Anna"], ["role", "b"]));
  expect(untouchedOf(["name", "role"], first, now)).toEqual(["role"]);
  expect(untouchedOf(["name"], first, contentsOf(sent(["name", "Ann"])))).toEqual([]);
  expect(isTouched(first, now)).toBe(true);
});

it("takes other ends of lines for no change", () => {
  const notes = { name: "notes", type: "textarea", value: "a\nb", defaultValue: "a\r\nb" };
  expect(firstContents({ elements: [notes] }, sent(["notes", "a\nb"])).get("notes")).toBe(
    '["notes","a\\nb"]',
  );
});
