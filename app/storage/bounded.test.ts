import { expect, it } from "vitest";
import { answersById } from "./bounded.ts";

it("leaves out who fails, and asks nobody any more once the patience with all is over", async () => {
  const asked: number[] = [];
  let answerLate = (_answer: string) => {};
  const late = new Promise<string>((resolve) => (answerLate = resolve));
  const patience = { atOnce: 1, eachMs: 60_000, allMs: 20 };
  const answers = await answersById([1, 2, 3, 4], patience, (id) => {
    asked.push(id);
    if (id === 1) return Promise.resolve("one");
    return id === 2 ? Promise.reject(new Error("no recorder")) : late;
  });
  answerLate("three");
  await new Promise((resolve) => setImmediate(resolve));
  expect([...answers]).toEqual([[1, "one"]]);
  expect(asked).toEqual([1, 2, 3]);
});
