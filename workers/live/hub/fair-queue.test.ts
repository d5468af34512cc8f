import { describe, expect, it } from "vitest";
import { FairQueue } from "./fair-queue.ts";

/** Lets everything that waits for nothing but promises run. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

function open({ most = 3, mostAnOwner = 2, aTurn = 100 } = {}) {
  const turns: (() => void)[] = [];
  const queue = new FairQueue({
    most,
    mostAnOwner,
    aTurn,
    turn: () => new Promise((resolve) => turns.push(resolve)),
  });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const add = (owner: string, name: string) =>
    queue.add(owner, () => {
      begun.push(name);
      return new Promise((resolve) => ends.set(name, resolve));
    });
  const end = async (name: string) => {
    ends.get(name)!();
    await settle();
  };
  return { add, begun, end, turns };
}

describe("a fair queue", () => {
  it("runs so many pieces of an owner at a time, and so many in all", async () => {
    const { add, begun, end } = open();
    for (const name of ["a1", "a2", "a3", "b1", "b2"]) void add(name[0]!, name);
    await settle();
    expect(begun).toEqual(["a1", "a2", "b1"]);
    await end("a1");
    expect(begun).toEqual(["a1", "a2", "b1", "a3"]);
    await end("a2");
    expect(begun).toEqual(["a1", "a2", "b1", "a3", "b2"]);
  });

  it("lets who asks for one thing pass who asks for a thousand", async () => {
    const { add, begun, end } = open({ most: 2, mostAnOwner: 1 });
    for (let index = 0; index < 1_000; index++) void add("flood", `flood ${index}`);
    void add("one", "one");
    await settle();
    expect(begun).toEqual(["flood 0", "one"]);
    void add("another", "two of another");
    await end("flood 0");
    // One piece of each in a round.
    await end("flood 1");
    expect(begun.at(-1)).toBe("two of another");
  });

  it("answers when a piece is done, and pauses after every few of them", async () => {
    const { add, begun, end, turns } = open({ most: 10, mostAnOwner: 1, aTurn: 3 });
    const done: string[] = [];
    for (const name of ["1", "2", "3"]) void add("a", name).then(() => done.push(name));
    await settle();
    await end("1");
    await end("2");
    expect([begun, done, turns.length]).toEqual([["1", "2"], ["1", "2"], 1]);
    turns[0]!();
    await settle();
    expect(begun).toEqual(["1", "2", "3"]);
  });
});
