import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { encodeError, encodeFrame, EVENT, SOCKET_TOPIC } from "#app/domain/live/phoenix.ts";
import type { LiveSample } from "#app/domain/live/ports.ts";
import { encodeTelemetry, toTelemetryData } from "#app/domain/live/telemetry.ts";
import type { ChannelMessage } from "./channel.ts";
import { ChannelClient } from "./channel-client.ts";
import { systemClock } from "./clock.ts";
import { FakeServer } from "./testing/fake-server.ts";

const topic = "machine_telemetry:single:1:speed";
const TO_SOCKET = { joinRef: null, ref: null, topic: SOCKET_TOPIC, payload: {} };
const at = (timeMs: number, value: number): LiveSample => ({ timeMs, value, adFlag: null });

let server: FakeServer;
let client: ChannelClient;
let warnings: string[];

const listen = (name = topic) => {
  const heard: ChannelMessage[] = [];
  return { heard, leave: client.subscribe(name, (message) => heard.push(message)) };
};

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  warnings = [];
  server = new FakeServer();
  client = new ChannelClient({
    connect: server.connect,
    clock: systemClock,
    random: () => 0.5,
    warn: (text) => warnings.push(text),
  });
  client.start();
});

afterEach(() => {
  client.stop();
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

it("proves what it has read when it is asked", () => {
  server.open();
  server.say('[null,null,"phoenix","probe",{"n":3}]');
  expect(server.pushed("phoenix", EVENT.probe).map(({ payload }) => payload)).toEqual([{ n: 3 }]);
});

it("takes several frames in one message, a broken one among them", () => {
  const { heard } = listen();
  server.open();
  const frame = (seq: number) =>
    encodeTelemetry(topic, toTelemetryData("value", at(seq, seq)), seq);
  server.say([frame(1), "nonsense", frame(2)].join("\n"));
  expect(heard.slice(1)).toMatchObject([
    { type: "event", seq: 1, missed: false },
    { type: "event", seq: 2, missed: false },
  ]);
  expect(warnings).toHaveLength(1);
});

describe("a topic", () => {
  it("is joined once for all its consumers; a later one gets the newest sample at once", () => {
    server.answers.set(topic, { status: "ok", sample: at(10, 1), seq: 5 });
    const first = listen();
    server.open();
    server.publish(topic, at(20, 2), 6);
    const second = listen();
    expect(server.pushed(topic, EVENT.join)).toHaveLength(1);
    expect(first.heard).toEqual([
      { type: "joined", sample: at(10, 1), seq: 5 },
      { type: "event", sample: at(20, 2), seq: 6, missed: false },
    ]);
    expect(second.heard).toEqual([{ type: "joined", sample: at(20, 2), seq: 6 }]);
  });

  it("is left 5 to 10 s after its last consumer, not before", () => {
    server.open();
    const [first, second] = [listen(), listen()];
    first.leave();
    vi.advanceTimersByTime(20_000);
    expect(server.pushed(topic, EVENT.leave)).toHaveLength(0);
    vi.advanceTimersByTime(1_000);
    second.leave();
    vi.advanceTimersByTime(4_999);
    expect(server.pushed(topic, EVENT.leave)).toHaveLength(0);
    vi.advanceTimersByTime(5_001);
    const [join, leave] = [
      server.pushed(topic, EVENT.join)[0]!,
      server.pushed(topic, EVENT.leave)[0]!,
    ];
    expect(leave.joinRef).toBe(join.joinRef);
  });

  it("is kept when a consumer comes back in time, and joined anew when it comes too late", () => {
    server.open();
    listen().leave();
    vi.advanceTimersByTime(3_000);
    const back = listen();
    vi.advanceTimersByTime(10_000);
    expect(server.pushed(topic, EVENT.leave)).toHaveLength(0);
    back.leave();
    vi.advanceTimersByTime(10_000);
    listen();
    expect(server.pushed(topic, EVENT.join)).toHaveLength(2);
  });

  it("tells a jump in seq", () => {
    server.open();
    const { heard } = listen();
    server.publish(topic, at(1, 1), 1);
    server.publish(topic, at(2, 2), 4);
    server.publish(topic, at(3, 3), 5);
    expect(heard.map((message) => message.type === "event" && message.missed)).toEqual([
      false,
      false,
      true,
      false,
    ]);
  });

  it("drops what was meant for an earlier joining, and what nobody asked for", () => {
    server.open();
    const { heard } = listen();
    server.say(encodeError(topic, "99"));
    server.say(`["99","99","${topic}","phx_close",{}]`);
    server.publish("machine_telemetry:single:2:other", at(1, 1), 1);
    expect(heard).toHaveLength(1);
    server.publish(topic, at(1, 1), 1);
    expect(heard).toHaveLength(2);
  });

  it("is given up when it is not ours, and asked again on the next connection", () => {
    server.answers.set(topic, { status: "error", reason: "unauthorized" });
    const { heard } = listen();
    server.open();
    vi.advanceTimersByTime(60_000);
    expect(heard).toEqual([{ type: "refused", reason: "unauthorized" }]);
    expect(server.pushed(topic, EVENT.join)).toHaveLength(1);
    expect(warnings).toHaveLength(1);
    server.answers.delete(topic);
    server.break();
    server.open();
    expect(heard.at(-1)!.type).toBe("joined");
  });

  it("ends when the server takes it away", () => {
    server.open();
    const { heard } = listen();
    server.end(topic);
    server.publish(topic, at(1, 1), 1);
    vi.advanceTimersByTime(60_000);
    expect(heard.map(({ type }) => type)).toEqual(["joined", "refused"]);
    expect(server.pushed(topic, EVENT.join)).toHaveLength(1);
  });

  it("that is not, or no longer, ours is counted once, however often it is asked for; one that nobody wants is not", () => {
    let told = 0;
    client.takenAway.watch(() => (told += 1));
    server.open();
    listen();
    expect(client.takenAway.count()).toBe(0);
    server.end(topic);
    expect([client.takenAway.count(), told]).toEqual([1, 1]);
    const foreign = "machine_telemetry:single:2:speed";
    for (const name of [topic, foreign])
      server.answers.set(name, { status: "error", reason: "unauthorized" });
    listen(foreign);
    expect(client.takenAway.count()).toBe(2);
    server.break();
    server.open();
    listen();
    expect(client.takenAway.count()).toBe(2);
    server.answers.delete(topic);
    server.break();
    server.open();
    server.end(topic);
    expect(client.takenAway.count()).toBe(3);
    const unwanted = "machine_telemetry:single:4:speed";
    listen(unwanted).leave();
    server.end(unwanted);
    expect([client.takenAway.count(), told]).toEqual([3, 3]);
  });

  it("may be any or none when the server says that what the page shows is to be read again", () => {
    let told = 0;
    client.outdated.watch(() => (told += 1));
    server.open();
    server.say(encodeFrame({ ...TO_SOCKET, event: EVENT.outdated }));
    server.say(encodeFrame({ ...TO_SOCKET, event: "tomorrow's word" }));
    expect([client.outdated.count(), told, client.takenAway.count()]).toEqual([1, 1, 0]);
  });

  it("that was left because its answer was late is joined again, although leaving closes it", () => {
    server.answers.set(topic, "silence");
    server.open();
    const { heard } = listen();
    vi.advanceTimersByTime(10_000);
    server.end(topic);
    server.answers.delete(topic);
    vi.advanceTimersByTime(1_000);
    expect(heard.map(({ type }) => type)).toEqual(["joined"]);
  });

  it("is asked again, ever more slowly, while the server cannot answer", () => {
    server.answers.set(topic, { status: "error", reason: "unavailable" });
    listen();
    server.open();
    const tries = [1_000, 2_000, 5_000, 10_000, 10_000].map((ms) => {
      vi.advanceTimersByTime(ms);
      return server.pushed(topic, EVENT.join).length;
    });
    expect(tries).toEqual([2, 3, 4, 5, 6]);
    server.say(encodeError(topic, server.pushed(topic, EVENT.join).at(-1)!.joinRef));
    server.answers.delete(topic);
    vi.advanceTimersByTime(10_000);
    expect(server.pushed(topic, EVENT.join)).toHaveLength(7);
  });

  it("does not wait for a join's answer for ever", () => {
    server.answers.set(topic, "silence");
    listen();
    server.open();
    vi.advanceTimersByTime(10_000);
    expect(server.pushed(topic, EVENT.leave)[0]!.joinRef).toBe(
      server.pushed(topic, EVENT.join)[0]!.joinRef,
    );
    vi.advanceTimersByTime(1_000);
    expect(server.pushed(topic, EVENT.join)).toHaveLength(2);
  });

  it("is not asked again of a server that is busy with others, for a minute", () => {
    const other = "machine_telemetry:single:1:other";
    server.answers.set(topic, "silence");
    listen();
    listen(other);
    server.open();
    for (let seq = 1; seq <= 11; seq++) {
      vi.advanceTimersByTime(5_000);
      server.publish(other, at(seq, seq), seq);
    }
    expect(
      [server.pushed(topic, EVENT.join), server.pushed(topic, EVENT.leave)].map(
        (sent) => sent.length,
      ),
    ).toEqual([1, 0]);
    vi.advanceTimersByTime(6_000);
    expect(
      [server.pushed(topic, EVENT.join), server.pushed(topic, EVENT.leave)].map(
        (sent) => sent.length,
      ),
    ).toEqual([2, 1]);
  });
});

describe("the connection", () => {
  it("is connecting, live, and lost only when it stays away", () => {
    const seen: string[] = [];
    client.watchConnection(() => seen.push(client.connection()));
    expect(client.connection()).toBe("connecting");
    server.open();
    server.break();
    vi.advanceTimersByTime(1_000);
    server.open();
    vi.advanceTimersByTime(60_000);
    server.break();
    vi.advanceTimersByTime(2_000);
    server.open();
    expect(seen).toEqual(["live", "lost", "live"]);
  });

  it("that never comes about is lost after 5 s; one that ended with the session at once", () => {
    vi.advanceTimersByTime(5_000);
    expect(client.connection()).toBe("lost");
    server.open();
    server.break(true);
    expect(client.connection()).toBe("lost");
  });

  it("that ended with the session says so however it stood, and is tried again when the page wakes", () => {
    const seen: boolean[] = [];
    vi.advanceTimersByTime(5_000);
    client.watchConnection(() => seen.push(client.hasEnded()));
    server.break(true);
    expect([client.connection(), seen]).toEqual(["lost", [true]]);
    vi.advanceTimersByTime(60_000);
    expect(server.reconnects).toBe(0);
    client.wake();
    expect(server.reconnects).toBe(1);
    server.open();
    expect([client.connection(), client.hasEnded()]).toEqual(["live", false]);
    server.break();
    vi.advanceTimersByTime(2_000);
    expect([client.connection(), client.hasEnded()]).toEqual(["lost", false]);
  });

  it("brings every topic with consumers back, and forgets the others", () => {
    server.answers.set(topic, { status: "ok", sample: at(10, 1), seq: 5 });
    const { heard } = listen();
    server.open();
    listen("machine_telemetry:single:1:gone").leave();
    server.break();
    server.sent = [];
    server.answers.set(topic, { status: "ok", sample: at(50, 5), seq: 9 });
    server.open();
    expect(server.sent.map(({ topic: name, event }) => [name, event])).toEqual([
      [topic, EVENT.join],
    ]);
    expect(heard.at(-1)).toEqual({ type: "joined", sample: at(50, 5), seq: 9 });
  });

  it("sends nothing while it is away", () => {
    listen();
    vi.advanceTimersByTime(60_000);
    expect(server.sent).toEqual([]);
  });

  it("is opened anew when a heartbeat is not answered", () => {
    server.open();
    vi.advanceTimersByTime(60_000);
    expect(server.reconnects).toBe(0);
    server.answersHeartbeats = false;
    vi.advanceTimersByTime(20_000);
    expect(server.reconnects).toBe(1);
  });

  it("is slow while what was asked is not answered, and live again when anything is heard", () => {
    listen();
    server.open();
    server.answersHeartbeats = false;
    // Asked after five seconds of silence.
    vi.advanceTimersByTime(7_900);
    expect(client.connection()).toBe("live");
    vi.advanceTimersByTime(200);
    expect(client.connection()).toBe("slow");
    server.answersHeartbeats = true;
    client.wake();
    expect(client.connection()).toBe("live");
    expect(server.reconnects).toBe(0);
  });

  it("is lost within two seconds when the browser has no network, unless it answers", () => {
    server.open();
    client.doubt();
    vi.advanceTimersByTime(2_000);
    expect(client.connection()).toBe("live");
    server.answersHeartbeats = false;
    client.doubt();
    vi.advanceTimersByTime(2_000);
    expect(client.connection()).toBe("lost");
    expect(server.reconnects).toBe(1);
  });

  it("is lost without a network though something was still on its way", () => {
    server.open();
    server.answersHeartbeats = false;
    client.doubt();
    server.say('[null,null,"phoenix","probe",{"n":3}]');
    vi.advanceTimersByTime(3_000);
    expect(client.connection()).toBe("lost");
    expect(server.reconnects).toBe(1);
  });

  it("is asked whether it lives, and channels are left, though somebody sets the clock back", () => {
    server.open();
    const { leave } = listen();
    leave();
    vi.setSystemTime(-3_600_000);
    server.answersHeartbeats = false;
    vi.advanceTimersByTime(16_000);
    expect(server.reconnects).toBe(1);
    expect(server.pushed(topic, EVENT.leave)).toHaveLength(1);
  });

  it("that is lost is tried at once when the network is back; one that has yet to open is let be", () => {
    client.wake();
    expect(server.reconnects).toBe(0);
    server.open();
    server.break();
    vi.advanceTimersByTime(2_000);
    expect(client.connection()).toBe("lost");
    client.wake();
    expect(server.reconnects).toBe(1);
  });

  it("is asked at once when the page wakes", () => {
    server.open();
    server.answersHeartbeats = false;
    vi.advanceTimersByTime(1_000);
    client.wake();
    vi.advanceTimersByTime(4_000);
    expect(server.reconnects).toBe(1);
  });
});
