import { describe, expect, it } from "vitest";
import { TopicTable } from "./topic-table.ts";

function open() {
  const table = new TopicTable<string>();
  const got: Record<string, string[]> = {};
  const keep = (socket: string, frame: string) => void (got[socket] ??= []).push(frame);
  const deliver = (firstSeq: number, frames: string[], nowMs = 0): boolean => {
    const due = table.deliver("t", { firstSeq, frames }, nowMs);
    for (const [socket, unknown] of due ?? []) for (const frame of unknown) keep(socket, frame);
    return due !== null;
  };
  const join = (socket: string, seq: number) => {
    for (const frame of table.joined("t", socket, seq, 0)) keep(socket, frame);
  };
  return { table, got, deliver, join };
}

describe("a hub's topics", () => {
  it("say that nobody listens", () => {
    expect(open().deliver(1, ["a"])).toBe(false);
  });

  it("give a socket that is joining every event after the one its answer knows, once", () => {
    const { table, got, deliver, join } = open();
    table.begin("t", "x", 0);
    deliver(5, ["e5", "e6"]);
    deliver(7, ["e7"]);
    expect(got.x).toBeUndefined();
    join("x", 6);
    deliver(8, ["e8"]);
    expect(got.x).toEqual(["e7", "e8"]);
  });

  it("do not repeat an event that was overtaken by a join's answer", () => {
    const { table, got, deliver, join } = open();
    table.begin("t", "x", 0);
    join("x", 7);
    deliver(6, ["e6", "e7", "e8"]);
    expect(got.x).toEqual(["e8"]);
  });

  it("give each socket its frames once when others come and go in the middle of a delivery", () => {
    const { table, got, join } = open();
    for (const socket of ["a", "b", "c"]) {
      table.begin("t", socket, 0);
      join(socket, 0);
    }
    table.begin("t", "late", 0);
    for (const [socket, unknown] of table.deliver("t", { firstSeq: 1, frames: ["e1", "e2"] }, 0)!) {
      got[socket] = [...(got[socket] ?? []), ...unknown];
      if (socket !== "a") continue;
      table.left("t", "b");
      join("late", 1);
    }
    expect(got).toEqual({ a: ["e1", "e2"], c: ["e1", "e2"], late: ["e2"] });
  });

  it("are left when the last socket is, joining or joined", () => {
    const { table, join } = open();
    table.begin("t", "x", 0);
    table.begin("t", "y", 0);
    join("x", 0);
    expect(table.left("t", "x")).toBe(false);
    expect(table.left("t", "y")).toBe(true);
    expect(table.left("t", "y")).toBe(false);
    expect(table.since("t")).toBeUndefined();
  });

  it("name who listens, without those whose join is not answered", () => {
    const { table, join } = open();
    table.begin("t", "x", 0);
    table.begin("t", "y", 0);
    join("x", 0);
    expect([table.listeners("t"), table.listeners("u")]).toEqual([["x"], []]);
  });

  it("number their subscriptions upwards, even when the clock goes back", () => {
    const { table } = open();
    table.begin("t", "x", 1_000);
    const first = table.since("t")!;
    table.left("t", "x");
    table.begin("t", "x", 500);
    expect(table.since("t")).toBeGreaterThan(first);
  });

  it("hear a channel that counts from below again", () => {
    const { table, got, deliver, join } = open();
    table.begin("t", "x", 0);
    join("x", 500);
    table.renumber("t", 0);
    deliver(1, ["e1"]);
    expect(got.x).toEqual(["e1"]);
  });

  it("name those that are quiet, each once until it is quiet again", () => {
    const { table, deliver } = open();
    table.begin("t", "x", 0);
    table.begin("u", "x", 0);
    deliver(1, ["a"], 900);
    expect(table.takeQuiet(500, 1_000, 10)).toEqual(["u"]);
    expect(table.takeQuiet(500, 1_000, 10)).toEqual([]);
    expect(table.takeQuiet(2_000, 2_000, 1)).toHaveLength(1);
  });

  it("that were heard ahead of a clock that was set back are taken as quiet", () => {
    const { table } = open();
    table.begin("t", "x", 9_000);
    expect(table.takeQuiet(500, 1_000, 10)).toEqual(["t"]);
    expect(table.takeQuiet(500, 1_000, 10)).toEqual([]);
  });
});
