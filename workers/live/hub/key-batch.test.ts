import { describe, expect, it } from "vitest";
import { KeyBatch } from "./key-batch.ts";

function open(most = 100) {
  const questions: number[][] = [];
  const answers: { answer: () => void; fail: (error: Error) => void }[] = [];
  const batch = new KeyBatch<number, string>((keys) => {
    questions.push(keys);
    return new Promise((resolve, reject) =>
      answers.push({
        answer: () =>
          resolve(new Map(keys.filter((key) => key > 0).map((key) => [key, `#${key}`]))),
        fail: reject,
      }),
    );
  }, most);
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  return { batch, questions, answers, settle };
}

describe("keys that are looked up together", () => {
  it("make one question at a time, the later ones the next", async () => {
    const { batch, questions, answers, settle } = open();
    const first = [batch.load(1), batch.load(-2), batch.load(1)];
    await settle();
    const second = [batch.load(3), batch.load(1)];
    await settle();
    expect(questions).toEqual([[1, -2]]);
    answers[0]!.answer();
    expect(await Promise.all(first)).toEqual(["#1", null, "#1"]);
    await settle();
    expect(questions).toEqual([
      [1, -2],
      [3, 1],
    ]);
    answers[1]!.answer();
    expect(await Promise.all(second)).toEqual(["#3", "#1"]);
  });

  it("are so many of a question at most; one that fails fails its own keys only", async () => {
    const { batch, questions, answers, settle } = open(2);
    const loads = [1, 2, 3].map((key) => batch.load(key).catch((error: Error) => error.message));
    await settle();
    answers[0]!.fail(new Error("away"));
    await settle();
    answers[1]!.answer();
    expect(await Promise.all(loads)).toEqual(["away", "away", "#3"]);
    expect(questions).toEqual([[1, 2], [3]]);
  });
});
