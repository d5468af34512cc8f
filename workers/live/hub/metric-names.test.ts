import { describe, expect, it } from "vitest";
import { MetricNames } from "./metric-names.ts";

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

function open(known: string[] = []) {
  const state = { nowMs: 1_000_000, known, questions: 0, waits: [] as (() => void)[] };
  const answers: (() => void)[] = [];
  const names = new MetricNames({
    list: () => {
      state.questions += 1;
      const asked = [...state.known];
      return new Promise((resolve) => answers.push(() => resolve(asked)));
    },
    now: () => state.nowMs,
    pause: (ms) =>
      new Promise((resolve) =>
        state.waits.push(() => {
          state.nowMs += ms;
          resolve();
        }),
      ),
  });
  /** Answers what was asked, and lets pauses pass, until nothing waits. */
  const run = async () => {
    for (let step = 0; step < 10; step++) {
      await settle();
      for (const go of [...answers.splice(0), ...state.waits.splice(0)]) go();
    }
  };
  const has = async (metric: string) => {
    const found = names.has(1, metric);
    await run();
    return found;
  };
  return { state, names, run, has };
}

describe("the metrics of a machine", () => {
  it("are those of the registry, without a question, also the derived ones", async () => {
    const { names, state } = open();
    expect(await names.has(1, "machine_speed")).toBe(true);
    expect(await names.has(1, "uptime")).toBe(true);
    expect(state.questions).toBe(0);
  });

  it("are those that it knows; a new one is found by the next join", async () => {
    const { has, state } = open(["oil_pressure"]);
    expect([await has("oil_pressure"), await has("invented")]).toEqual([true, false]);
    state.known.push("invented");
    expect(await has("invented")).toBe(true);
  });

  it("are asked for once for a thousand joins that come together, and not at all for known names", async () => {
    const { names, run, has, state } = open(["a", "b"]);
    const joins = Array.from({ length: 1_000 }, (_, index) => names.has(1, `invented ${index}`));
    await run();
    expect(new Set(await Promise.all(joins))).toEqual(new Set([false]));
    expect(state.questions).toBe(1);
    expect([await has("a"), await has("b"), state.questions]).toEqual([true, true, 1]);
  });

  it("are asked for after each join came: an answer that was under way may not know the name yet", async () => {
    const { names, run, state } = open();
    const early = names.has(1, "new");
    await settle();
    expect(state.questions).toBe(1);
    state.known.push("new");
    const late = names.has(1, "new");
    await run();
    expect([await early, await late, state.questions]).toEqual([false, true, 2]);
  });

  it("are asked for at most ten times a second, however often a name is invented", async () => {
    const { has, state } = open();
    const began = state.nowMs;
    for (let index = 0; index < 50; index++) await has(`invented ${index}`);
    expect(state.questions).toBe(50);
    expect(state.nowMs - began).toBe(49 * 100);
  });

  it("are asked for again when the clock was set back", async () => {
    const { state, has } = open(["own"]);
    expect(await has("own")).toBe(true);
    state.nowMs -= 3_600_000;
    state.known = [];
    expect(await has("own")).toBe(false);
    expect(state.questions).toBe(2);
  });
});
