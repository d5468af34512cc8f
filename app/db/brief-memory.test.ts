import { describe, expect, it } from "vitest";
import { BriefMemory, REMEMBERED_MS } from "./brief-memory.ts";

const answering = (value: unknown) => {
  let asked = 0;
  return { load: () => Promise.resolve((asked++, value)), asked: () => asked };
};

describe("a brief memory", () => {
  it("asks once within its time, and again after it", async () => {
    const memory = new BriefMemory();
    const who = answering("Ada");
    for (const at of [0, 1, REMEMBERED_MS - 1])
      expect(await memory.readCached("a", at, who.load)).toBe("Ada");
    expect(who.asked()).toBe(1);
    await memory.readCached("a", REMEMBERED_MS, who.load);
    expect(who.asked()).toBe(2);
  });

  it("keeps each question by itself", async () => {
    const memory = new BriefMemory();
    await memory.readCached("a", 0, answering("Ada").load);
    expect(await memory.readCached("b", 0, answering("Bob").load)).toBe("Bob");
  });

  it("forgets all when something is written", async () => {
    const memory = new BriefMemory();
    const who = answering("Ada");
    await memory.readCached("a", 0, who.load);
    memory.forget();
    await memory.readCached("a", 1, who.load);
    expect(who.asked()).toBe(2);
  });

  it("does not keep an answer that a write overtook", async () => {
    const memory = new BriefMemory();
    let answer = (_: string) => {};
    const old = memory.readCached(
      "a",
      0,
      () => new Promise<string>((resolve) => (answer = resolve)),
    );
    memory.forget();
    answer("before");
    expect(await old).toBe("before");
    expect(await memory.readCached("a", 1, answering("after").load)).toBe("after");
  });

  it.each([[null], [undefined], [[]]])(
    "does not remember %j: what is not there may come any moment",
    async (nothing) => {
      const memory = new BriefMemory();
      const who = answering(nothing);
      await memory.readCached("a", 0, who.load);
      await memory.readCached("a", 1, who.load);
      expect(who.asked()).toBe(2);
    },
  );

  it("keeps what the asker says", async () => {
    const memory = new BriefMemory();
    const [few, many] = [answering([]), answering([1, 2, 3])];
    const isShort = (list: unknown) => (list as number[]).length < 3;
    for (let at = 0; at < 2; at++) {
      await memory.readCached("few", at, few.load, isShort);
      await memory.readCached("many", at, many.load, isShort);
    }
    expect([few.asked(), many.asked()]).toEqual([1, 2]);
  });

  it("is bounded", async () => {
    const memory = new BriefMemory();
    const who = answering("Ada");
    for (let index = 0; index <= 2_000; index++)
      await memory.readCached(String(index), 0, who.load);
    await memory.readCached("0", 1, who.load);
    expect(who.asked()).toBe(2_002);
  });
});
