import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseLineProtocol } from "./line-protocol.ts";
import type { Precision } from "./line-types.ts";

const NOW = 1_763_700_000_000;
const parse = (text: string, precision: Precision = "ns", maxSamples = 50_000) =>
  parseLineProtocol(text, { precision, nowMs: NOW, maxSamples });
const plain = (text: string, precision: Precision = "ns") => {
  const { lines, faults } = parse(text, precision);
  return {
    lines: lines.map(({ series, names, values, timeMs }) => ({
      series,
      fields: Object.fromEntries(names.map((name, i) => [name, values[i]])),
      timeMs,
    })),
    faults,
  };
};
const series = (measurement: string, tags: Record<string, string> = {}) => ({
  measurement,
  tags: Object.entries(tags).map(([key, value]) => ({ key, value })),
});

describe("a good line", () => {
  it.each<[string, string, ReturnType<typeof series>, Record<string, unknown>]>([
    ["a float", "m f=1.5", series("m"), { f: 1.5 }],
    ["a float without digits after the point", "m f=1.", series("m"), { f: 1 }],
    ["a float without digits before the point", "m f=.5", series("m"), { f: 0.5 }],
    ["an exponent", "m f=-1.5e+3", series("m"), { f: -1500 }],
    ["an integer", "m f=-42i", series("m"), { f: -42 }],
    ["an unsigned integer", "m f=42u", series("m"), { f: 42 }],
    [
      "every true",
      "m a=t,b=T,c=true,d=True,e=TRUE",
      series("m"),
      { a: true, b: true, c: true, d: true, e: true },
    ],
    [
      "every false",
      "m a=f,b=F,c=false,d=False,e=FALSE",
      series("m"),
      { a: false, b: false, c: false, d: false, e: false },
    ],
    ["text", 'm f="A-17"', series("m"), { f: "A-17" }],
    ["empty text", 'm f=""', series("m"), { f: "" }],
    [
      "text with blanks, commas and equals",
      'm f="a b,c=d",g=1',
      series("m"),
      { f: "a b,c=d", g: 1 },
    ],
    [
      "text with quotes and backslashes",
      String.raw`m f="say \"hi\" C:\\dir \n"`,
      series("m"),
      { f: String.raw`say "hi" C:\dir \n` },
    ],
    ["text with a newline", 'm f="a\nb"', series("m"), { f: "a\nb" }],
    ["tags, sorted by key", "m,z=1,a=2 f=1", series("m", { a: "2", z: "1" }), { f: 1 }],
    [
      "escapes in measurement, tags and field key",
      String.raw`a\,b\ c,t\=1=v\ 1 f\=x\,y=1`,
      series("a,b c", { "t=1": "v 1" }),
      { "f=x,y": 1 },
    ],
    [
      "a backslash that escapes nothing",
      String.raw`a\b f\c=1`,
      series(String.raw`a\b`),
      { [String.raw`f\c`]: 1 },
    ],
    ["an escaped backslash before a blank", String.raw`m\\ f=1`, series("m\\"), { f: 1 }],
    ["blanks and a tab around", "  m\\ 1   f=1\t ", series("m 1"), { f: 1 }],
    ["a repeated field: the last wins", "m f=1,g=2,f=3", series("m"), { f: 3, g: 2 }],
    ["a field called __proto__", "m __proto__=1", series("m"), JSON.parse('{"__proto__":1}')],
    ["an equals sign in a measurement", "a=b f=1", series("a=b"), { f: 1 }],
  ])("may hold %s", (_name, text, wanted, fields) => {
    expect(plain(text)).toEqual({ lines: [{ series: wanted, fields, timeMs: NOW }], faults: [] });
  });

  it.each<[string, Precision, number]>([
    ["1763700000123999999", "ns", 1_763_700_000_123],
    ["1763700000123999", "us", 1_763_700_000_123],
    ["1763700000123", "ms", 1_763_700_000_123],
    ["1763700000", "s", 1_763_700_000_000],
    ["0", "ns", 0],
    ["999999", "ns", 0],
    ["-1", "ns", -1],
    ["-1000000", "ns", -1],
    ["-1000001", "ns", -2],
    ["-5", "s", -5000],
    ["29395000", "m", 1_763_700_000_000],
    ["489917", "h", 1_763_701_200_000],
    ["9223372036854775807", "ns", 9_223_372_036_854],
  ])("at %s %s is at %d ms", (time, precision, timeMs) => {
    expect(parse(`m f=1 ${time}`, precision).lines[0]?.timeMs).toBe(timeMs);
  });

  it("ends at LF, CRLF or the end of the body; blank lines and comments are skipped", () => {
    const { lines, faults } = parse(
      "# a comment, with=equals\r\n\r\nm f=1 1000000\r\n\n  # more\nm f=2 2000000\nm f=3 3000000",
    );
    expect(faults).toEqual([]);
    expect(lines.map(({ line, timeMs, values }) => [line, timeMs, values[0]])).toEqual([
      [3, 1, 1],
      [6, 2, 2],
      [7, 3, 3],
    ]);
  });

  it("counts the newlines inside a text", () => {
    expect(parse('m f="a\nb"\nm f=x').faults).toEqual([
      { line: 3, reason: 'invalid value of field "f": "x"' },
    ]);
  });

  it("shares series and names with like lines", () => {
    const [a, b, c] = parse("m,t=1 f=1,g=2\nm,t=1 f=3,g=4\nm,t=1 g=1,f=2").lines;
    expect(b?.series).toBe(a?.series);
    expect(b?.names).toBe(a?.names);
    expect(c?.names).toEqual(["g", "f"]);
    expect(parse("m f=1,g=2\nm f=3\nm f=1,h=2,g=3").lines.map((line) => line.names)).toEqual([
      ["f", "g"],
      ["f"],
      ["f", "h", "g"],
    ]);
  });
});

describe("a bad line", () => {
  it.each([
    ["m", "missing fields"],
    ["m,t=1", "missing fields"],
    ["m ", "missing field value"],
    [" f=1", "missing fields"],
    [",t=1 f=1", "missing measurement"],
    ["m,t f=1", 'missing value of tag "t"'],
    ["m,t= f=1", 'missing value of tag "t"'],
    ["m,=1 f=1", "missing tag key"],
    ["m,t=1=2 f=1", 'invalid value of tag "t"'],
    ["m,t=1,t=2 f=1", 'duplicate tag "t"'],
    ["m, f=1", "missing tag key"],
    ["m f", "missing field value"],
    ["m =1", "missing field key"],
    ["m f=", 'missing value of field "f"'],
    ["m f=,g=1", 'missing value of field "f"'],
    ["m f=1,", "missing field value"],
    ["m f=NaN", 'invalid value of field "f": "NaN"'],
    ["m f=Infinity", 'invalid value of field "f": "Infinity"'],
    ["m f=1e999", 'invalid value of field "f": "1e999"'],
    ["m f=0x10", 'invalid value of field "f": "0x10"'],
    ["m f=1_000", 'invalid value of field "f": "1_000"'],
    ["m f=yes", 'invalid value of field "f": "yes"'],
    ["m f=1.5i", 'invalid value of field "f": "1.5i"'],
    ["m f=-1u", 'invalid value of field "f": "-1u"'],
    [`m f=${"9".repeat(20)}i`, 'invalid value of field "f": "99999999999999999999i"'],
    ['m f="abc', 'unterminated text in field "f"'],
    [String.raw`m f="abc\"`, 'unterminated text in field "f"'],
    ['m f="a"b', 'text after the closing quote of field "f"'],
    ["m f=1 abc", 'invalid timestamp "abc"'],
    ["m f=1 1.5", 'invalid timestamp "1.5"'],
    ["m f=1 1 2", "something follows the timestamp"],
    ["m f=1 99999999999999999999", 'invalid timestamp "99999999999999999999"'],
  ])("%j: %s", (text, reason) => {
    expect(parse(text)).toEqual({ lines: [], faults: [{ line: 1, reason }], overflow: false });
  });

  it("is out of range when its time is no date", () => {
    expect(parse("m f=1 9000000000000000", "ms").faults[0]?.reason).toContain("out of range");
  });

  it("costs no other line, even with a quote that is never closed", () => {
    const { lines, faults } = parse(
      'm a=1 1000000\nm b="x 2000000\nm c=3 3000000\nbad\nm d=4 4000000',
    );
    expect(lines.map((line) => line.names[0])).toEqual(["a", "c", "d"]);
    expect(faults.map((fault) => fault.line)).toEqual([2, 4]);
  });

  it("does not lend its fields to the next", () => {
    expect(plain("m a=1,b=x\nm a=1\nm b=2").lines.map((line) => line.fields)).toEqual([
      { a: 1 },
      { b: 2 },
    ]);
  });
});

describe("the reader", () => {
  it("stops beyond the sample limit", () => {
    expect(parse("m a=1,b=2\nm a=1\n", "ns", 3).overflow).toBe(false);
    expect(parse("m a=1,b=2\nm a=1,b=2\n", "ns", 3).overflow).toBe(true);
    expect(parse("x\n".repeat(4), "ns", 3)).toMatchObject({ overflow: true, lines: [] });
  });

  it.each<[string, (length: number) => string]>([
    ["quotes that are escaped", (length) => 'm f="\\"\n'.repeat(length / 7)],
    ["backslashes", (length) => `m f=${"\\".repeat(length)}`],
    ["digits and a letter", (length) => `m f=${"9".repeat(length)}x`],
    ["numbers as long as may be", (length) => `m f=${"9".repeat(1_076)}x\n`.repeat(length / 1_082)],
    ["lines without fields", (length) => "m\n".repeat(length / 2)],
    ["fields without values", (length) => "m a=1,b\n".repeat(length / 8)],
    ["texts that are never closed", (length) => 'm f="x\n\n\n\n\n'.repeat(length / 11)],
    ["tags", (length) => `m${",a=b\\,".repeat(length / 6)} f=1`],
    ["fields", (length) => `m ${"a=1,".repeat(length / 4)}b=2`],
    ["a text of lines", (length) => `m f="${"\n".repeat(length)}"`],
  ])("reads %s in steps in proportion to their number", (_name, make) => {
    for (const length of [20_000, 200_000]) {
      const text = countReads(make(length));
      parseLineProtocol(text.counted, { precision: "ns", nowMs: NOW, maxSamples: 1_000_000 });
      expect(text.reads() / length).toBeLessThan(8);
    }
  });

  it("takes a number of as many characters as the longest double has, and no more", () => {
    const least = `0.${(2 ** -1074).toFixed(100).slice(2)}${"0".repeat(974)}`;
    expect(`-${least}`).toHaveLength(1_077);
    expect(parse(`m f=-${least}`).faults).toEqual([]);
    expect(parse(`m f=${"9".repeat(30_000)}x\nm g=1`)).toMatchObject({
      lines: [{ names: ["g"] }],
      faults: [{ line: 1, reason: 'the value of field "f" is longer than 1077 characters' }],
    });
  });

  const name = fc
    .string({ minLength: 1, maxLength: 12, unit: fc.constantFrom(...'ab,= \\"é日#t0') })
    .filter((text) => !text.endsWith("\\"));
  const value = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.string({ maxLength: 20 }),
  );
  const line = fc.record({
    measurement: name.filter((text) => !text.startsWith("#")),
    tags: fc.dictionary(name, name, { maxKeys: 3 }),
    fields: fc.dictionary(name, value, { minKeys: 1, maxKeys: 5 }),
    timeMs: fc.integer({ min: -1e12, max: 4e12 }),
    restNs: fc.integer({ min: 0, max: 999_999 }),
  });

  it("reads back whatever was written", () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), (wanted) => {
        const { lines, faults } = plain(wanted.map(encode).join("\n"));
        expect(faults).toEqual([]);
        expect(lines).toEqual(
          wanted.map(({ measurement, tags, fields, timeMs }) => ({
            series: {
              measurement,
              tags: Object.entries(tags)
                .map(([key, v]) => ({ key, value: v }))
                .sort((a, b) => (a.key < b.key ? -1 : 1)),
            },
            fields: { ...fields },
            timeMs,
          })),
        );
      }),
      { numRuns: 300 },
    );
  });

  it("answers anything at all without throwing", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'mf=1, \\"\n\r\t#it-.é'), maxLength: 80 }),
        (text) => {
          const { lines, faults } = parse(text);
          const written = text.split("\n").length;
          expect(lines.length + faults.length).toBeLessThanOrEqual(written);
          for (const { names, values } of lines) expect(values.length).toBe(names.length);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

type Written = {
  measurement: string;
  tags: Record<string, string>;
  fields: Record<string, number | boolean | string>;
  timeMs: number;
  restNs: number;
};

function encode({ measurement, tags, fields, timeMs, restNs }: Written): string {
  const key = (text: string) => text.replace(/[,= \\]/g, "\\$&");
  const value = (v: number | boolean | string) =>
    typeof v === "string"
      ? `"${v.replace(/["\\]/g, "\\$&")}"`
      : Object.is(v, -0)
        ? "-0"
        : String(v);
  const tagText = Object.entries(tags).map(([k, v]) => `,${key(k)}=${key(v)}`);
  const fieldText = Object.entries(fields).map(([k, v]) => `${key(k)}=${value(v)}`);
  return `${key(measurement)}${tagText.join("")} ${fieldText.join(",")} ${BigInt(timeMs) * 1_000_000n + BigInt(restNs)}`;
}

/** A text that counts the characters that are read of it, by whatever method. */
function countReads(text: string): { counted: string; reads: () => number } {
  let reads = 0;
  const counted = {
    length: text.length,
    charCodeAt: (at: number) => ((reads += 1), text.charCodeAt(at)),
    startsWith: (part: string, at: number) => ((reads += part.length), text.startsWith(part, at)),
    slice: (from: number, to: number) => ((reads += to - from), text.slice(from, to)),
    indexOf: (part: string, from: number) => {
      const found = text.indexOf(part, from);
      reads += (found === -1 ? text.length : found) - from + 1;
      return found;
    },
  };
  return { counted: counted as unknown as string, reads: () => reads };
}

describe("texts that are opened in one line and closed in the next", () => {
  // Each closes what the one before opened, so that each runs to the end of the body.
  const crossed = (count: number) => 'm a",b="xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n'.repeat(count);

  it("are read again for a bounded number of lines, then the rest is one bad line", () => {
    for (const count of [4_000, 8_000]) {
      const { lines, faults } = parse(`m f=1\n${crossed(count)}m f=2\n`);
      expect(lines).toHaveLength(1);
      expect(faults.length).toBeLessThan(10);
      expect(faults.at(-1)?.reason).toBe(
        "too many texts that are never closed: not read from here on",
      );
    }
  });

  it("cost one line each where they are few", () => {
    const { lines, faults } = parse(`m f="never\n${"m f=1\n".repeat(5_000)}m f="again\nm f=2\n`);
    expect(lines).toHaveLength(5_001);
    expect(faults).toHaveLength(2);
  });
});
