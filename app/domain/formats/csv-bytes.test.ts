import fc from "fast-check";
import { expect, it } from "vitest";
import { CsvBytes } from "./csv-bytes.ts";
import { csvLine, type CsvValue } from "./csv.ts";

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
function written(...lines: CsvValue[][]): string {
  const bytes = new CsvBytes();
  for (const line of lines) bytes.line(line.length, (index) => line[index] as CsvValue);
  return decoder.decode(bytes.take());
}

it.each([
  ...[0, -0, 1, -1, 9, 10, 99, 100, 1.5, -1.5, 0.1, 0.25, -0.0001, 0.0001, 0.00001, 12.3456],
  ...[99.99, 1e-7, 1e15, 999_999_999_999_999, 1e21, -1e21, 2 ** 53, 2 ** 53 + 2, 0.1 + 0.2, 1 / 3],
  ...[1e14 + 0.1, 99_999_999_999.9999, 1_234_567.8, Number.MAX_VALUE, Number.MIN_VALUE, 1.005],
])("writes %d as String does", (value) => {
  expect(written([value])).toBe(`${String(value)}\r\n`);
});

it("writes what csvLine does, whatever the values", () => {
  const decimal = fc
    .tuple(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 0, max: 7 }))
    .map(([digits, decimals]) => digits / 10 ** decimals);
  const value: fc.Arbitrary<CsvValue> = fc.oneof(
    decimal,
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
    fc.string({ unit: "grapheme" }),
    fc.constantFrom(null, true, false, '=1+"x"', " a ", "", "é,ñ"),
  );
  fc.assert(
    fc.property(fc.array(fc.array(value, { minLength: 1 })), (lines) => {
      expect(written(...lines)).toBe(lines.map(csvLine).join(""));
    }),
  );
});

it("gives each piece once, and takes more than it began with room for", () => {
  const bytes = new CsvBytes();
  bytes.text("\uFEFF");
  const long = "ñ".repeat(100_000);
  bytes.line(2, (index) => [long, 1][index] ?? null);
  expect(decoder.decode(bytes.take())).toBe(`\uFEFF${long},1\r\n`);
  expect(bytes.take()).toHaveLength(0);
  bytes.line(1, () => "b");
  expect(decoder.decode(bytes.take())).toBe("b\r\n");
});
