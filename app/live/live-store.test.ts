import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { LiveSample } from "#app/domain/live/ports.ts";
import { Cadence } from "./cadence.ts";
import { ChannelClient } from "./channel-client.ts";
import { systemClock } from "./clock.ts";
import { FakeServer } from "./testing/fake-server.ts";
import { LiveStore } from "./live-store.ts";

const topic = "machine_telemetry:single:1:speed";
const at = (timeMs: number, value: number): LiveSample => ({ timeMs, value, adFlag: null });

let server: FakeServer;
let client: ChannelClient;
let store: LiveStore;
let frames: (() => void)[];

const paint = () => {
  const due = frames;
  frames = [];
  for (const run of due) run();
};

beforeEach(() => {
  vi.useFakeTimers({ now: 100_000 });
  server = new FakeServer();
  frames = [];
  client = new ChannelClient({
    connect: server.connect,
    clock: systemClock,
    random: () => 0,
    warn: () => undefined,
  });
  store = new LiveStore({ client, clock: systemClock, schedule: (run) => frames.push(run) });
  client.start();
  server.open();
});

afterEach(() => {
  client.stop();
  store.stop();
  vi.useRealTimers();
});

describe("the age of the newest value", () => {
  it("is that of the youngest value that is watched, and none when nobody watches", () => {
    const other = "machine_telemetry:single:2:speed";
    server.answers.set(topic, { status: "ok", sample: at(60_000, 1), seq: 0 });
    server.answers.set(other, { status: "ok", sample: at(90_000, 1), seq: 0 });
    const told = vi.fn();
    store.watchNewestAge(told);
    expect(store.newestAgeMs()).toBeNull();
    const leave = [topic, other].map((each) => store.subscribe(each, () => undefined));
    vi.advanceTimersByTime(1_000);
    expect(store.newestAgeMs()).toBe(11_000);
    expect(told).toHaveBeenCalled();
    leave[1]?.();
    vi.advanceTimersByTime(1_000);
    expect(store.newestAgeMs()).toBe(42_000);
    leave[0]?.();
    vi.advanceTimersByTime(1_000);
    expect(store.newestAgeMs()).toBeNull();
  });

  it("is unheard once all that is watched was told, and none of it ever came", () => {
    const other = "machine_telemetry:single:2:speed";
    server.answers.set(topic, { status: "ok", sample: null, seq: 0 });
    const tick = () => vi.advanceTimersByTime(1_000);
    store.subscribe(topic, () => undefined);
    tick();
    expect(store.newestAgeMs()).toBe("unheard");
    server.answers.set(other, "silence");
    store.subscribe(other, () => undefined);
    tick();
    expect(store.newestAgeMs()).toBe("waiting");
    server.publish(topic, at(101_000, 1), 1);
    tick();
    expect(store.newestAgeMs()).toBe(2_000);
  });
});

describe("the first picture", () => {
  it("says how old what the page came with is", () => {
    const told = vi.fn();
    store.watchNewestAge(told);
    store.seed(topic, at(98_000, 1));
    store.subscribe(topic, () => undefined);
    paint();
    expect(store.newestAgeMs()).toBe(2_000);
    expect(told).toHaveBeenCalledTimes(1);
  });

  it("says that nothing ever came, or that it waits for what it did not come with", () => {
    server.answers.set(topic, { status: "ok", sample: null, seq: 0 });
    store.subscribe(topic, () => undefined);
    paint();
    expect(store.newestAgeMs()).toBe("unheard");
    const other = "machine_telemetry:single:2:speed";
    server.answers.set(other, "silence");
    store.subscribe(other, () => undefined);
    paint();
    expect(store.newestAgeMs()).toBe("waiting");
    server.publish(topic, at(99_000, 1), 1);
    paint();
    expect(store.newestAgeMs()).toBe(1_000);
  });
});

describe("the store", () => {
  it("holds the newest value, and never goes back for a late one", () => {
    server.answers.set(topic, { status: "ok", sample: at(99_000, 1), seq: 0 });
    store.subscribe(topic, () => undefined);
    expect(store.read(topic)).toEqual({
      value: 1,
      timeMs: 99_000,
      adFlag: null,
      stale: false,
      ageMs: 1_000,
    });
    server.publish(topic, at(98_000, 5), 1);
    store.seed(topic, at(97_000, 6));
    expect(store.read(topic).value).toBe(1);
    store.seed(topic, at(99_500, 7));
    expect(store.read(topic).value).toBe(7);
  });

  it("tells a listener once per frame, however much came", () => {
    const told = vi.fn();
    store.subscribe(topic, told);
    store.subscribe("machine_telemetry:single:1:other", told);
    for (let seq = 1; seq <= 10; seq++) {
      server.publish(topic, at(99_000 + seq, seq), seq);
      server.publish("machine_telemetry:single:1:other", at(99_000 + seq, seq), seq);
    }
    expect(told).not.toHaveBeenCalled();
    expect(frames).toHaveLength(1);
    paint();
    expect(told).toHaveBeenCalledTimes(1);
    expect(store.read(topic).value).toBe(10);
  });

  it("knows when its value began, also of one that was left and taken again within a frame", () => {
    store.subscribe(topic, () => undefined);
    server.publish(topic, at(90_000, 4), 1);
    paint();
    expect(store.read(topic)).not.toHaveProperty("turn");
    server.publish(topic, at(95_000, 1), 2);
    server.publish(topic, at(97_000, 4), 3);
    server.publish(topic, at(99_000, 4), 4);
    paint();
    expect(store.read(topic)).toMatchObject({
      ...{ value: 4, timeMs: 99_000 },
      turn: { from: { value: 1, timeMs: 95_000 }, timeMs: 97_000 },
    });
  });

  it("lets every value grow older by one ticker, and stale after three of its intervals", () => {
    store.seed(topic, at(100_000, 1));
    const told = vi.fn();
    store.subscribe(topic, told);
    const before = store.read(topic);
    vi.advanceTimersByTime(30_000);
    paint();
    expect(store.read(topic)).toMatchObject({ ageMs: 30_000, stale: false });
    expect(store.read(topic)).not.toBe(before);
    vi.advanceTimersByTime(1_000);
    expect(store.read(topic)).toMatchObject({ ageMs: 31_000, stale: true });
    expect(store.read(topic)).toBe(store.read(topic));
  });

  it("counts ages by the server's clock", () => {
    store.setClockOffset(-60_000);
    store.seed(topic, at(39_000, 1));
    expect(store.read(topic)).toMatchObject({ ageMs: 1_000, stale: false });
  });

  it("ends its ticker when nothing is left to remember", () => {
    store.subscribe(topic, () => undefined)();
    client.stop();
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(62_000);
    expect(vi.getTimerCount()).toBe(0);
    expect(store.read(topic).value).toBeNull();
  });
});

describe("a value's cadence", () => {
  const after = (...arrivals: number[]) => {
    const cadence = new Cadence();
    for (const arrival of arrivals) cadence.arrived(arrival);
    return cadence.staleAfterMs();
  };

  it("is that of batches until it was seen, and never below 15 s", () => {
    expect(after()).toBe(30_000);
    expect(after(0, 1_000)).toBe(30_000);
    expect(after(0, 1_000, 2_000, 3_000)).toBe(15_000);
  });

  it("takes what comes together as one arrival", () => {
    expect(after(0, 1, 2, 10_000, 10_001, 10_002, 20_000, 20_001)).toBe(30_000);
    expect(after(0, 60_000, 60_001, 120_000, 180_000)).toBe(180_000);
  });

  it("is not deceived by one long pause, or by a lost connection", () => {
    expect(after(0, 5_000, 10_000, 3_600_000, 3_605_000, 3_610_000)).toBe(15_000);
    const cadence = new Cadence();
    for (const arrival of [0, 5_000, 10_000]) cadence.arrived(arrival);
    cadence.interrupted();
    cadence.arrived(900_000);
    cadence.arrived(905_000);
    expect(cadence.staleAfterMs()).toBe(15_000);
  });
});
