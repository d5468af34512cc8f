import { afterEach, beforeEach, expect, it, vi } from "vitest";

/** As React's store hook does, without a page around it. */
const listen = vi.hoisted(() => ({ all: [] as ((listener: () => void) => () => void)[] }));
vi.mock("react", async (original) => ({
  ...(await original<typeof import("react")>()),
  useSyncExternalStore: (subscribe: (listener: () => void) => () => void, read: () => boolean) => {
    listen.all.push(subscribe);
    return read();
  },
}));

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** `count` components that wait for the page to be alive; how many were told. */
async function waiting(count: number) {
  const { useHydrated: read, markHydrated } = await import("./use-hydrated.ts");
  read();
  const subscribe = listen.all.at(-1)!;
  const told = Array.from({ length: count }, () => vi.fn());
  const leave = told.map((each) => subscribe(each));
  return {
    markHydrated,
    leave,
    told: () => told.filter((each) => each.mock.calls.length > 0).length,
  };
}

it("tells components a few in each task, all of them before it is done", async () => {
  vi.stubGlobal("document", { hidden: false });
  const { markHydrated, told } = await waiting(20);
  const done = vi.fn(() => expect(told()).toBe(20));
  markHydrated(false, done);
  expect(told()).toBe(3);
  vi.advanceTimersToNextTimer();
  expect(told()).toBe(6);
  vi.runAllTimers();
  expect(done).toHaveBeenCalledTimes(1);
});

it("tells all at once on a page that nobody looks at", async () => {
  vi.stubGlobal("document", { hidden: true });
  const { markHydrated, told } = await waiting(20);
  markHydrated(false, () => undefined);
  expect(told()).toBe(20);
});

it("tells all at once where somebody waits for what they did", async () => {
  vi.stubGlobal("document", { hidden: false });
  const { markHydrated, told } = await waiting(20);
  markHydrated(true, () => undefined);
  expect(told()).toBe(20);
});

it("does not tell what went meanwhile, and ends when it is told to", async () => {
  vi.stubGlobal("document", { hidden: false });
  const { markHydrated, told, leave } = await waiting(16);
  const done = vi.fn();
  const end = markHydrated(false, done);
  leave.at(2)!();
  vi.advanceTimersToNextTimer();
  expect(told()).toBe(3);
  end();
  vi.runAllTimers();
  expect(told()).toBe(3);
  expect(done).not.toHaveBeenCalled();
});
