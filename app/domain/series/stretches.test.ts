import { expect, it } from "vitest";
import { Stretches, ValueColumn } from "./stretches.ts";
import type { SampleValue } from "./types.ts";

it("keeps numbers and texts, the last one set, and none where none was", () => {
  const values = new ValueColumn(4);
  values.set(0, -0);
  values.set(1, "off");
  values.set(2, "on");
  values.set(2, 3.5);
  expect([0, 1, 2, 3].map((index) => values.at(index))).toEqual([-0, "off", 3.5, undefined]);
  values.set(2, "on");
  values.grow(6);
  expect([0, 1, 2, 5].map((index) => values.at(index))).toEqual([-0, "off", "on", undefined]);
});

it("tells stretches by their beginnings, also of more than were expected", () => {
  const stretches = new Stretches(2);
  const values: SampleValue[] = [];
  for (let n = 39; n >= 0; n--) {
    const value = n % 3 === 0 ? `text ${n}` : n + 0.5;
    values.unshift(value);
    stretches.add(n * 100, n * 100 + 10, value, n === 7 ? 5 : 1000);
  }
  const order = [...(stretches.order() ?? [])];
  expect(order.map((at) => stretches.last(at))).toEqual(values);
  const endOf = (place: number) => stretches.endMs(order[place]!, order[place + 1]);
  expect([endOf(0), endOf(7), endOf(39)]).toEqual([100, 715, 4910]);
  stretches.clear();
  expect([stretches.count, stretches.order()]).toEqual([0, null]);
});

it("takes columns of numbers as stretches of one sample each", () => {
  const [one, many] = [new Stretches(2), new Stretches(2)];
  const times = Float64Array.from({ length: 9 }, (_, n) => n * 100);
  const values = times.map((time) => time / 8);
  for (let at = 0; at < 9; at++) one.add(times[at]!, times[at]!, values[at]!, 60);
  many.addNumbers(times.subarray(0, 2), values.subarray(0, 2), 60);
  many.addNumbers(times.subarray(2), values.subarray(2), 60);
  const told = (stretches: Stretches) =>
    [...times.keys()].map((at) => [
      stretches.last(at),
      stretches.lastMs(at),
      stretches.endMs(at, at + 1),
    ]);
  expect(told(many).slice(0, 8)).toEqual(told(one).slice(0, 8));
  expect([many.count, many.order(), many.endMs(8, undefined)]).toEqual([9, null, 860]);
  many.addNumbers(Float64Array.of(50), Float64Array.of(7), 60);
  expect([many.order()?.[1], many.last(9)]).toEqual([9, 7]);
});

it("hands columns over by their beginnings where what came first is the later one as a whole", () => {
  const stretches = new Stretches(2);
  const add = (...times: number[]) =>
    stretches.addNumbers(
      Float64Array.from(times),
      Float64Array.from(times, (n) => n / 8),
      60,
    );
  add(500, 600);
  add(900);
  add(100, 200, 300);
  const { count, ...columns } = stretches.columns()!;
  const told = Object.values(columns).map((column) => [...column.subarray(0, count)]);
  const times = [100, 200, 300, 500, 600, 900];
  expect(told).toEqual([times, times, Array(6).fill(60), times.map((n) => n / 8)]);
  add(250);
  expect(stretches.columns()).toBeNull();
  expect([...stretches.order()!].map((at) => stretches.lastMs(at))).toEqual(
    [...times, 250].sort((a, b) => a - b),
  );
});
