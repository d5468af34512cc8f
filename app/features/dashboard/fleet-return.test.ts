/** What the fleet's totals say while a page that was cut off hears its machines again, one after another. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { telemetryTopic } from "#app/domain/live/ports.ts";
import { ChannelClient } from "#app/live/channel-client.ts";
import { systemClock } from "#app/live/clock.ts";
import { LiveStore } from "#app/live/live-store.ts";
import { createView } from "#app/live/metrics-view.ts";
import { FakeServer } from "#app/live/testing/fake-server.ts";
import { FleetStore } from "./fleet-store.ts";
import { totalsOf, type FleetTotals } from "./fleet-totals.ts";
import { CARD_METRICS, type CardMetric, type FleetMachine } from "./fleet-types.ts";
import { toReadings } from "./readings.ts";

const IDS = Array.from({ length: 12 }, (_, index) => index + 1);
const START_MS = 1_000_000;
const VALUES: Record<CardMetric, number> = {
  ...{ machine_state: 4, machine_speed: 150, sheets_per_hour: 9_000, msf_hr: 90 },
  ...{ uptime: 80, signal_4bar: 4 },
};
const sampleOf = (metric: CardMetric) => ({
  ...{ value: VALUES[metric], timeMs: Date.now(), adFlag: null },
});
const eachTopic = (run: (topic: string, metric: CardMetric) => void, ids = IDS) => {
  for (const id of ids) for (const metric of CARD_METRICS) run(telemetryTopic(id, metric), metric);
};

let server: FakeServer;
let client: ChannelClient;
let live: LiveStore;
let fleet: FleetStore;
let shown: FleetTotals[];
let seq: number;

const isCut = () => client.connection() === "lost";

const now = () => totalsOf(fleet.snapshot(), isCut());

/** As the dashboard does it: a card for each machine, that reports what it shows. */
beforeEach(() => {
  vi.useFakeTimers({ now: START_MS });
  server = new FakeServer();
  seq = 1;
  client = new ChannelClient({
    ...{ connect: server.connect, clock: systemClock, random: () => 0, warn: () => undefined },
  });
  live = new LiveStore({ client, clock: systemClock, schedule: (run) => run() });
  const initial = Object.fromEntries(CARD_METRICS.map((metric) => [metric, sampleOf(metric)]));
  const machine = { initial } as Pick<FleetMachine, "initial">;
  fleet = new FleetStore(new Map(IDS.map((id) => [id, toReadings(machine, START_MS)])));
  client.opened.watch(() => fleet.awaitAll(client.connection()));
  for (const id of IDS) {
    const view = createView({ store: live, serverNowMs: START_MS }, id, CARD_METRICS, null);
    view.seed(machine.initial);
    view.subscribe(() => fleet.report(id, view.read()));
  }
  shown = [];
  fleet.subscribe(() => shown.push(now()));
  client.start();
});

afterEach(() => {
  client.stop();
  live.stop();
  vi.useRealTimers();
});

const answerAll = () =>
  eachTopic((topic, metric) =>
    server.answers.set(topic, { status: "ok", sample: sampleOf(metric), seq }),
  );
const beSilent = () => eachTopic((topic) => server.answers.set(topic, "silence"));
const publish = (ids: number[]) => {
  seq += 1;
  eachTopic((topic, metric) => server.publish(topic, sampleOf(metric), seq), ids);
};
/** Live, and then without a connection for `ms`. `quick`: who sends every 2 s until then. */
function cutFor(ms: number, quick: number[][] = [IDS]): void {
  answerAll();
  server.open();
  for (const ids of quick) {
    vi.advanceTimersByTime(2_000);
    publish(ids);
  }
  server.break();
  vi.advanceTimersByTime(ms);
  expect(isCut()).toBe(true);
  shown = [];
}

const WHOLE = {
  ...{ heard: 12, running: 12, feeding: 12 },
  sheetsPerHour: { value: 108_000, machines: 12 },
  msfPerHour: { value: 1_080, machines: 12 },
  speed: { value: 150, machines: 12 },
};
const areWhole = () => {
  for (const totals of shown) expect(totals).toMatchObject(WHOLE);
};

it.each([40_000, 300_000])(
  "they stay whole and past until the last topic has answered, after %d ms",
  (cutMs) => {
    cutFor(cutMs);
    beSilent();
    server.open();
    const answered: string[] = [];
    const last = telemetryTopic(12, "msf_hr");
    eachTopic((topic, metric) => {
      if (!answered.includes(last))
        expect(now()).toMatchObject({ ...WHOLE, stale: true, ageMs: cutMs });
      server.answerLate(topic, sampleOf(metric), seq);
      answered.push(topic);
    });
    areWhole();
    expect(now()).toMatchObject({ stale: false, silent: [], ageMs: 0 });
  },
);

it("they are of now at once where nothing has grown old meanwhile", () => {
  cutFor(10_000);
  beSilent();
  server.open();
  expect(now()).toMatchObject({ ...WHOLE, stale: false });
});

it("they wait for those that have grown old while others have not", () => {
  const quick = [1, 2, 3];
  cutFor(20_000, [IDS, quick, quick, quick]);
  beSilent();
  server.open();
  const isStale = (id: number) => fleet.snapshot().readings.get(id)?.machine_state.stale;
  expect([isStale(1), isStale(12)]).toEqual([true, false]);
  expect(now()).toMatchObject({ ...WHOLE, stale: true });
  eachTopic((topic, metric) => server.answerLate(topic, sampleOf(metric), seq), quick);
  areWhole();
  expect(now()).toMatchObject({ stale: false, silent: [] });
});

it("they grow older while machines find a Helios again that has only old values of them", () => {
  cutFor(40_000);
  server.open();
  for (const id of IDS) {
    expect(now()).toMatchObject({ ...WHOLE, stale: true, ageMs: 40_000 + (id - 1) * 1_000 });
    publish([id]);
    vi.advanceTimersByTime(1_000);
  }
  areWhole();
  expect(now()).toMatchObject({ stale: false, silent: [] });
});

it("a machine that is refused and one that never answers hold them back for 20 s, and are silent then", () => {
  cutFor(40_000);
  answerAll();
  eachTopic((topic) => server.answers.set(topic, "silence"), [5]);
  eachTopic((topic) => server.answers.set(topic, { status: "error", reason: "unauthorized" }), [8]);
  server.open();
  const others = IDS.filter((id) => id !== 5 && id !== 8);
  for (let second = 1; second < 20; second++) {
    vi.advanceTimersByTime(1_000);
    publish(others);
  }
  expect(shown.length).toBeGreaterThan(20);
  areWhole();
  expect(now()).toMatchObject({ stale: true });
  vi.advanceTimersByTime(1_000);
  expect(now()).toMatchObject({ ...{ stale: false, heard: 10, running: 10, silent: [5, 8] } });
});

it("a second loss while machines come back holds them as they were before the first", () => {
  cutFor(40_000);
  beSilent();
  server.open();
  eachTopic((topic, metric) => server.answerLate(topic, sampleOf(metric), seq), [1, 2, 3]);
  server.break();
  vi.advanceTimersByTime(5_000);
  server.open();
  expect(now()).toMatchObject({ ...WHOLE, stale: true, ageMs: 45_000 });
  eachTopic((topic, metric) => server.answerLate(topic, sampleOf(metric), seq));
  areWhole();
  expect(now()).toMatchObject({ stale: false });
});

it.each([1_000, 60_000])(
  "a page that comes alive after %d ms counts what its server counted",
  (ms) => {
    vi.advanceTimersByTime(ms);
    beSilent();
    server.open();
    expect(now().stale).toBe(ms > 30_000);
    eachTopic((topic, metric) => server.answerLate(topic, sampleOf(metric), seq));
    areWhole();
    expect(now()).toMatchObject({ stale: false });
  },
);

it("a page that opens beside a silent machine does not wait for it", () => {
  vi.advanceTimersByTime(1_000);
  const gone = fleet.snapshot().readings.get(7)!;
  const old = { ...gone.machine_state, stale: true, ageMs: 40_000 };
  fleet.report(7, { ...gone, machine_state: old, machine_speed: old, sheets_per_hour: old });
  beSilent();
  server.open();
  expect(now()).toMatchObject({ stale: false, heard: 11, silent: [7] });
  expect(fleet.snapshot().before).toBeNull();
});
