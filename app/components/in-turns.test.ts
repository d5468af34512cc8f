/** A page is read anew while its large fleet, or an opened plant, is still being asked for: a slow answer is heard all the same. */
import { expect, it } from "vitest";
import { inTurns } from "./in-turns.ts";

type Question = { first: string | null; known: readonly number[] };
type Call = { known: readonly number[]; signal: AbortSignal; answer: (text: string) => void };

function asked() {
  const calls: Call[] = [];
  const told: (string | null)[] = [];
  const turns = inTurns<Question, string>({
    read: ({ known }, signal) =>
      new Promise((answer, reject) => {
        calls.push({ known, signal, answer });
        signal.addEventListener("abort", () => reject(signal.reason as Error));
      }),
    tell: (answer) => told.push(answer),
    isOther: (last, next) => last.first !== next.first,
  });
  return { calls, told, turns };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

it("a question that comes meanwhile waits for the answer, and the last of them alone is asked", async () => {
  const { calls, told, turns } = asked();
  for (const id of [1, 2, 3]) turns.ask({ first: null, known: [id] });
  expect(calls.map(({ known }) => known)).toEqual([[1]]);
  calls[0]!.answer("slow");
  await settled();
  expect(told).toEqual(["slow"]);
  expect(calls.map(({ known }) => known)).toEqual([[1], [3]]);
});

it("one that brings others first ends what is under way, which tells nothing any more", async () => {
  const { calls, told, turns } = asked();
  turns.ask({ first: null, known: [1] });
  turns.ask({ first: "alarms", known: [1] });
  expect(calls.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  calls[1]!.answer("alarms first");
  await settled();
  expect(told).toEqual(["alarms first"]);
});

it("a page that is left asks nothing and is told nothing", async () => {
  const { calls, told, turns } = asked();
  turns.ask({ first: null, known: [1] });
  turns.ask({ first: null, known: [2] });
  turns.end();
  await settled();
  expect(calls.map(({ signal }) => signal.aborted)).toEqual([true]);
  expect(told).toEqual([]);
});
