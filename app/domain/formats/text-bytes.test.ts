import fc from "fast-check";
import { expect, it } from "vitest";
import { TextBytes } from "./text-bytes.ts";
import { zonedIso } from "./zoned-iso.ts";
import { ZonedTimes } from "./zoned-times.ts";

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
function written(numbers: readonly number[]): string[] {
  const bytes = new TextBytes();
  const column = Float64Array.from(numbers);
  for (let at = 0; at < column.length; at++) {
    bytes.numberAt(column, at);
    bytes.letter(0x0a);
  }
  return decoder.decode(bytes.take()).split("\n").slice(0, -1);
}

it.each([
  ...[0, -0, 1, -1, 9, 10, 99, 100, 1.5, -1.5, 0.1, 0.25, -0.0001, 0.0001, 0.00001, 12.3456],
  ...[99.99, 1e-7, 1e15, 999_999_999_999_999, 1e21, -1e21, 2 ** 53, 2 ** 53 + 2, 0.1 + 0.2, 1 / 3],
  ...[1e14 + 0.1, 99_999_999_999.9999, 1_234_567.8, Number.MAX_VALUE, Number.MIN_VALUE, 1.005],
  ...[2 ** 31 - 1, 2 ** 31, -(2 ** 31), 214_748.3647, 214_748.3648, 4_294_967_296.5, 1e10, -1e14],
])("writes %d as String does", (value) => {
  expect(written([value])).toEqual([String(value)]);
});

it("writes what String does, whatever the numbers", () => {
  const decimal = fc
    .tuple(fc.integer({ min: -1e10, max: 1e10 }), fc.integer({ min: 0, max: 7 }))
    .map(([digits, decimals]) => digits / 10 ** decimals);
  const number = fc.oneof(
    decimal,
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
  );
  fc.assert(
    fc.property(fc.array(number), (numbers) => {
      expect(written(numbers)).toEqual(numbers.map(String));
    }),
  );
});

it("gives each piece once, and takes more than it began with room for", () => {
  const bytes = new TextBytes();
  bytes.text("\uFEFF");
  const long = "ñ".repeat(100_000);
  bytes.text(long);
  bytes.letter(0x2c);
  bytes.digits(7, 3);
  bytes.piece(new TextEncoder().encode("é".repeat(200_000)));
  expect(decoder.decode(bytes.take())).toBe(`\uFEFF${long},007${"é".repeat(200_000)}`);
  expect(bytes.take()).toHaveLength(0);
  bytes.text("b");
  expect(decoder.decode(bytes.takeView())).toBe("b");
  expect(bytes.takeView()).toHaveLength(0);
});

it("writes times as zonedIso does, in rows of several zones", () => {
  const zones = ["America/Chicago", "Asia/Kathmandu", "UTC", "Australia/Lord_Howe"];
  const step = 7_654_321;
  const [fromMs, toMs] = [Date.UTC(2026, 0, 1), Date.UTC(2027, 0, 1)];
  const times = Float64Array.from({ length: (toMs - fromMs) / step }, (_, n) => {
    const timeMs = fromMs + n * step;
    return n % 3 === 0 ? timeMs : Math.floor(timeMs / 60_000) * 60_000;
  });
  const bytes = new TextBytes();
  const zoned = new ZonedTimes();
  const lines: string[] = [];
  for (let at = 0; at < times.length; at++) {
    zoned.write(bytes, times, at, zones[at % zones.length] as string);
    lines.push(decoder.decode(bytes.take()));
  }
  const isoOf = zones.map(zonedIso);
  expect(lines).toEqual([...times].map((timeMs, at) => isoOf[at % zones.length]?.(timeMs)));
});
