/**
 * Who a token belongs to, asked once for all that knock with it at about the same time: the walls of a
 * plant come back together, and a look into D1 is most of what a socket costs to open. What is remembered
 * here for a second is looked at again by the hub 4 s after the socket came, so access that was taken
 * away still ends within 5 s. A refusal is not remembered.
 */
const REMEMBER_MS = 1_000;
const MAX_TOKENS = 10_000;

export class KnownCallers<C> {
  readonly #calls = new Map<string, { askedAtMs: number; caller: Promise<C | null> }>();

  async find(token: string, nowMs: number, ask: () => Promise<C | null>): Promise<C | null> {
    const known = this.#calls.get(token);
    if (known !== undefined && nowMs - known.askedAtMs < REMEMBER_MS) return known.caller;
    if (this.#calls.size >= MAX_TOKENS) this.#calls.clear();
    const call = { askedAtMs: nowMs, caller: ask() };
    this.#calls.set(token, call);
    const forget = () => void (this.#calls.get(token) === call && this.#calls.delete(token));
    call.caller.then((caller) => caller === null && forget(), forget);
    return call.caller;
  }
}
