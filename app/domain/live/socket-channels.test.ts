import { describe, expect, it } from "vitest";
import { EVENT } from "./phoenix.ts";
import { telemetryTopic } from "./ports.ts";
import { LIMIT_ANSWERS, MAX_JOINS_A_SOCKET, MAX_JOINS_AN_OWNER, SOCKET_JOINS } from "./limits.ts";
import { OwnerBudget } from "./owner-budget.ts";
import { SocketChannels, type Effect, type Join } from "./socket-channels.ts";

const topic = telemetryTopic(1, "speed");
const other = telemetryTopic(1, "state");
const empty = { status: "ok", payload: { data: null, seq: 4 } } as const;

/** A socket whose answers are read as [event, status or reason, ref]. */
function open(owner = new OwnerBudget("user:1")) {
  const channels = new SocketChannels(owner);
  const receive = (
    name: string,
    event: string,
    ref: string,
    joinRef: string | null = ref,
    nowMs = 0,
  ): Effect[] => channels.receive({ joinRef, ref, topic: name, event, payload: {} }, nowMs);
  const join = (name: string, ref: string): Join => {
    const effect = receive(name, EVENT.join, ref).find((candidate) => candidate.type === "join");
    if (effect === undefined) throw new Error("no join");
    return effect.join;
  };
  const said = () =>
    channels.drain().map(({ text }) => {
      const [, ref, , event, payload] = JSON.parse(text) as [
        unknown,
        string,
        string,
        string,
        { status?: string; response?: { reason?: string } },
      ];
      return [event, payload.response?.reason ?? payload.status ?? "", ref];
    });
  return { owner, channels, receive, join, said };
}

describe("the channels of a socket", () => {
  it("open by a join whose answer has left", () => {
    const { channels, join } = open();
    const asked = join(topic, "1");
    expect(asked).toMatchObject({ topic, deviceId: 1, metric: "speed" });
    expect(channels.drain()).toEqual([]);
    channels.finishJoin(asked.ticket, empty);
    expect(channels.drain()).toEqual([
      {
        text: `["1","1","${topic}","phx_reply",{"status":"ok","response":{"data":null,"seq":4}}]`,
        joined: { topic, joinRef: "1", seq: 4 },
      },
    ]);
  });

  it("answer in the order of the requests, however long a join takes", () => {
    const { channels, receive, join, said } = open();
    const [slow, quick] = [join(topic, "1"), join(other, "2")];
    receive("phoenix", EVENT.heartbeat, "3");
    channels.finishJoin(quick.ticket, empty);
    expect(said()).toEqual([]);
    channels.finishJoin(slow.ticket, { status: "error", reason: "unauthorized" });
    expect(said()).toEqual([
      ["phx_reply", "unauthorized", "1"],
      ["phx_reply", "ok", "2"],
      ["phx_reply", "ok", "3"],
    ]);
    expect(channels.topics()).toEqual([other]);
  });

  it("close the old channel when its topic is joined again", () => {
    const { channels, receive, join, said } = open();
    channels.finishJoin(join(topic, "1").ticket, empty);
    said();
    const effects = receive(topic, EVENT.join, "2");
    expect(effects[0]).toEqual({ type: "left", topic });
    channels.finishJoin((effects[1] as Extract<Effect, { type: "join" }>).join.ticket, empty);
    expect(said()).toEqual([
      ["phx_close", "", "1"],
      ["phx_reply", "ok", "2"],
    ]);
  });

  it("leave with an answer, then phx_close; a leave of an earlier joining touches nothing", () => {
    const { channels, receive, join, said } = open();
    channels.finishJoin(join(topic, "5").ticket, empty);
    said();
    expect(receive(topic, EVENT.leave, "6", "4")).toEqual([]);
    expect(channels.topics()).toEqual([topic]);
    expect(receive(topic, EVENT.leave, "7", "5")).toEqual([{ type: "left", topic }]);
    expect(said()).toEqual([
      ["phx_reply", "ok", "6"],
      ["phx_reply", "ok", "7"],
      ["phx_close", "", "5"],
    ]);
    receive(topic, EVENT.leave, "8", "5");
    expect(said()).toEqual([["phx_reply", "ok", "8"]]);
  });

  it("do not open for a join that was left before it was answered", () => {
    const { channels, receive, join } = open();
    const asked = join(topic, "1");
    expect(receive(topic, EVENT.leave, "2", "1")).toEqual([{ type: "left", topic }]);
    channels.finishJoin(asked.ticket, empty);
    expect(channels.drain().map(({ joined, refused }) => [joined, refused])).toEqual([
      [undefined, undefined],
      [undefined, undefined],
      [undefined, undefined],
    ]);
    expect(channels.size).toBe(0);
  });

  it("are told apart from a join that failed meanwhile", () => {
    const { channels, join } = open();
    const [first, second] = [join(topic, "1"), join(topic, "2")];
    channels.finishJoin(first.ticket, { status: "error", reason: "unavailable" });
    channels.finishJoin(second.ticket, empty);
    const out = channels.drain();
    expect(out.filter(({ refused }) => refused !== undefined)).toEqual([]);
    expect(out.at(-1)!.joined).toEqual({ topic, joinRef: "2", seq: 4 });
    expect(channels.topics()).toEqual([topic]);
  });

  it("refuse what they do not know, and stay open", () => {
    const { channels, receive, join, said } = open();
    channels.finishJoin(join(topic, "1").ticket, empty);
    said();
    receive("room:lobby", EVENT.join, "2");
    receive(other, "telemetry", "3");
    receive(topic, "shout", "4");
    receive("phoenix", "shout", "5");
    expect(said()).toEqual([
      ["phx_reply", "unmatched topic", "2"],
      ["phx_reply", "unmatched topic", "3"],
      ["phx_reply", "unknown event", "4"],
      ["phx_reply", "unmatched topic", "5"],
    ]);
    expect(channels.topics()).toEqual([topic]);
  });

  it("are at most 2,000; room comes with a leave; one more is answered `limit`, and breaches the bound once all else is answered", () => {
    const { owner, channels, join, receive, said } = open();
    const tickets = Array.from(
      { length: MAX_JOINS_A_SOCKET },
      (_, index) => join(telemetryTopic(1, `m${index}`), String(index)).ticket,
    );
    receive(telemetryTopic(1, "m0"), EVENT.leave, "y", "0");
    tickets.push(join(telemetryTopic(1, "m0"), "z").ticket);
    const [first, ...rest] = tickets;
    for (const ticket of rest) channels.finishJoin(ticket, empty);
    expect(receive(topic, EVENT.join, "x")).toEqual([]);
    expect(said()).toEqual([["phx_reply", "limit", "x"]]);
    expect([channels.size, owner.joins]).toEqual([MAX_JOINS_A_SOCKET, MAX_JOINS_A_SOCKET]);
    expect(channels.breach).toBeNull();
    channels.finishJoin(first!, empty);
    said();
    expect(channels.breach).toBe("limit");
  });

  it("are at most 10,000 of an owner's sockets: whose join is one too many is over the bound", () => {
    const owner = new OwnerBudget("user:1");
    const full = Array.from({ length: MAX_JOINS_AN_OWNER / MAX_JOINS_A_SOCKET }, () => open(owner));
    for (const { channels, join, said } of full) {
      for (let index = 0; index < MAX_JOINS_A_SOCKET; index++)
        channels.finishJoin(join(telemetryTopic(1, `m${index}`), String(index)).ticket, empty);
      said();
    }
    const { channels, receive, said } = open(owner);
    receive(topic, EVENT.join, "over");
    expect(said()).toEqual([["phx_reply", "limit", "over"]]);
    expect(channels.breach).toBe("limit");
    expect(full.map((each) => each.channels.breach)).toEqual(full.map(() => null));
  });

  it("are not joined without end: a loop is slowed to the refill", () => {
    const { owner, channels, receive, said } = open();
    for (let index = 0; index < SOCKET_JOINS.burst; index++)
      receive(topic, EVENT.join, String(index));
    expect(receive(topic, EVENT.join, "late")).toEqual([{ type: "left", topic }]);
    expect(owner.joins).toBe(0);
    expect(
      receive(topic, EVENT.join, "later", "later", 1_000).some(({ type }) => type === "join"),
    ).toBe(true);
    expect([channels.size, owner.joins]).toEqual([1, 1]);
    expect(said()).toEqual([["phx_reply", "limit", "late"]]);
  });

  it("breach their bounds when they go on after `limit` was answered often", () => {
    const { channels, join, receive, said } = open();
    for (let index = 0; index < MAX_JOINS_A_SOCKET; index++)
      join(telemetryTopic(1, `m${index}`), String(index));
    for (let index = 0; index < LIMIT_ANSWERS.burst; index++)
      receive(topic, EVENT.join, `over${index}`);
    expect(channels.breach).toBeNull();
    receive(topic, EVENT.join, "one more");
    expect(channels.breach).toBe("limit");
    // None of the joins has been answered; these have.
    expect(said()).toHaveLength(LIMIT_ANSWERS.burst + 1);
  });

  it("count for their owner while they are joining or joined, whichever way they end", () => {
    const { owner, channels, receive, join } = open();
    const [refused, left, failed, closed, kept] = ["a", "b", "c", "d", "e"].map((name) =>
      join(telemetryTopic(1, name), name),
    );
    expect(owner.joins).toBe(5);
    channels.finishJoin(refused!.ticket, { status: "error", reason: "unauthorized" });
    for (const { ticket } of [left!, failed!, closed!, kept!]) channels.finishJoin(ticket, empty);
    channels.drain();
    expect(owner.joins).toBe(4);
    receive(left!.topic, EVENT.leave, "6", "b");
    receive(left!.topic, EVENT.leave, "7", "b");
    expect(owner.joins).toBe(3);
    channels.fail(failed!.topic);
    channels.close(closed!.topic);
    expect(owner.joins).toBe(1);
    receive(kept!.topic, EVENT.join, "8");
    expect(owner.joins).toBe(1);
    channels.restore(other, "9");
    expect(owner.joins).toBe(2);
    channels.release();
    channels.release();
    expect([owner.joins, channels.size]).toEqual([0, 0]);
  });

  it("know a join that nobody waits for any more", () => {
    const { channels, receive, join } = open();
    const [first, second] = [join(topic, "1"), join(topic, "2")];
    expect([channels.isWanted(first.ticket), channels.isWanted(second.ticket)]).toEqual([
      false,
      true,
    ]);
    receive(topic, EVENT.leave, "3", "2");
    expect(channels.isWanted(second.ticket)).toBe(false);
  });

  it("end when the server ends them", () => {
    const { channels, join, said } = open();
    channels.finishJoin(join(topic, "1").ticket, empty);
    said();
    expect(channels.close(topic)).toEqual([{ type: "left", topic }]);
    expect(said()).toEqual([["phx_close", "", "1"]]);
    expect(channels.close(topic)).toEqual([]);
  });

  it("break with phx_error, by their own join_ref, and may be joined again; one that is joining waits for its answer", () => {
    const { channels, join, said } = open();
    const asked = join(topic, "1");
    expect(channels.fail(topic)).toEqual([]);
    channels.finishJoin(asked.ticket, empty);
    said();
    expect(channels.fail(topic)).toEqual([{ type: "left", topic }]);
    expect(said()).toEqual([["phx_error", "", "1"]]);
    expect(channels.fail(topic)).toEqual([]);
    channels.finishJoin(join(topic, "2").ticket, empty);
    expect(said()).toEqual([["phx_reply", "ok", "2"]]);
  });
});
