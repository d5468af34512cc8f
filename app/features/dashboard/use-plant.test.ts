/** A plant that is opened while Helios is slower than the page is read anew. */
import { expect, it } from "vitest";
import { plantTurns } from "./use-plant.ts";

const settled = () => new Promise((resolve) => setImmediate(resolve));

function opened() {
  const asked: { search: string; answer: (answer: unknown) => void }[] = [];
  const statuses: string[] = [];
  let parts: readonly unknown[] = [];
  const turns = plantTurns(7, {
    change: (next) => ({ parts } = next({ parts: [], total: 0, past: null })),
    setStatus: (status) => statuses.push(status),
    ask: (search, signal) =>
      new Promise((resolve, reject) => {
        asked.push({ search, answer: (answer) => resolve(answer as never) });
        signal.addEventListener("abort", () => reject(signal.reason as Error));
      }),
  });
  return { asked, statuses, turns, partsNow: () => parts };
}

it("shows its machines although the page was read anew before they came", async () => {
  const { asked, statuses, turns, partsNow } = opened();
  turns.ask({ version: 1, wanted: 1 });
  turns.ask({ version: 2, wanted: 1 });
  turns.ask({ version: 3, wanted: 1 });
  expect(asked.map(({ search }) => search)).toEqual(["facility=7&from=0"]);
  asked[0]!.answer({ machines: [{ id: 1 }], total: 1 });
  await settled();
  expect(partsNow()).toEqual([[{ id: 1 }]]);
  asked[1]!.answer({ windowEndMs: 0, machines: {} });
  await settled();
  // Then of the newest page, what stands there staying meanwhile.
  expect(asked).toHaveLength(3);
  expect(statuses).toEqual(["reading", "ready", "reading"]);
});

it("asks nothing more once it is folded", async () => {
  const { asked, statuses, turns } = opened();
  turns.ask({ version: 1, wanted: 1 });
  turns.ask({ version: 2, wanted: 1 });
  turns.end();
  await settled();
  expect(asked).toHaveLength(1);
  expect(statuses).toEqual(["reading"]);
});
