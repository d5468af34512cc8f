import { Ascending } from "./ascending.ts";
import type { HourBuffer } from "./hour-buffer.ts";

/** The hours in memory: one batch may open thousands, and each is asked for its neighbours. */
export class OpenHours extends Map<number, HourBuffer> {
  readonly #order = new Ascending();

  override set(hourMs: number, hour: HourBuffer): this {
    this.#order.add(hourMs);
    return super.set(hourMs, hour);
  }

  override delete(hourMs: number): boolean {
    this.#order.delete(hourMs);
    return super.delete(hourMs);
  }

  override clear(): void {
    this.#order.clear();
    super.clear();
  }

  /** The nearest one before; -Infinity when there is none. */
  before(hourMs: number): number {
    return this.#order.before(hourMs);
  }

  /** The nearest one after; Infinity when there is none. */
  after(hourMs: number): number {
    return this.#order.after(hourMs);
  }
}
