/**
 * The line of heavy questions before one isolate: a few are worked on at once, one of each caller, and of those who wait
 * it is the turn of the caller who was let in the longest ago. Who waits looks for itself, by a timer of its own, and one
 * that is not heard of any more is forgotten: nobody waits for another request's promise.
 */
import { AppError } from "./errors.ts";
import { SECOND_MS } from "./durations.ts";

/** A question that goes through so many values is heavy: a few charts of a page are not. */
export const HEAVY_VALUES = 20_000;
/** Each holds the points of its answer, some tens of megabytes at most. */
export const HEAVY_AT_ONCE = 2;
/** A page of charts asks for so many, and no more than half of the line is one caller's. */
export const MAX_WAITING_OF_CALLER = 50;
export const MAX_WAITING = 100;
const LOOK_MS = 10;
/** Whoever was not heard of for so long is not there any more. */
const GONE_MS = 5 * SECOND_MS;
const RETRY_SECONDS = 5;

type Ticket = { caller: string; number: number; isAtWork: boolean; seenMs: number };

export type HeavyLineDeps = {
  /** Unix milliseconds. */
  now: () => number;
  /** By a timer of whoever asks. */
  rest: (ms: number) => Promise<void>;
};

export class HeavyLine {
  readonly #deps: HeavyLineDeps;
  readonly #tickets = new Set<Ticket>();
  /** When each caller that is here was let in last, as a number that goes up. */
  readonly #letIn = new Map<string, number>();
  #last = 0;

  constructor(deps: HeavyLineDeps) {
    this.#deps = deps;
  }

  /** Runs `work` when it is its turn. Throws too_many_requests when the line is full. */
  async run<T>(caller: string, work: () => Promise<T>): Promise<T> {
    const ticket = this.#join(caller);
    try {
      while (!this.#isTurnOf(ticket)) await this.#look(ticket, LOOK_MS);
      ticket.isAtWork = true;
      this.#letIn.set(caller, ++this.#last);
      void this.#stayAtWork(ticket);
      return await work();
    } finally {
      this.#drop(ticket);
    }
  }

  #join(caller: string): Ticket {
    this.#forgetGone();
    const waiting = [...this.#tickets].filter(({ isAtWork }) => !isAtWork);
    const own = waiting.filter((ticket) => ticket.caller === caller).length;
    if (own >= MAX_WAITING_OF_CALLER || waiting.length >= MAX_WAITING)
      throw new AppError("too_many_requests", {
        message:
          own >= MAX_WAITING_OF_CALLER
            ? `${own} heavy questions of yours wait already. Ask again when some of them are answered.`
            : "Too many heavy questions wait already. Try again later.",
        retryAfterSeconds: RETRY_SECONDS,
      });
    const seenMs = this.#deps.now();
    const ticket = { caller, number: ++this.#last, isAtWork: false, seenMs };
    this.#tickets.add(ticket);
    return ticket;
  }

  #isTurnOf(ticket: Ticket): boolean {
    const all = [...this.#tickets];
    const atWork = all.filter(({ isAtWork }) => isAtWork);
    if (atWork.length >= HEAVY_AT_ONCE) return false;
    const busy = new Set(atWork.map(({ caller }) => caller));
    const since = (each: Ticket): number => this.#letIn.get(each.caller) ?? 0;
    const next = all
      .filter(({ isAtWork, caller }) => !isAtWork && !busy.has(caller))
      .sort((a, b) => since(a) - since(b) || a.number - b.number)[0];
    return next === ticket;
  }

  async #look(ticket: Ticket, ms: number): Promise<void> {
    await this.#deps.rest(ms);
    ticket.seenMs = this.#deps.now();
    // A thread that stood still for long lets everybody look gone.
    this.#tickets.add(ticket);
    this.#forgetGone();
  }

  async #stayAtWork(ticket: Ticket): Promise<void> {
    for (; this.#tickets.has(ticket); ticket.seenMs = this.#deps.now())
      await this.#deps.rest(SECOND_MS);
  }

  #forgetGone(): void {
    const goneMs = this.#deps.now() - GONE_MS;
    for (const ticket of this.#tickets) if (ticket.seenMs < goneMs) this.#drop(ticket);
  }

  #drop(ticket: Ticket): void {
    this.#tickets.delete(ticket);
    const { caller } = ticket;
    if (![...this.#tickets].some((each) => each.caller === caller)) this.#letIn.delete(caller);
  }
}
