import { describe, expect, it } from "vitest";
import { sessionIdOfDisplay } from "#app/domain/access/display.ts";
import {
  MAX_JOINS_AN_OWNER,
  MAX_SOCKETS_AN_OWNER,
  MAX_WALL_SOCKETS,
  OWNER_JOINS,
  OWNER_OPENS,
} from "./limits.ts";
import { OwnerBudgets } from "./owner-budget.ts";
import { PaceCounter } from "./pace.ts";

const often = (times: number, run: () => boolean): number =>
  Array.from({ length: times }, run).filter(Boolean).length;

describe("the budget of an owner", () => {
  it("is one for all sessions and API tokens of a user, another for each user and display", () => {
    const budgets = new OwnerBudgets();
    const [session, token] = [1, -7].map((sessionId) => budgets.of({ sessionId, userId: 5 }));
    expect(session).toBe(token);
    expect(budgets.of({ sessionId: 2, userId: 6 })).not.toBe(session);
    const displays = [1, 2].map((id) =>
      budgets.of({ sessionId: sessionIdOfDisplay(id), userId: 0 }),
    );
    expect(displays[0]).not.toBe(displays[1]);
  });

  it("has 20 sockets and 10,000 joins, and room again for each that ends", () => {
    const owner = new OwnerBudgets().of({ sessionId: 1, userId: 1 });
    expect(often(50, () => owner.takeSocket(0))).toBe(MAX_SOCKETS_AN_OWNER);
    expect(often(MAX_JOINS_AN_OWNER + 500, () => owner.takeJoin(0))).toBe(MAX_JOINS_AN_OWNER);
    owner.giveSocket();
    owner.giveJoin();
    expect([often(2, () => owner.takeSocket(0)), often(2, () => owner.takeJoin(0))]).toEqual([
      1, 1,
    ]);
  });

  it("cannot be had anew by opening and closing: sockets and joins have a pace", () => {
    const budgets = new OwnerBudgets();
    const again = (nowMs: number): boolean => {
      const owner = budgets.of({ sessionId: 1, userId: 1 });
      if (!owner.takeSocket(nowMs)) return false;
      owner.giveSocket();
      budgets.sweep(nowMs);
      return true;
    };
    expect(often(1_000, () => again(0))).toBe(OWNER_OPENS.burst);
    expect(often(1_000, () => again(10_000))).toBe(10 * OWNER_OPENS.perSecond);
    const joinAgain = () => {
      const owner = budgets.of({ sessionId: 1, userId: 1 });
      if (!owner.takeJoin(0)) return false;
      owner.giveJoin();
      return true;
    };
    expect(often(20_000, joinAgain)).toBe(OWNER_JOINS.burst);
  });

  it("is bounded for all displays of a customer together", () => {
    const budgets = new OwnerBudgets();
    let taken = 0;
    for (let id = 1; id <= MAX_WALL_SOCKETS; id++) {
      const display = budgets.of({ sessionId: sessionIdOfDisplay(id), userId: 0 });
      taken += often(3, () => display.takeSocket(0));
    }
    expect(taken).toBe(MAX_WALL_SOCKETS);
    expect(budgets.of({ sessionId: 1, userId: 1 }).takeSocket(0)).toBe(true);
  });
});

describe("a pace", () => {
  it("refills with time, never above its burst, and outlives a clock that goes back", () => {
    const pace = new PaceCounter({ burst: 10, perSecond: 5 });
    expect(often(20, () => pace.take(1_000_000))).toBe(10);
    expect(often(20, () => pace.take(1_001_000))).toBe(5);
    expect(often(20, () => pace.take(0))).toBe(0);
    expect(often(20, () => pace.take(1_000))).toBe(5);
    expect(pace.isFull(2_999)).toBe(false);
    expect(pace.isFull(3_000)).toBe(true);
    expect(often(20, () => pace.take(1_000_000_000))).toBe(10);
  });
});
