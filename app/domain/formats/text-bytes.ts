const [MINUS, POINT, ZERO] = [0x2d, 0x2e, 0x30];
/** Bytes of UTF-8 that a letter of a text takes at most. */
const LETTER_BYTES = 3;
const NUMBER_BYTES = 24;
/** A double has every decimal number of 15 digits. */
const MOST_DIGITS = 1e15;
/** Below it digits are taken off by whole numbers of 32 bits. */
const SMALL = 2 ** 31;
const POWERS = Float64Array.of(1, 10, 100, 1000, 10_000);

/**
 * A long text as UTF-8, put together in one piece of memory that serves for all of it: of millions of numbers a text for
 * each would be garbage. A number is told by where it stands: as one of a call it may be an object.
 */
export class TextBytes {
  #bytes = new Uint8Array(64 * 1024);
  #length = 0;
  readonly #encoder = new TextEncoder();

  text(text: string): void {
    const bytes = this.#roomFor(text.length * LETTER_BYTES);
    this.#length += this.#encoder.encodeInto(text, bytes.subarray(this.#length)).written;
  }

  /** A letter of ASCII. */
  letter(code: number): void {
    const bytes = this.#roomFor(1);
    bytes[this.#length++] = code;
  }

  /** What is UTF-8 already. */
  piece(piece: Uint8Array): void {
    this.#roomFor(piece.length).set(piece, this.#length);
    this.#length += piece.length;
  }

  /** As `String` writes it: whole numbers and those of up to four decimals by their digits, the others by `String`. */
  numberAt(numbers: Float64Array, at: number): void {
    const value = numbers[at] as number;
    const size = value < 0 ? -value : value;
    for (let decimals = 0; decimals < POWERS.length; decimals++) {
      const power = POWERS[decimals] as number;
      const digits = Math.round(size * power);
      if (digits >= MOST_DIGITS) break;
      if (digits / power !== size) continue;
      if (value < 0) this.letter(MINUS);
      if (digits < SMALL) return this.digits(digits | 0, decimals + 1, decimals);
      return this.#manyDigits(digits, decimals);
    }
    this.text(String(value));
  }

  /** A whole number from 0 to 2^31 - 1, of so many digits at least; the last `decimals` of them behind a point. */
  digits(whole: number, least = 1, decimals = 0): void {
    let count = 1;
    for (let rest = whole; rest >= 10; rest = (rest / 10) | 0) count++;
    if (count < least) count = least;
    const bytes = this.#roomFor(NUMBER_BYTES);
    const from = this.#length;
    const pointAt = decimals === 0 ? -1 : from + count - decimals;
    let at = from + count + (decimals === 0 ? 0 : 1);
    this.#length = at;
    for (let rest = whole; at > from;) {
      at--;
      if (at === pointAt) bytes[at] = POINT;
      else {
        const next = (rest / 10) | 0;
        bytes[at] = ZERO + (rest - next * 10);
        rest = next;
      }
    }
  }

  /** What was written since it was last asked. */
  take(): Uint8Array {
    const taken = this.#bytes.slice(0, this.#length);
    this.#length = 0;
    return taken;
  }

  /** As `take`, where it lies: it stands until something is written again. */
  takeView(): Uint8Array {
    const taken = this.#bytes.subarray(0, this.#length);
    this.#length = 0;
    return taken;
  }

  #manyDigits(digits: number, decimals: number): void {
    const text = String(digits).padStart(decimals + 1, "0");
    const pointAt = text.length - decimals;
    this.text(decimals === 0 ? text : `${text.slice(0, pointAt)}.${text.slice(pointAt)}`);
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
