import { csvField, type CsvValue } from "./csv.ts";

const COMMA = 0x2c;
const [CARRIAGE_RETURN, LINE_FEED] = [0x0d, 0x0a];
const [MINUS, POINT, ZERO] = [0x2d, 0x2e, 0x30];
/** Bytes of UTF-8 that a letter of a text takes at most. */
const LETTER_BYTES = 3;
const NUMBER_BYTES = 24;
/** A double has every decimal number of 15 digits. */
const MOST_DIGITS = 1e15;
const POWERS = [1, 10, 100, 1000, 10_000];

/**
 * Lines of CSV (csv.ts) as UTF-8, put together in one piece of memory that serves for all: of millions of numbers a text
 * for each would be garbage.
 */
export class CsvBytes {
  #bytes = new Uint8Array(64 * 1024);
  #length = 0;
  readonly #encoder = new TextEncoder();

  text(text: string): void {
    const bytes = this.#roomFor(text.length * LETTER_BYTES);
    this.#length += this.#encoder.encodeInto(text, bytes.subarray(this.#length)).written;
  }

  line(length: number, valueAt: (index: number) => CsvValue): void {
    for (let index = 0; index < length; index++) {
      if (index > 0) this.#roomFor(1)[this.#length++] = COMMA;
      const value = valueAt(index);
      if (typeof value === "number") this.#number(value);
      else if (value !== null) this.text(csvField(value));
    }
    const bytes = this.#roomFor(2);
    bytes[this.#length++] = CARRIAGE_RETURN;
    bytes[this.#length++] = LINE_FEED;
  }

  /** What was written since it was last asked. */
  take(): Uint8Array {
    const taken = this.#bytes.slice(0, this.#length);
    this.#length = 0;
    return taken;
  }

  /** As `String` writes it: whole numbers and those of up to four decimals by their digits, the others by `String`. */
  #number(value: number): void {
    const size = Math.abs(value);
    for (let decimals = 0; decimals < POWERS.length; decimals++) {
      const power = POWERS[decimals] as number;
      const digits = Math.round(size * power);
      if (digits >= MOST_DIGITS) break;
      if (digits / power === size) return this.#digits(digits, decimals, value < 0);
    }
    this.text(String(value));
  }

  #digits(digits: number, decimals: number, isNegative: boolean): void {
    const bytes = this.#roomFor(NUMBER_BYTES);
    if (isNegative) bytes[this.#length++] = MINUS;
    let count = decimals + 1;
    for (let rest = digits, n = 1; rest >= 10; n++) {
      rest = Math.floor(rest / 10);
      count = Math.max(count, n + 1);
    }
    const from = this.#length;
    const pointAt = decimals === 0 ? -1 : from + count - decimals;
    let at = from + count + (decimals === 0 ? 0 : 1);
    this.#length = at;
    for (let rest = digits; at > from;) {
      at--;
      if (at === pointAt) bytes[at] = POINT;
      else {
        const next = Math.floor(rest / 10);
        bytes[at] = ZERO + (rest - next * 10);
        rest = next;
      }
    }
  }

  #roomFor(count: number): Uint8Array {
    if (this.#length + count > this.#bytes.length) {
      const larger = new Uint8Array(2 * (this.#length + count));
      larger.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = larger;
    }
    return this.#bytes;
  }
}
