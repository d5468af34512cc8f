/**
 * InfluxDB line protocol (v2 write): `measurement,tag=value field=1i,other="text" 1763700000000000000`.
 *
 * Escapes: `\,` `\=` `\ ` and `\\` in measurement, tags and field keys; `\"` and `\\` in text values.
 * Numbers: floats, `1i`, `1u`; booleans: t, T, true, True, TRUE and the same of false. A text value may
 * hold newlines. A line without a time takes `nowMs`. What the tokens are is in line-tokens.ts.
 *
 * A bad line is reported and left out; reading goes on after its first newline, so that a quote that
 * is never closed costs one line and not the rest. What is read again for that is bounded: quotes that open
 * in one line and close in a later one, in line after line, would cost the square of the body's length.
 */
import {
  BACKSLASH,
  BadLine,
  COMMA,
  EQUALS,
  HASH,
  isBlankOrEnd,
  isKeyEscape,
  NEWLINE,
  parseNumberOrBoolean,
  parseSeries,
  parseTime,
  QUOTE,
  RETURN,
  show,
  SPACE,
  TAB,
  unescapeKey,
} from "./line-tokens.ts";
import type { FieldValue, Line, LineFault, ParsedLines, Precision, Series } from "./line-types.ts";

/** So often the length of the body may be read again; then the rest is one bad line. */
const MAX_READ_AGAIN = 2;
/** A bad line of this length or less is always read again. */
const LITTLE = 1_000;

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
  private readAgain = 0;
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
          faults.push({ line: this.lineNumber, reason: error.reason });
          if (!this.mayGoBackTo(start)) {
            const reason = "too many texts that are never closed: not read from here on";
            faults.push({ line: this.lineNumber + 1, reason });
            return { lines, faults, overflow: false };
          }
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

  /** Whether what was read of a bad line beyond its first newline may be read again. */
  private mayGoBackTo(start: number): boolean {
    const newline = this.text.indexOf("\n", start);
    if (newline !== -1) this.readAgain += Math.max(0, this.at - newline - LITTLE);
    return this.readAgain <= MAX_READ_AGAIN * this.text.length;
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
    return parseNumberOrBoolean(text.slice(start, at), name);
  }

  private readText(name: string): string {
    const { text } = this;
    const start = this.at + 1;
    let escaped = false;
    let at = start;
    for (; ; at += 1) {
      if (at >= text.length) {
        this.at = at;
        throw new BadLine(`unterminated text in field ${show(name)}`);
      }
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
    return parseTime(token, this.options.precision);
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

/** The last of repeated names wins, as for repeated samples. */
function dropRepeated(names: string[], values: FieldValue[]): void {
  if (new Set(names).size === names.length) return;
  const last = new Map(names.map((name, i) => [name, values[i]!]));
  names.length = 0;
  values.length = 0;
  for (const [name, value] of last) {
    names.push(name);
    values.push(value);
  }
}
