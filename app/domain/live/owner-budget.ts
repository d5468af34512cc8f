/**
 * What the sockets of one owner may have together, in the hub that holds them all: a user's sockets, whatever
 * sessions and API tokens opened them, or those of a wall display. A customer's displays share a second budget.
 * Pure. What is taken and refused is decided in one call each, so that sockets that open at the same time cannot
 * pass a bound together.
 */
import { displayIdOfSession } from "#app/domain/access/display.ts";
import { serviceIdOfSession } from "#app/domain/access/service-account.ts";
import {
  MAX_JOINS_AN_OWNER,
  MAX_SOCKETS_AN_OWNER,
  MAX_WALL_JOINS,
  MAX_WALL_SOCKETS,
  OWNER_JOINS,
  OWNER_MESSAGES,
  OWNER_OPENS,
} from "./limits.ts";
import { PaceCounter } from "./pace.ts";

type Shared = { sockets: number; joins: number };

export class OwnerBudget {
  readonly key: string;
  readonly #walls: Shared | null;
  readonly #joinPace = new PaceCounter(OWNER_JOINS);
  readonly #openPace = new PaceCounter(OWNER_OPENS);
  readonly #messagePace = new PaceCounter(OWNER_MESSAGES);
  #sockets = 0;
  #joins = 0;

  /** `walls`: what all displays of the customer have; null for a user. */
  constructor(key: string, walls: Shared | null = null) {
    this.key = key;
    this.#walls = walls;
  }

  get sockets(): number {
    return this.#sockets;
  }

  get joins(): number {
    return this.#joins;
  }

  get hasSocketsLeft(): boolean {
    return (
      this.#sockets < MAX_SOCKETS_AN_OWNER &&
      (this.#walls === null || this.#walls.sockets < MAX_WALL_SOCKETS)
    );
  }

  /** False: one too many, or opened too often. */
  takeSocket(nowMs: number): boolean {
    if (!this.#openPace.take(nowMs) || !this.hasSocketsLeft) return false;
    this.restoreSocket();
    return true;
  }

  /** Counts one that was open before a loss of memory. */
  restoreSocket(): void {
    this.#sockets += 1;
    if (this.#walls !== null) this.#walls.sockets += 1;
  }

  giveSocket(): void {
    this.#sockets -= 1;
    if (this.#walls !== null) this.#walls.sockets -= 1;
  }

  get hasJoinsLeft(): boolean {
    return (
      this.#joins < MAX_JOINS_AN_OWNER &&
      (this.#walls === null || this.#walls.joins < MAX_WALL_JOINS)
    );
  }

  /** False: one too many, or joined too often. */
  takeJoin(nowMs: number): boolean {
    if (!this.#joinPace.take(nowMs) || !this.hasJoinsLeft) return false;
    this.restoreJoin();
    return true;
  }

  restoreJoin(): void {
    this.#joins += 1;
    if (this.#walls !== null) this.#walls.joins += 1;
  }

  giveJoin(): void {
    this.#joins -= 1;
    if (this.#walls !== null) this.#walls.joins -= 1;
  }

  takeMessage(nowMs: number): boolean {
    return this.#messagePace.take(nowMs);
  }

  /** Whether a new budget would be the same. */
  isUnused(nowMs: number): boolean {
    return (
      this.#sockets === 0 &&
      [this.#joinPace, this.#openPace, this.#messagePace].every((pace) => pace.isFull(nowMs))
    );
  }
}

export class OwnerBudgets {
  readonly #owners = new Map<string, OwnerBudget>();
  readonly #walls: Shared = { sockets: 0, joins: 0 };

  /** A hub serves one customer, or one user: all displays in it are of one customer. */
  of({ sessionId, userId }: { sessionId: number; userId: number }): OwnerBudget {
    const displayId = displayIdOfSession(sessionId);
    const serviceId = serviceIdOfSession(sessionId);
    const key =
      displayId !== null
        ? `display:${displayId}`
        : serviceId !== null
          ? `service:${serviceId}`
          : `user:${userId}`;
    const known = this.#owners.get(key);
    if (known !== undefined) return known;
    const owner = new OwnerBudget(key, displayId === null ? null : this.#walls);
    this.#owners.set(key, owner);
    return owner;
  }

  /** Forgets those who have no socket, and have had none for so long that their pace is whole again. */
  sweep(nowMs: number): void {
    for (const [key, owner] of this.#owners) if (owner.isUnused(nowMs)) this.#owners.delete(key);
  }
}
