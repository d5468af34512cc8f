/**
 * InfluxDB line protocol (v2 write): `measurement,tag=value field=1i,other="text" 1763700000000000000`.
 *
 * Escapes: `\,` `\=` `\ ` and `\\` in measurement, tags and field keys; `\"` and `\\` in text values.
 * Numbers: floats, `1i`, `1u`; booleans: t, T, true, True, TRUE and the same of false. A text value may
 * hold newlines. A line without a time takes `nowMs`. Times become milliseconds by flooring the digits,
 * never through a double: nanoseconds do not fit into one.
 *
 * A bad line is reported and left out; reading goes on after its first newline, so that a quote that
 * is never closed costs one line and not the rest.
 */
export type Precision = "ns" | "us" | "ms" | "s";
export type FieldValue = number | boolean | string;

/** Measurement and tag set; equal texts share one object. */
export type Series = { measurement: string; tags: readonly { key: string; value: string }[] };

/** `names` is shared between lines of the same fields in the same order. No name comes twice. */
export type Line = {
  series: Series;
  names: readonly string[];
  values: FieldValue[];
  timeMs: number;
  line: number;
};
export type LineFault = { line: number; reason: string };
export type ParsedLines = {
  lines: Line[];
  faults: LineFault[];
  /** Reading stopped: there are more than `maxSamples` field values, or more than as many lines. */
  overflow: boolean;
};

const NEWLINE = 10, RETURN = 13, TAB = 9, SPACE = 32, QUOTE = 34, HASH = 35, COMMA = 44, EQUALS = 61, BACKSLASH = 92; // prettier-ignore
const MAX_TIME_MS = 8_640_000_000_000_000;
/** Digits to cut off (or, negative, to append) to come from a precision to milliseconds. */
const DIGITS_BELOW_MS: Record<Precision, number> = { ns: 6, us: 3, ms: 0, s: -3 };
const FLOAT = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const INTEGER = /^-?\d+i$|^\d+u$/;

class BadLine extends Error {}

/** A series and the field names of its last line. */
type Source = { series: Series; shape: readonly string[] };

export function parseLineProtocol(
  text: string,
  options: { precision: Precision; nowMs: number; maxSamples: number },
): ParsedLines {
  return new Reader(text, options).read();
}

class Reader {
  private at = 0;
  private lineNumber = 1;
  private readonly sources = new Map<string, Source>();
  private readonly text: string;
  private readonly options: { precision: Precision; nowMs: number; maxSamples: number };

  constructor(text: string, options: { precision: Precision; nowMs: number; maxSamples: number }) {
    this.text = text;
    this.options = options;
  }

  read(): ParsedLines {
    const lines: Line[] = [];
    const faults: LineFault[] = [];
    const { text } = this;
    const { maxSamples } = this.options;
    let samples = 0;
    while (this.at < text.length) {
      this.skipBlanks();
      const code = text.charCodeAt(this.at);
      if (this.at < text.length && code !== NEWLINE && code !== RETURN && code !== HASH) {
        const start = this.at;
        try {
          const line = this.readLine();
          lines.push(line);
          samples += line.values.length;
          // Newlines inside a text value count as lines of the body.
          for (
            let i = text.indexOf("\n", start);
            i !== -1 && i < this.at;
            i = text.indexOf("\n", i + 1)
          )
            this.lineNumber += 1;
        } catch (error) {
          if (!(error instanceof BadLine)) throw error;
          faults.push({ line: this.lineNumber, reason: error.message });
          this.at = start;
        }
        if (samples > maxSamples || lines.length + faults.length > maxSamples)
          return { lines, faults, overflow: true };
      }
      const end = text.indexOf("\n", this.at);
      this.at = end === -1 ? text.length : end + 1;
      this.lineNumber += 1;
    }
    return { lines, faults, overflow: false };
  }

  private readLine(): Line {
    const { text, lineNumber } = this;
    const start = this.at;
    this.skipTo(SPACE, -1, "missing fields");
    const source = this.sourceOf(text.slice(start, this.at));
    this.skipBlanks();
    const values: FieldValue[] = [];
    const names = this.readFields(source, values);
    this.skipBlanks();
    const timeMs = this.readTime();
    return { series: source.series, names, values, timeMs, line: lineNumber };
  }

  /** Samplers repeat their fields line after line: names that match the series' line before are not read again. */
  private readFields(source: Source, values: FieldValue[]): readonly string[] {
    const { text } = this;
    const { shape } = source;
    let names: string[] | null = null;
    for (let index = 0; ; index += 1) {
      const expected = names === null ? shape[index] : undefined;
      if (
        expected !== undefined &&
        text.startsWith(expected, this.at) &&
        text.charCodeAt(this.at + expected.length) === EQUALS &&
        !expected.includes("\\")
      ) {
        this.at += expected.length + 1;
      } else {
        names ??= shape.slice(0, index);
        names.push(this.readFieldKey());
      }
      values.push(this.readValue(names === null ? expected! : names[index]!));
      if (text.charCodeAt(this.at) !== COMMA) break;
      this.at += 1;
    }
    if (names === null && values.length === shape.length) return shape;
    names ??= shape.slice(0, values.length);
    dropRepeated(names, values);
    source.shape = names;
    return names;
  }

  private readFieldKey(): string {
    const start = this.at;
    this.skipTo(EQUALS, SPACE, "missing field value");
    if (this.text.charCodeAt(this.at) !== EQUALS)
      throw new BadLine(start === this.at ? "missing field key" : "missing field value");
    if (start === this.at) throw new BadLine("missing field key");
    const key = unescapeKey(this.text.slice(start, this.at));
    this.at += 1;
    return key;
  }

  private readValue(name: string): FieldValue {
    const { text } = this;
    const start = this.at;
    if (text.charCodeAt(start) === QUOTE) return this.readText(name);
    let at = start;
    for (; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === COMMA || code === SPACE || code === NEWLINE || code === RETURN || code === TAB)
        break;
    }
    this.at = at;
    const token = text.slice(start, at);
    if (token === "") throw new BadLine(`missing value of field ${show(name)}`);
    const value = toNumber(token) ?? toBoolean(token);
    if (value === undefined)
      throw new BadLine(`invalid value of field ${show(name)}: ${show(token)}`);
    return value;
  }

  private readText(name: string): string {
    const { text } = this;
    const start = this.at + 1;
    let escaped = false;
    let at = start;
    for (; ; at += 1) {
      if (at >= text.length) throw new BadLine(`unterminated text in field ${show(name)}`);
      const code = text.charCodeAt(at);
      if (code === QUOTE) break;
      const next = code === BACKSLASH ? text.charCodeAt(at + 1) : 0;
      if (next === QUOTE || next === BACKSLASH) {
        escaped = true;
        at += 1;
      }
    }
    this.at = at + 1;
    const after = text.charCodeAt(this.at);
    if (
      this.at < text.length &&
      after !== COMMA &&
      after !== SPACE &&
      after !== NEWLINE &&
      after !== RETURN &&
      after !== TAB
    ) {
      throw new BadLine(`text after the closing quote of field ${show(name)}`);
    }
    const value = text.slice(start, at);
    return escaped ? value.replace(/\\(["\\])/g, "$1") : value;
  }

  private readTime(): number {
    const { text } = this;
    const start = this.at;
    while (this.at < text.length && !isBlankOrEnd(text.charCodeAt(this.at))) this.at += 1;
    if (this.at === start) return this.options.nowMs;
    const token = text.slice(start, this.at);
    this.skipBlanks();
    if (
      this.at < text.length &&
      text.charCodeAt(this.at) !== NEWLINE &&
      text.charCodeAt(this.at) !== RETURN
    ) {
      throw new BadLine("something follows the timestamp");
    }
    return toMilliseconds(token, this.options.precision);
  }

  private skipBlanks(): void {
    for (; this.at < this.text.length; this.at += 1) {
      const code = this.text.charCodeAt(this.at);
      if (code !== SPACE && code !== TAB) return;
    }
  }

  /** To the next unescaped `stop` or `other` on this line; `reason` when the line ends before. */
  private skipTo(stop: number, other: number, reason: string): void {
    const { text } = this;
    let at = this.at;
    for (; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === stop || code === other) {
        this.at = at;
        return;
      }
      if (code === NEWLINE) break;
      if (code === BACKSLASH && isKeyEscape(text.charCodeAt(at + 1))) at += 1;
    }
    throw new BadLine(reason);
  }

  private sourceOf(text: string): Source {
    let source = this.sources.get(text);
    if (!source) this.sources.set(text, (source = { series: parseSeries(text), shape: [] }));
    return source;
  }
}

/** Measurement and tags as written before the first unescaped space. Throws BadLine. */
function parseSeries(text: string): Series {
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

const isKeyEscape = (code: number): boolean =>
  code === COMMA || code === EQUALS || code === SPACE || code === BACKSLASH;
const isBlankOrEnd = (code: number): boolean =>
  code === SPACE || code === TAB || code === NEWLINE || code === RETURN;
const unescapeKey = (text: string): string =>
  text.includes("\\") ? text.replace(/\\([,= \\])/g, "$1") : text;
const show = (text: string): string =>
  JSON.stringify(text.length > 64 ? `${text.slice(0, 64)}…` : text);

/** The last of repeated names wins, as for repeated samples. */
function dropRepeated(names: string[], values: FieldValue[]): void {
  if (new Set(names).size === names.length) return;
  const last = new Map(names.map((name, i) => [name, values[i]!]));
  names.splice(0, names.length, ...last.keys());
  values.splice(0, values.length, ...last.values());
}

function toNumber(token: string): number | undefined {
  if (FLOAT.test(token)) {
    const value = Number(token);
    return Number.isFinite(value) ? value : undefined;
  }
  if (!INTEGER.test(token)) return undefined;
  const value = Number(token.slice(0, -1));
  return Math.abs(value) <= (token.endsWith("u") ? 2 ** 64 : 2 ** 63) ? value : undefined;
}

function toBoolean(token: string): boolean | undefined {
  switch (token) {
    case "t":
    case "T":
    case "true":
    case "True":
    case "TRUE": return true; // prettier-ignore
    case "f":
    case "F":
    case "false":
    case "False":
    case "FALSE": return false; // prettier-ignore
    default: return undefined; // prettier-ignore
  }
}

function toMilliseconds(token: string, precision: Precision): number {
  if (!/^-?\d{1,19}$/.test(token)) throw new BadLine(`invalid timestamp ${show(token)}`);
  const negative = token.startsWith("-");
  const digits = negative ? token.slice(1) : token;
  const below = DIGITS_BELOW_MS[precision];
  const whole = below <= 0 ? Number(digits) * 10 ** -below : Number(digits.slice(0, -below) || "0");
  const hasRest = below > 0 && /[1-9]/.test(digits.slice(-below));
  const timeMs = negative ? -(whole + (hasRest ? 1 : 0)) : whole;
  if (Math.abs(timeMs) > MAX_TIME_MS)
    throw new BadLine(`timestamp ${show(token)} is out of range for precision ${precision}`);
  return timeMs + 0;
}
