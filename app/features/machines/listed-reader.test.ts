/** What a large fleet's list asks for once its page is alive, in which order. */
import { expect, it, vi } from "vitest";
import { listedTurns, withAnswer } from "./listed-reader.tsx";
import type { ListedValues } from "./machine-row.ts";

function openTurns() {
  const asked: string[] = [];
  const waiting: ((answer: ListedValues | Error) => void)[] = [];
  const onRead = vi.fn();
  const turns = listedTurns(onRead, (address) => {
    asked.push(address);
    return new Promise((resolve, reject) => {
      waiting.push((answer) => (answer instanceof Error ? reject(answer) : resolve(answer)));
    });
  });
  const answer = (told: ListedValues | Error) => waiting.shift()!(told);
  return { ...turns, asked, onRead, answer };
}
const said: ListedValues = { 7: { since: null } };

it("asks for the rows of the page first, then for all", async () => {
  const { page, whole, asked, onRead, answer } = openTurns();
  page.ask({ ids: [7, 8], isRetired: false });
  whole.ask({ hasSince: false, isRetired: false });
  await Promise.resolve();
  expect(asked).toEqual(["/machine_values?ids=7%2C8"]);
  answer(said);
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  expect(asked[1]).toBe("/machine_values?");
  expect(onRead.mock.calls).toEqual([[[7, 8], said]]);
  answer({});
  await vi.waitFor(() => expect(onRead).toHaveBeenLastCalledWith(null, {}));
});

it("asks for all where a filter shows no row yet, and since when only where that is shown", async () => {
  const { page, whole, asked } = openTurns();
  page.ask({ ids: [], isRetired: true });
  whole.ask({ hasSince: true, isRetired: true });
  await vi.waitFor(() => expect(asked).toEqual(["/machine_values?since=&retired="]));
});

it("tells rows that could not be read, and asks for all the same", async () => {
  const { page, whole, asked, onRead, answer } = openTurns();
  page.ask({ ids: [7], isRetired: false });
  whole.ask({ hasSince: false, isRetired: false });
  answer(new Error("503"));
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  expect(onRead).toHaveBeenCalledWith([7], null);
});

it("does not wait for the rows of a page that was turned", async () => {
  const { page, asked, onRead, answer } = openTurns();
  page.ask({ ids: [7], isRetired: false });
  page.ask({ ids: [8], isRetired: false });
  expect(asked).toHaveLength(2);
  answer(said);
  answer({});
  await vi.waitFor(() => expect(onRead.mock.calls).toEqual([[[8], {}]]));
});

it("keeps what a machine said before, and since when its state is, where it is not told anew", () => {
  const at = (timeMs: number) => ({ machine_speed: { value: 150, timeMs, adFlag: null } });
  const since = { code: 4, sinceMs: 1, isOlder: false, isUnheard: false };
  const page = { 7: { ...at(1), since }, 8: at(1) };
  const nothing = { values: {}, asked: new Set<number>(), isWhole: false };
  const first = withAnswer(nothing, [7, 8, 9], page);
  expect(first).toEqual({ values: page, asked: new Set([7, 8, 9]), isWhole: false });
  const all = withAnswer(first, null, { 7: at(2) });
  expect(all).toMatchObject({ values: { 7: { ...at(2), since }, 8: at(1) }, isWhole: true });
  // Asked again in vain.
  expect(withAnswer(all, null, null)).toEqual(all);
});
