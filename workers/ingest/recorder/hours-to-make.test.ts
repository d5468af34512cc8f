import { expect, it } from "vitest";
import { EMPTY_CARRY, type Carry } from "#app/domain/series/derive.ts";
import { HOUR_MS } from "#app/domain/durations.ts";
import { HourBuffer } from "#app/domain/series/hour-buffer.ts";
import { MachineMemory } from "#app/domain/series/machine-memory.ts";
import { hoursToMake } from "./hours-to-make.ts";

const START = Date.UTC(2026, 1, 3);
const HOURS = 40;
const hour = (at: number): number => START + at * HOUR_MS;
/** When the machine was off last, in the hour before its states of each hour. */
const OFF = 20;

/** Sealed hours of a machine that was on but for one hour. */
function machine(): MachineMemory {
  const memory = new MachineMemory();
  for (let at = 0; at < HOURS; at++) {
    const isOff = at === OFF;
    const online = isOff ? null : hour(at > OFF ? OFF + 1 : 0);
    const state = { timeMs: hour(at) + HOUR_MS - 1000, code: isOff ? 0 : 3 };
    const carry: Carry = { ...EMPTY_CARRY, state, onlineSinceMs: online, sheetSize: 12 };
    memory.sealed.set(hour(at), {
      segment: { key: `hour ${at}`, hourMs: hour(at), firstMs: hour(at), lastMs: state.timeMs },
      ...{ carry, sealedSeq: 1, sealedAtMs: 0, derived: [], rederive: false, rates: {} },
    });
  }
  return memory;
}

const SIZES = 15;
const toMake = (
  memory: MachineMemory,
  metric: string,
  fromHour: number,
  oldest: number,
  max = 99,
) =>
  hoursToMake(memory, {
    ...{ keys: [metric], firstMs: hour(fromHour), endMs: hour(HOURS), oldestMs: hour(oldest), max },
    hasSizes: (hourMs) => hourMs === hour(SIZES),
  });
const made = (...args: Parameters<typeof toMake>): number[] | null => {
  const hours = toMake(...args);
  return hours && [...hours.keys()].map((hourMs) => (hourMs - START) / HOUR_MS);
};

const upTo = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at);

it("late samples of an hour reach as far as a value rests on them", () => {
  const memory = machine();
  memory.hours.set(hour(10), new HourBuffer(hour(10), false));
  expect(made(memory, "machine_running", 8, 10)).toEqual([10]);
  expect(made(memory, "sheets_per_hour", 8, 10)).toEqual([10, 11]);
  expect(made(memory, "uptime", 8, 10)).toEqual(upTo(10, 15));
  expect(made(memory, "msf_hr", 8, 10)).toEqual(upTo(10, SIZES));
  expect(made(memory, "time_online", 8, 10)).toEqual(upTo(10, OFF));
});

it("what is answered after that rests on no late samples", () => {
  const memory = machine();
  memory.hours.set(hour(10), new HourBuffer(hour(10), false));
  expect(made(memory, "machine_running", 11, 10)).toEqual([]);
  expect(made(memory, "uptime", 15, 10)).toEqual(upTo(10, 15));
  expect(made(memory, "uptime", 16, 10)).toEqual([]);
  expect(made(memory, "msf_hr", SIZES, 10)).toEqual([10, 11, SIZES]);
  expect(made(memory, "msf_hr", SIZES + 1, 10)).toEqual([]);
  expect(made(memory, "time_online", OFF, 10)).toEqual([10, 11, OFF]);
  expect(made(memory, "time_online", OFF + 1, 10)).toEqual([]);
});

it("an hour in memory reaches the sealed hours after it, and an hour that is behind itself and those", () => {
  const memory = machine();
  memory.hours.set(hour(-1), new HourBuffer(hour(-1), true));
  memory.sealed.markLate(hour(30));
  expect(made(memory, "uptime", 0, -1)).toEqual([...upTo(0, 4), ...upTo(30, 35)]);
  expect(made(memory, "time_online", 2, -1)).toEqual([0, ...upTo(2, OFF), ...upTo(30, 39)]);
  expect(made(memory, "temp_ad_flag", 0, -1)).toEqual([0, 30, 31]);
  // An hour in memory rests on those that are sealed before it.
  memory.hours.set(hour(39.5), new HourBuffer(hour(39.5), true));
  expect(made(memory, "time_online", 39.5, -1)).toEqual([30, 31, 39]);
  expect(made(memory, "uptime", 39.5, -1)).toEqual([]);
});

it("what lasts is taken over the hours that hold nothing which ends it", () => {
  const memory = machine();
  memory.hours.set(hour(22), new HourBuffer(hour(22), false));
  const hours = toMake(memory, "time_online", 38, 22);
  expect([...(hours ?? [])].map(([hourMs, { online }]) => [hourMs, online])).toEqual([
    [hour(22), false],
    [hour(23), true],
    [hour(38), true],
    [hour(39), true],
  ]);
});

it("an hour of which nobody knows whether it has sizes is made, for what lasts may end in it", () => {
  const memory = machine();
  memory.hours.set(hour(10), new HourBuffer(hour(10), false));
  const hours = hoursToMake(memory, {
    ...{ keys: ["msf_hr"], firstMs: hour(16), endMs: hour(18), oldestMs: hour(10), max: 99 },
    hasSizes: (hourMs) => (hourMs === hour(12) ? null : false),
  });
  expect([...(hours ?? [])].map(([hourMs, { sizes }]) => [hourMs, sizes])).toEqual([
    [hour(10), false],
    [hour(11), true],
    [hour(12), true],
    [hour(16), true],
    [hour(17), true],
  ]);
});

it("more hours than may be made are not made", () => {
  const memory = machine();
  memory.hours.set(hour(-1), new HourBuffer(hour(-1), true));
  expect(made(memory, "time_online", 1, -1, OFF + 1)).toEqual(upTo(0, OFF));
  expect(made(memory, "time_online", 1, -1, OFF)).toBeNull();
  expect(made(memory, "time_online", OFF + 1, -1, OFF)).toEqual([]);
});
