/**
 * The line of heavy questions before one isolate: a few are worked on at once, one of each caller, and of those who wait
 * it is the turn of the caller who was let in the longest ago. Who waits looks for itself, by a timer of its own, and one
 * that is not heard of any more is forgotten: nobody waits for another request's promise.
 *
 * Whether a client still waits is not known before its answer begins. Those that have left are mostly a caller's oldest
 * questions, so the caller's oldest and newest have their turn alternately, and the oldest gives way where there is no room.
 */
import { AppError } from "./errors.ts";
import { SECOND_MS } from "./durations.ts";

/** A question that goes through so many values is heavy: a few charts of a page are not. */
export const HEAVY_VALUES = 20_000;
/** Each holds the points of its answer, some tens of megabytes at most. */
export const HEAVY_AT_ONCE = 2;
/** A page of charts asks for so many, and no more than half of the line is one caller's: of more the oldest is refused. */
export const MAX_WAITING_OF_CALLER = 50;
export const MAX_WAITING = 100;
const LOOK_MS = 10;
/** Whoever was not heard of for so long is not there any more. */
const GONE_MS = 5 * SECOND_MS;
const RETRY_SECONDS = 5;

/** So many callers are remembered; of more, those let in the longest ago are as new ones. */
const KNOWN_CALLERS = 1_000;

/** When a caller was let in last, as a number that goes up, and which of its questions is next. */
type LetIn = { number: number; next: "oldest" | "newest" };
const byNumber = (a: Ticket, b: Ticket): number => a.number - b.number;
const OWN_WAIT = `${MAX_WAITING_OF_CALLER} later heavy questions of yours wait. Ask again when some of them are answered.`;
const tooMany = (message: string): AppError =>
  new AppError("too_many_requests", { message, retryAfterSeconds: RETRY_SECONDS });

type Ticket = {
  caller: string;
  number: number;
  is: "waiting" | "at work" | "refused" | "over";
  seenMs: number;
};

export type HeavyLineDeps = {
  /** Unix milliseconds. */
  now: () => number;
  /** By a timer of whoever asks. */
  rest: (ms: number) => Promise<void>;
};

export class HeavyLine {
  readonly #deps: HeavyLineDeps;
  readonly #tickets = new Set<Ticket>();
  /** The longest ago first, and also of callers who left. */
  readonly #letIn = new Map<string, LetIn>();
  #last = 0;

  constructor(deps: HeavyLineDeps) {
    this.#deps = deps;
  }

  /** Runs `work` when it is its turn. Throws too_many_requests when the line is full, or a later question took its place. */
  async run<T>(caller: string, work: () => Promise<T>): Promise<T> {
    const ticket = this.#join(caller);
    try {
      while (!this.#isTurnOf(ticket)) {
        await this.#look(ticket, LOOK_MS);
        if (ticket.is === "refused") throw tooMany(OWN_WAIT);
      }
      ticket.is = "at work";
      this.#noteLetIn(caller);
      void this.#stayAtWork(ticket);
      return await work();
    } finally {
      ticket.is = "over";
      this.#tickets.delete(ticket);
    }
  }

  #join(caller: string): Ticket {
    const seenMs = this.#deps.now();
    const waiting = [...this.#tickets].filter(
      (ticket) => ticket.is === "waiting" && ticket.seenMs >= seenMs - GONE_MS,
    );
    const own = waiting.filter((ticket) => ticket.caller === caller);
    if (own.length >= MAX_WAITING_OF_CALLER || waiting.length >= MAX_WAITING) {
      const [oldest] = own.sort(byNumber);
      if (!oldest) throw tooMany("Too many heavy questions wait already. Try again later.");
      oldest.is = "refused";
    }
    const ticket: Ticket = { caller, number: ++this.#last, is: "waiting", seenMs };
    this.#tickets.add(ticket);
    return ticket;
  }

  #isTurnOf(ticket: Ticket): boolean {
    const all = [...this.#tickets];
    const atWork = all.filter(({ is }) => is === "at work");
    if (atWork.length >= HEAVY_AT_ONCE) return false;
    const busy = new Set(atWork.map(({ caller }) => caller));
    const since = (each: Ticket): number => this.#letIn.get(each.caller)?.number ?? 0;
    const [first] = all
      .filter(({ is, caller }) => is === "waiting" && !busy.has(caller))
      .sort((a, b) => since(a) - since(b) || byNumber(a, b));
    if (first?.caller !== ticket.caller) return false;
    const own = all
      .filter(({ is, caller }) => is === "waiting" && caller === ticket.caller)
      .sort(byNumber);
    return own.at(this.#letIn.get(ticket.caller)?.next === "newest" ? -1 : 0) === ticket;
  }

  #noteLetIn(caller: string): void {
    const next = this.#letIn.get(caller)?.next === "newest" ? "oldest" : "newest";
    this.#letIn.delete(caller);
    this.#letIn.set(caller, { number: ++this.#last, next });
    if (this.#letIn.size <= KNOWN_CALLERS) return;
    const [oldest] = this.#letIn.keys();
    this.#letIn.delete(oldest as string);
  }

  async #look(ticket: Ticket, ms: number): Promise<void> {
    const beganMs = this.#deps.now();
    await this.#rest(ticket, ms);
    // A thread that stood still for long lets everybody look gone: only who was gone before it is.
    for (const each of this.#tickets)
      if (each.seenMs < beganMs - GONE_MS) this.#tickets.delete(each);
  }

  async #stayAtWork(ticket: Ticket): Promise<void> {
    while (ticket.is === "at work") await this.#rest(ticket, SECOND_MS);
  }

  /** Is heard of after it, whether it was thought gone or not. */
  async #rest(ticket: Ticket, ms: number): Promise<void> {
    await this.#deps.rest(ms);
    ticket.seenMs = this.#deps.now();
    if (ticket.is !== "over") this.#tickets.add(ticket);
  }
}
