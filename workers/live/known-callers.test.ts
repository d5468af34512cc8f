import { expect, it } from "vitest";
import { KnownCallers } from "./known-callers.ts";

function open() {
  const callers = new KnownCallers<string>();
  let asked = 0;
  const find = (token: string, nowMs: number, answer: string | null | Error = token) =>
    callers.find(token, nowMs, async () => {
      asked += 1;
      if (answer instanceof Error) throw answer;
      return answer;
    });
  return { find, asked: () => asked };
}

it("asks once for all that come with a token within a second", async () => {
  const { find, asked } = open();
  expect(await Promise.all([find("a", 0), find("a", 1), find("b", 2), find("a", 999)])).toEqual([
    "a",
    "a",
    "b",
    "a",
  ]);
  expect(asked()).toBe(2);
  await find("a", 1_000);
  expect(asked()).toBe(3);
});

it("remembers neither a refusal nor a failure", async () => {
  const { find, asked } = open();
  expect(await find("a", 0, null)).toBeNull();
  expect(await find("a", 1)).toBe("a");
  await expect(find("b", 0, new Error("away"))).rejects.toThrow("away");
  expect(await find("b", 1)).toBe("b");
  expect(asked()).toBe(4);
});
