/**
 * The parts of a line of line protocol: numbers, booleans, times, measurement with tags, escapes.
 * Each takes time in proportion to its length: what is read here comes from outside.
 */
import type { Precision, Series } from "./line-types.ts";

/** Thrown for a line that is bad. No Error: a body may hold 50,000 bad lines, and a stack costs more than the line. */
export class BadLine {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

/** Every finite double written out in full is at most this long: the least one has 1,074 decimals. */
export const MAX_NUMBER_LENGTH = 1_077;

export const NEWLINE = 10,
  RETURN = 13,
  TAB = 9,
  SPACE = 32,
  QUOTE = 34,
  HASH = 35,
  COMMA = 44,
  EQUALS = 61,
  BACKSLASH = 92;
const MAX_TIME_MS = 8_640_000_000_000_000;
/** Digits below the millisecond, to be cut off. */
const DIGITS_BELOW_MS: Record<Precision, number> = { ns: 6, us: 3, ms: 0, s: 0, m: 0, h: 0 };
const MS_PER_UNIT: Record<Precision, number> = {
  ns: 1,
  us: 1,
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
};
const FLOAT = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const INTEGER = /^-?\d+i$|^\d+u$/;
const TIME = /^-?\d{1,19}$/;

const BOOLEANS = new Map([
  ...["t", "T", "true", "True", "TRUE"].map((word) => [word, true] as const),
  ...["f", "F", "false", "False", "FALSE"].map((word) => [word, false] as const),
]);

/** A field's value that is not text: `1.5`, `-2e3`, `1i`, `1u`, `true`. Throws BadLine. */
export function parseNumberOrBoolean(token: string, name: string): number | boolean {
  if (token === "") throw new BadLine(`missing value of field ${show(name)}`);
  if (token.length > MAX_NUMBER_LENGTH)
    throw new BadLine(
      `the value of field ${show(name)} is longer than ${MAX_NUMBER_LENGTH} characters`,
    );
  const value = parseNumber(token) ?? BOOLEANS.get(token);
  if (value === undefined)
    throw new BadLine(`invalid value of field ${show(name)}: ${show(token)}`);
  return value;
}

function parseNumber(token: string): number | undefined {
  if (FLOAT.test(token)) {
    const value = Number(token);
    return Number.isFinite(value) ? value : undefined;
  }
  if (!INTEGER.test(token)) return undefined;
  const value = Number(token.slice(0, -1));
  return Math.abs(value) <= (token.endsWith("u") ? 2 ** 64 : 2 ** 63) ? value : undefined;
}

/**
 * A time of at most 19 digits in Unix milliseconds, floored by cutting digits, never through a double:
 * nanoseconds do not fit into one. Throws BadLine.
 */
export function parseTime(token: string, precision: Precision): number {
  if (!TIME.test(token)) throw new BadLine(`invalid timestamp ${show(token)}`);
  const negative = token.startsWith("-");
  const digits = negative ? token.slice(1) : token;
  const below = DIGITS_BELOW_MS[precision];
  const whole =
    below === 0 ? Number(digits) * MS_PER_UNIT[precision] : Number(digits.slice(0, -below) || "0");
  const hasRest = below > 0 && /[1-9]/.test(digits.slice(-below));
  const timeMs = negative ? -(whole + (hasRest ? 1 : 0)) : whole;
  if (Math.abs(timeMs) > MAX_TIME_MS)
    throw new BadLine(`timestamp ${show(token)} is out of range for precision ${precision}`);
  return timeMs + 0;
}

/** Measurement and tags as written before the first unescaped space, tags by key. Throws BadLine. */
export function parseSeries(text: string): Series {
  const [head = "", ...rest] = splitUnescaped(text, ",");
  if (head === "") throw new BadLine("missing measurement");
  const tags = rest.map((part) => {
    const [key = "", value = "", ...more] = splitUnescaped(part, "=");
    if (key === "") throw new BadLine("missing tag key");
    if (value === "" || more.length > 0)
      throw new BadLine(`${value === "" ? "missing" : "invalid"} value of tag ${show(key)}`);
    return { key: unescapeKey(key), value: unescapeKey(value) };
  });
  tags.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  const repeated = tags.find((tag, i) => tag.key === tags[i - 1]?.key);
  if (repeated) throw new BadLine(`duplicate tag ${show(repeated.key)}`);
  return { measurement: unescapeKey(head), tags };
}

function splitUnescaped(text: string, separator: string): string[] {
  if (!text.includes("\\")) return text.split(separator);
  const parts: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === "\\" && isKeyEscape(text.charCodeAt(at + 1))) at += 1;
    else if (text[at] === separator) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}

/** What a backslash escapes in measurement, tags and field keys. */
export const isKeyEscape = (code: number): boolean =>
  code === COMMA || code === EQUALS || code === SPACE || code === BACKSLASH;
export const isBlankOrEnd = (code: number): boolean =>
  code === SPACE || code === TAB || code === NEWLINE || code === RETURN;
export const unescapeKey = (text: string): string =>
  text.includes("\\") ? text.replace(/\\([,= \\])/g, "$1") : text;
/** As a message quotes it: at most 64 characters. */
export const show = (text: string): string =>
  JSON.stringify(text.length > 64 ? `${text.slice(0, 64)}…` : text);
