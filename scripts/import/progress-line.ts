/** One line that renews itself on a terminal; elsewhere a line now and then. */
const EVERY_MS = { terminal: 200, elsewhere: 5_000 } as const;

export class ProgressLine {
  readonly #out: NodeJS.WriteStream;
  #shownAt = 0;
  #isOpen = false;

  constructor(out: NodeJS.WriteStream = process.stderr) {
    this.#out = out;
  }

  show(text: () => string): void {
    const now = Date.now();
    if (now - this.#shownAt < (this.#out.isTTY ? EVERY_MS.terminal : EVERY_MS.elsewhere)) return;
    this.#shownAt = now;
    this.#out.write(this.#out.isTTY ? `\r\u001b[K${text()}` : `${text()}\n`);
    this.#isOpen = this.#out.isTTY;
  }

  /** A line that stays. */
  say(text: string): void {
    this.end();
    this.#out.write(`${text}\n`);
  }

  end(): void {
    if (this.#isOpen) this.#out.write("\n");
    this.#isOpen = false;
  }
}
