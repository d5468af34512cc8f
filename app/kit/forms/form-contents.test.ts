import { expect, it } from "vitest";
import { initialContents, sentContents } from "./form-contents.ts";

const text = (value: string, defaultValue: string) => ({
  ...{ name: "name", type: "text", value, defaultValue },
});
const option = (value: string, selected: boolean, defaultSelected: boolean) => ({
  ...{ value, selected, defaultSelected },
});
const isDirty = (...elements: unknown[]) =>
  sentContents({ elements }) !== initialContents({ elements });

it("sees typed text, ticks and choices, also those of before the page was alive", () => {
  expect(isDirty(text("Ann", "Ann"))).toBe(false);
  expect(isDirty(text("Anna", "Ann"))).toBe(true);
  const box = { name: "on", type: "checkbox", value: "on" };
  expect(isDirty({ ...box, checked: true, defaultChecked: true })).toBe(false);
  expect(isDirty({ ...box, checked: false, defaultChecked: true })).toBe(true);
  const list = { name: "zone", type: "select-one", value: "b" };
  expect(isDirty({ ...list, options: [option("a", true, false)] })).toBe(false);
  expect(isDirty({ ...list, options: [option("a", false, true), option("b", true, false)] })).toBe(
    true,
  );
});

it("passes over buttons, hidden fields and what has no name", () => {
  expect(
    isDirty(
      { name: "intent", type: "submit", value: "save", defaultValue: "" },
      { name: "id", type: "hidden", value: "2", defaultValue: "1" },
      { ...text("a", "b"), name: "" },
    ),
  ).toBe(false);
});
