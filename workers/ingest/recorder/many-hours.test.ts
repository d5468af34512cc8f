import { afterEach, expect, it, vi } from "vitest";
import { DAY_MS, HOUR_MS } from "#app/domain/durations.ts";
import { HourBuffer } from "#app/domain/series/hour-buffer.ts";
import { OpenHours } from "#app/domain/series/open-hours.ts";
import { IN_ORDER_MS, QUIET_MS } from "./limits.ts";
import { DEVICE, recorderBench, type RecorderBench } from "./testing/recorder-bench.ts";

const START = Date.UTC(2026, 0, 1);
const HOURS = 3_000;

afterEach(() => void vi.restoreAllMocks());

it("a batch with a sample in each of thousands of hours is stored and answered, and so are the batches behind it", async () => {
  const bench = recorderBench(START);
  const times = Array.from({ length: HOURS }, (_, hour) => START - hour * HOUR_MS);
  const stored = { status: "stored", accepted: HOURS, duplicate: 0, rejected: [] };
  const batch = (behindMs: number) => [
    {
      times: times.map((timeMs) => timeMs - behindMs),
      tags: { sheet_count: times.map(() => 9) },
    },
  ];
  expect(await bench.post(batch(0))).toEqual(stored);
  expect(await bench.post(batch(1000))).toEqual(stored);

  const derived = countDerived();
  const { sheet_count: counts = [] } = await bench.reader.buckets({
    ...{ deviceId: DEVICE, metrics: ["sheet_count", "sheets_per_hour"] },
    ...{ startMs: START - HOURS * HOUR_MS, endMs: START + HOUR_MS, buckets: 100 },
  });
  expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(2 * HOURS);
  // Each hour once, or a few times; not once for each hour after it.
  expect(derived()).toBeLessThan(4 * HOURS);
});

it("hours of one batch are sealed without a look at all that wait, and others have their turn after each", async () => {
  const hours = 600;
  const bench = recorderBench(START);
  const times = Array.from({ length: hours }, (_, hour) => START - (hours + 1 - hour) * HOUR_MS);
  await bench.post([{ times, tags: { temp: times.map((_, at) => at) } }]);
  const [walks, frees, rests] = [countWalks(), countFrees(bench), bench.rests()];
  bench.advance(QUIET_MS - 1);
  await bench.settle();
  expect(sealed(bench)).toEqual([]);
  bench.advance(1);
  await sealAll(bench, hours);
  expect(sealed(bench)).toEqual(times.map((timeMs) => new Date(timeMs).toISOString()));
  expect(bench.rests() - rests).toBeGreaterThanOrEqual(hours);
  // As often as a day is done, not as an hour is.
  expect(walks()).toBeLessThan(hours / 10);
  expect(frees()).toBeLessThan(hours / 10);
  expect(bench.recorder().status()).toMatchObject({ unsealedSamples: 0, overdueHours: 0 });
});

it("a small batch and a small question look at none of the many hours that wait", async () => {
  const hours = 600;
  const bench = recorderBench(START);
  const ofAlarm = { tag_name: "temp", period: 60_000, comp: ">", threshold: 8 } as const;
  const alarm = { function: "value_threshold_for_time_period_in_state", inAlarm: false } as const;
  bench.alarm([
    { ...alarm, id: 5, arguments: { ...ofAlarm, machine_states: [3] }, definedAtMs: START },
    { ...alarm, id: 6, arguments: ofAlarm, definedAtMs: START },
  ]);
  // Longer ago than what a machine's target is learned from.
  const pastMs = START - 31 * DAY_MS;
  const past = Array.from({ length: hours }, (_, hour) => pastMs - (hours - hour) * HOUR_MS);
  const late = { temp: past.map(() => 1), machine_state: past.map(() => 3) };
  // Sealed once, all of them wait again with a late sample, and as many whole ones before them.
  await bench.post([{ times: past, tags: late }]);
  bench.advance(QUIET_MS);
  await sealAll(bench, hours);
  const older = past.map((timeMs) => timeMs - hours * HOUR_MS);
  await bench.post([{ times: past.map((timeMs) => timeMs + 1000), tags: late }]);
  await bench.post([{ times: older, tags: late }]);
  const send = (sentMs: number, temp: number) =>
    bench.post([{ times: [sentMs], tags: { temp: [temp], machine_state: [3] } }]);
  await send(bench.nowMs(), 9);
  await bench.recorder().judgeAlarms();

  const steps = countSteps();
  bench.advance(60_000);
  await send(bench.nowMs(), 9);
  // One that lies ahead hides the newest one.
  await send(bench.nowMs() + 120_000, 9);
  await bench.recorder().judgeAlarms();
  const range = { startMs: START, endMs: bench.nowMs() + 1, exact: true, buckets: 1 };
  const { states } = await bench.recorder().snapshot({ ...range, metrics: ["temp"], states: true });
  expect(bench.recorder().latest(["temp"])).toEqual({ temp: { timeMs: bench.nowMs(), value: 9 } });
  expect(steps()).toBeLessThan(200);
  // The newest of those hours tells since when it is silent.
  expect(states.map(({ timeMs, code }) => [timeMs, code])).toEqual([
    [START, -1],
    [bench.nowMs() - 60_000, 3],
  ]);
  expect(bench.transitions.map(({ id, inAlarm }) => [id, inAlarm])).toEqual([
    [5, true],
    [6, true],
  ]);
});

it("an hour for which something comes again waits anew, and those after it with it", async () => {
  const bench = recorderBench(START);
  await bench.post([{ times: [at(4), at(3), at(2), at(1)], tags: { temp: [0, 1, 2, 3] } }]);
  bench.advance(QUIET_MS / 2);
  await bench.post([{ times: [at(3, 1000)], tags: { temp: [4] } }]);
  bench.advance(QUIET_MS / 2);
  await bench.settle();
  expect(sealed(bench)).toEqual(hours(4));
  bench.advance(QUIET_MS / 2);
  await bench.settle();
  expect(sealed(bench)).toEqual(hours(4, 3, 2));
  bench.advance(HOUR_MS);
  await bench.settle();
  expect(sealed(bench)).toEqual(hours(4, 3, 2, 1));
});

it("an hour waits for older ones that go on and on no longer than it may", async () => {
  const bench = recorderBench(START);
  await bench.post([{ times: [at(3), at(2)], tags: { temp: [1, 2] } }]);
  let sent = 0;
  const goOn = async (): Promise<void> => {
    await bench.post([{ times: [at(3, ++sent)], tags: { temp: [sent] } }]);
    bench.advance(QUIET_MS / 2);
    await bench.settle();
  };
  while ((sent + 1) * (QUIET_MS / 2) < QUIET_MS + IN_ORDER_MS) await goOn();
  expect(sealed(bench)).toEqual([]);
  await goOn();
  expect(sealed(bench)).toEqual(hours(2));
  bench.advance(QUIET_MS);
  await bench.settle();
  // It rests on the older one.
  expect(sealed(bench)).toEqual(hours(2, 3, 2));
});

it("a question seals nothing while a first history comes, whichever part of it came first", async () => {
  const bench = recorderBench(START);
  const send = (from: number, to: number) => {
    const ago = Array.from({ length: from - to }, (_, index) => from - index);
    return bench.post([
      { times: ago.map((hour) => at(hour)), tags: { machine_state: ago.map(() => 3) } },
    ]);
  };
  await send(8, 0);
  bench.advance(QUIET_MS - 1000);
  await send(80, 8);
  bench.advance(2000);
  await bench.settle();
  const range = { startMs: at(8), endMs: START, exact: false, buckets: 8 };
  const ask = () => bench.recorder().snapshot({ ...range, metrics: ["time_online"] });
  await ask();
  expect(sealed(bench)).toEqual([]);
  bench.advance(QUIET_MS);
  for (let turns = 0; turns < 100 && sealed(bench).length < 40; turns++) {
    await bench.recorder().upkeep.work(() => sealed(bench).length < 40);
  }
  await ask();
  expect(sealed(bench)).toHaveLength(40);
});

const at = (hour: number, ms = 0): number => START - hour * HOUR_MS + ms;
const hours = (...ago: number[]): string[] => ago.map((hour) => new Date(at(hour)).toISOString());

it("no further hour is sealed once the disk has no room for it", async () => {
  const bench = recorderBench(START);
  const times = [3, 2, 1].map((hour) => START - hour * HOUR_MS);
  await bench.post([{ times, tags: { temp: [1, 2, 3] } }]);
  bench.advance(HOUR_MS + QUIET_MS);
  let pieces = 0;
  expect(await bench.recorder().upkeep.work(() => pieces++ < 2)).toBe(false);
  expect(sealed(bench)).toHaveLength(2);
  await bench.settle();
  expect(sealed(bench)).toHaveLength(3);
});

it("a turn of upkeep ends though the clock is set back meanwhile, and the next one goes on", async () => {
  const bench = recorderBench(START);
  const times = [3, 2, 1].map((hour) => START - hour * HOUR_MS);
  await bench.post([{ times, tags: { temp: [1, 2, 3] } }]);
  bench.advance(HOUR_MS + QUIET_MS);
  vi.useFakeTimers({ toFake: ["Date"], now: START });
  try {
    await bench.recorder().upkeep.work(() => {
      vi.setSystemTime(START - HOUR_MS);
      return true;
    });
    expect(sealed(bench)).toHaveLength(1);
  } finally {
    vi.useRealTimers();
  }
  await bench.settle();
  expect(sealed(bench)).toHaveLength(3);
});

const sealed = ({ events }: RecorderBench): string[] =>
  events.flatMap((event) => (event.event === "recorder_sealed" ? [event.hour] : []));

/** Turns of upkeep until so many hours are sealed; what follows from them is not done. */
async function sealAll(bench: RecorderBench, hours: number): Promise<void> {
  for (let turns = 0; turns < hours && sealed(bench).length < hours; turns++)
    await bench.recorder().upkeep.work();
}

/** How often all hours in memory were walked. */
function countWalks(): () => number {
  const walks = (["values", "keys", "entries", "forEach"] as const).map((name) =>
    vi.spyOn(OpenHours.prototype, name),
  );
  return () => walks.reduce((sum, { mock }) => sum + mock.calls.length, 0);
}

/** How many hours were looked up or walked through. */
function countSteps(): () => number {
  const walks = countWalks();
  const { mock } = vi.spyOn(OpenHours.prototype, "get");
  return () => mock.calls.length + HOURS * walks();
}

/** How often every row was asked for its list of metrics. */
function countFrees({ storage }: RecorderBench): () => number {
  const { mock } = vi.spyOn(storage.sql, "exec");
  return () => mock.calls.filter(([query]) => query.startsWith("DELETE FROM layouts")).length;
}

function countDerived(): () => number {
  const { derive } = HourBuffer.prototype;
  let count = 0;
  vi.spyOn(HourBuffer.prototype, "derive").mockImplementation(function (this: HourBuffer, ...args) {
    count++;
    if (count > 100 * HOURS) throw new Error("hours are derived again and again");
    return derive.apply(this, args);
  });
  return () => count;
}
