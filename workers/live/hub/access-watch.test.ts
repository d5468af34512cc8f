import { describe, expect, it } from "vitest";
import { AccessWatch, FRESH_MS } from "./access-watch.ts";

function open() {
  let now = 1_000_000;
  const checks: (() => void)[] = [];
  const errors: unknown[] = [];
  const watch = new AccessWatch({
    check: () => new Promise<void>((resolve) => checks.push(resolve)),
    now: () => now,
    onError: (error) => errors.push(error),
  });
  return { watch, checks, errors, pass: (ms: number) => (now += ms) };
}

const settled = async (promise: Promise<void> | null): Promise<boolean> =>
  Promise.race([
    promise!.then(() => true),
    new Promise<false>((resolve) => setTimeout(() => resolve(false), 0)),
  ]);

describe("a hub's watch over access", () => {
  it("lets nothing pass before the first answer, and asks no second time meanwhile", async () => {
    const { watch, checks } = open();
    const [first, second] = [watch.beforeTraffic(), watch.beforeTraffic()];
    expect(await settled(first)).toBe(false);
    checks[0]!();
    await Promise.all([first, second]);
    expect(checks).toHaveLength(1);
    expect(watch.beforeTraffic()).toBeNull();
  });

  it("renews the answer beside the traffic, which waits only for one that is too old", async () => {
    const { watch, checks, pass } = open();
    const first = watch.changed();
    checks[0]!();
    await first;
    pass(FRESH_MS - 500);
    expect(watch.beforeTraffic()).toBeNull();
    expect(checks).toHaveLength(2);
    pass(500);
    expect(await settled(watch.beforeTraffic())).toBe(false);
    expect(checks).toHaveLength(2);
  });

  it("asks again when a change came while it was asking", async () => {
    const { watch, checks } = open();
    const running = watch.changed();
    const change = watch.changed();
    checks[0]!();
    expect(await settled(change)).toBe(false);
    checks[1]!();
    await Promise.all([running, change]);
    expect(checks).toHaveLength(2);
  });

  it("stands by the last answer while the database fails", async () => {
    const errors: unknown[] = [];
    const watch = new AccessWatch({
      check: () => Promise.reject(new Error("away")),
      now: () => 1_000_000,
      onError: (e) => errors.push(e),
    });
    await watch.beforeTraffic();
    expect(errors).toHaveLength(1);
    expect(watch.beforeTraffic()).toBeNull();
  });

  it("lets nothing pass on an answer from before the clock was set back", async () => {
    const { watch, checks, pass } = open();
    const first = watch.changed();
    checks[0]!();
    await first;
    pass(-3_600_000);
    const waiting = watch.beforeTraffic();
    expect(checks).toHaveLength(2);
    expect(await settled(waiting)).toBe(false);
    checks[1]!();
    await waiting;
    expect(watch.beforeTraffic()).toBeNull();
  });
});
