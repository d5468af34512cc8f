import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ChannelClient } from "./channel-client.ts";
import { systemClock } from "./clock.ts";
import { LiveStore } from "./live-store.ts";
import { createView } from "./metrics-view.ts";
import { FakeServer } from "./testing/fake-server.ts";

const initial = { speed: { value: 181.5, timeMs: 98_000, adFlag: null }, state: null };
let client: ChannelClient;
let store: LiveStore;

beforeEach(() => {
  vi.useFakeTimers({ now: 100_000 });
  client = new ChannelClient({
    connect: new FakeServer().connect,
    clock: systemClock,
    random: () => 0,
    warn: () => undefined,
  });
  store = new LiveStore({ client, clock: systemClock, schedule: (run) => run() });
});

afterEach(() => {
  store.stop();
  vi.useRealTimers();
});

/** As the page does: what it knew is told to the store, the first picture is of it. */
const begin = (serverNowMs: number | null) => {
  const view = createView({ store, serverNowMs }, 1, ["speed", "state"], null);
  view.seed(initial);
  return { view, first: view.first(initial) };
};

describe("what a page begins with", () => {
  it("is the same record as it comes alive, so that nothing is drawn anew, also a second later than the server drew it", () => {
    const { view, first } = begin(98_500);
    expect(first.speed).toMatchObject({ value: 181.5, ageMs: 0 });
    expect(view.read()).toBe(first);
    expect(view.read()).toBe(first);
  });

  it("is left with the next second, whose ages are told", () => {
    const { view, first } = begin(98_500);
    view.read();
    const told = vi.fn();
    view.subscribe(told);
    vi.advanceTimersByTime(1_000);
    expect(told).toHaveBeenCalled();
    expect(view.read()).not.toBe(first);
    expect(view.read().speed.ageMs).toBe(3_000);
  });

  it("is not kept of a value that grew too old meanwhile", () => {
    const { view } = begin(98_500);
    vi.setSystemTime(160_000);
    store.seed("machine_telemetry:single:1:speed", { ...initial.speed });
    expect(view.read().speed).toMatchObject({ stale: true, ageMs: 62_000 });
  });

  it("is not kept where the store knew a newer one", () => {
    store.seed("machine_telemetry:single:1:speed", { value: 7, timeMs: 99_000, adFlag: null });
    const { view } = begin(98_500);
    expect(view.read().speed.value).toBe(7);
  });
});
