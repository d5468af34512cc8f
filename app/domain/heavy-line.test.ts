import { describe, expect, it } from "vitest";
import { AppError } from "./errors.ts";
import { HEAVY_AT_ONCE, HeavyLine, MAX_WAITING, MAX_WAITING_OF_CALLER } from "./heavy-line.ts";

/** A line whose timers end when the test says so; the clock goes on with them. */
function openLine() {
  let now = 0;
  let timers: { atMs: number; end: () => void; isGone: boolean }[] = [];
  let isGone = false;
  const line = new HeavyLine({
    now: () => now,
    rest: (ms) => new Promise((end) => timers.push({ atMs: now + ms, end, isGone })),
  });
  const works: { name: string; end: () => void }[] = [];
  const settle = async () => {
    for (let step = 0; step < 20; step++) await Promise.resolve();
  };
  return {
    atWork: () => works.map(({ name }) => name),
    /** `gone`: its timers never ring, as those of a request whose client has gone. */
    async ask(caller: string, { gone = false, name = caller } = {}) {
      isGone = gone;
      const answer = line.run(
        caller,
        () =>
          new Promise<string>((resolve) => {
            const work = { name, end: () => resolve(caller) };
            works.push(work);
          }),
      );
      answer.catch(() => undefined);
      await settle();
      isGone = false;
      return { answer };
    },
    async endFirst() {
      works.shift()?.end();
      await settle();
    },
    /** Timers that end meanwhile end together. */
    async standStill(ms: number) {
      now += ms;
      const due = timers.filter(({ atMs, isGone: left }) => atMs <= now && !left);
      timers = timers.filter((timer) => !due.includes(timer));
      for (const { end } of due.sort((a, b) => a.atMs - b.atMs)) {
        end();
        await settle();
      }
    },
    async pass(ms: number) {
      for (const untilMs = now + ms; now < untilMs;) {
        now += 10;
        const due = timers.filter(({ atMs, isGone: left }) => atMs <= now && !left);
        timers = timers.filter((timer) => !due.includes(timer));
        for (const { end } of due) end();
        await settle();
      }
    },
  };
}

const codeOf = (answer: Promise<unknown>) =>
  answer.then(
    () => null,
    (error: unknown) => (error instanceof AppError ? error.code : error),
  );

describe("the line of heavy questions", () => {
  it("works on one question of a caller at once, and on a few in all", async () => {
    const line = openLine();
    for (let asked = 0; asked < 20; asked++) await line.ask("a");
    await line.pass(100);
    expect(line.atWork()).toEqual(["a"]);
    for (const caller of ["b", "c", "d"]) await line.ask(caller);
    await line.pass(100);
    expect(line.atWork()).toEqual(["a", "b"]);
    expect(line.atWork()).toHaveLength(HEAVY_AT_ONCE);
  });

  it("lets callers in by turns, however many questions one of them has", async () => {
    const line = openLine();
    for (let asked = 0; asked < 10; asked++) await line.ask("a");
    for (let asked = 0; asked < 10; asked++) await line.ask("b");
    await line.ask("c");
    await line.ask("d");
    const order: string[] = [];
    for (let ended = 0; ended < 4; ended++) {
      await line.pass(50);
      order.push(line.atWork()[0] as string);
      await line.endFirst();
    }
    expect(order).toEqual(["a", "b", "c", "d"]);
  });

  it("lets a caller's newest question wait for one older one at most, and the oldest go on as well", async () => {
    const line = openLine();
    for (let asked = 0; asked < 20; asked++) await line.ask("a", { name: `left ${asked}` });
    await line.ask("a", { name: "new" });
    const order: string[] = [];
    for (let ended = 0; ended < 5; ended++) {
      await line.pass(50);
      order.push(line.atWork()[0] as string);
      await line.endFirst();
      if (ended === 2) await line.ask("a", { name: "newer" });
    }
    expect(order).toEqual(["left 0", "new", "left 1", "newer", "left 2"]);
  });

  it("refuses a caller's oldest that waits when more come than fit, with when to ask again", async () => {
    const line = openLine();
    await line.ask("a");
    const { answer } = await line.ask("a", { name: "left" });
    for (let asked = 0; asked < MAX_WAITING_OF_CALLER; asked++) await line.ask("a");
    await line.pass(50);
    await expect(answer).rejects.toMatchObject({ code: "too_many_requests", retryAfterSeconds: 5 });
    for (let asked = 0; asked < MAX_WAITING; asked++) await line.ask(`b${asked}`);
    expect(await codeOf((await line.ask("z")).answer)).toBe("too_many_requests");
    await line.ask("a", { name: "newest" });
    await line.endFirst();
    await line.pass(50);
    const again = codeOf((await line.ask("z")).answer);
    await line.pass(50);
    expect(await Promise.race([again, Promise.resolve("waits")])).toBe("waits");
  });

  it("forgets whoever has gone, waiting or at work", async () => {
    const line = openLine();
    await line.ask("a", { gone: true });
    await line.ask("a", { gone: true });
    await line.ask("a");
    await line.pass(1_000);
    expect(line.atWork()).toEqual(["a"]);
    await line.pass(6_000);
    expect(line.atWork()).toEqual(["a", "a"]);
  });

  it("keeps to its number when a thread that stood still lets those at work look gone", async () => {
    const line = openLine();
    for (const caller of ["a", "b", "c", "d"]) await line.ask(caller);
    await line.standStill(6_000);
    await line.pass(3_000);
    expect(line.atWork()).toEqual(["a", "b"]);
    await line.endFirst();
    await line.pass(50);
    expect(line.atWork()).toEqual(["b", "c"]);
  });

  it("lets nobody in again and again who asks one at a time, before one who waits", async () => {
    const line = openLine();
    for (const caller of ["a", "b", "c", "d", "a"]) await line.ask(caller);
    const order: string[] = [];
    for (let ended = 0; ended < 6; ended++) {
      const first = line.atWork()[0] as string;
      order.push(first);
      await line.endFirst();
      await line.ask(first);
      await line.pass(50);
    }
    expect(order).toEqual(["a", "b", "c", "d", "a", "b"]);
  });

  it("answers what the work answers, and goes on after one that failed", async () => {
    const line = new HeavyLine({ now: () => 0, rest: async () => undefined });
    await expect(line.run("a", async () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    await expect(line.run("a", async () => 7)).resolves.toBe(7);
  });
});
