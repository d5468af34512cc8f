/** What a hub keeps from its sockets: access taken away, other customers' values, real orders in demo mode, and more than they read. */
import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { sessions, userFacilities } from "#app/db/schema/index.ts";
import { EVENT, SOCKET_TOPIC, type Frame } from "#app/domain/live/phoenix.ts";
import { hubName, telemetryTopic } from "#app/domain/live/ports.ts";
import { PROBED_WINDOW } from "#app/domain/live/reader-flow.ts";
import {
  addFacility,
  addMachine,
  addPerson,
  at,
  channel,
  db,
  knock,
  live,
  recorder,
  TestSocket,
} from "#workers/live/testing/test-plant.ts";

let place: { customerId: number; facilityId: number };
let machine: number;

const hubOf = (owner: { customerId: number | null; userId: number }) =>
  live.SOCKET_HUB.getByName(hubName(owner));
const isEvent = (frame: Frame) => frame.event === EVENT.telemetry;
const valuesOf = (socket: TestSocket) =>
  socket.frames
    .filter(isEvent)
    .map(({ payload }) => (payload as { data: { value: unknown } }).data.value);

beforeAll(async () => {
  place = await addFacility();
  machine = await addMachine(place.facilityId);
});

afterEach(() => void vi.useRealTimers());

/** A user of two facilities, who listens to a machine of the second. */
async function withSecondFacility() {
  const user = await addPerson("user", place);
  const second = await addFacility();
  await db.insert(userFacilities).values({ userId: user.userId, facilityId: second.facilityId });
  const lost = await addMachine(second.facilityId);
  const socket = await TestSocket.open(user.token);
  const topic = telemetryTopic(lost, "speed");
  await socket.join(topic);
  const takeAway = () =>
    db.delete(userFacilities).where(eq(userFacilities.facilityId, second.facilityId));
  return { socket, topic, lost, takeAway, hub: hubOf({ customerId: place.customerId, userId: 0 }) };
}

describe("access", () => {
  it("ends the channel when the hub is told", async () => {
    const { socket, topic, takeAway, hub } = await withSecondFacility();
    await takeAway();
    await hub.recheckAccess();
    expect((await socket.next((frame) => frame.event === EVENT.close)).topic).toBe(topic);
  });

  it("is asked for again before a value is handed out, when nobody told the hub and the last answer is old", async () => {
    const { socket, topic, lost, takeAway } = await withSecondFacility();
    await channel(lost, "speed").publish([at(1, 1)]);
    await socket.nextEvents(1);
    await takeAway();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 4_000 });
    await channel(lost, "speed").publish([at(2, 2)]);
    expect((await socket.next((frame) => frame.event === EVENT.close)).topic).toBe(topic);
    expect(valuesOf(socket)).toEqual([1]);
  });

  it("ends with the session's own time, for which an alarm is set", async () => {
    const owner = await addFacility();
    const person = await addPerson("admin", owner);
    const hub = hubOf({ customerId: owner.customerId, userId: 0 });
    const socket = await TestSocket.open(person.token);
    const alarmIn = async () =>
      (await runInDurableObject(hub, (_object, state) => state.storage.getAlarm()))! - Date.now();
    await runDurableObjectAlarm(hub);
    expect(await alarmIn()).toBeGreaterThan(50_000);
    await db
      .update(sessions)
      .set({ expiresAt: Date.now() + 1_500 })
      .where(eq(sessions.id, person.sessionId));
    await runDurableObjectAlarm(hub);
    expect(await alarmIn()).toBeLessThan(2_000);
    expect((await socket.end()).code).toBe(4401);
  });
});

describe("a channel that breaks", () => {
  it("is told to its sockets by phx_error, costs the others nothing, and can be joined again", async () => {
    const owner = await addFacility();
    const [broken, whole] = [
      await addMachine(owner.facilityId),
      await addMachine(owner.facilityId),
    ];
    const person = await addPerson("admin", owner);
    const socket = await TestSocket.open(person.token);
    const { ref } = await socket.join(telemetryTopic(broken, "speed"));
    await socket.join(telemetryTopic(whole, "speed"));
    await recorder(broken).setAway(true);
    // Nothing was heard of either for a minute: the hub asks again.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
    await runDurableObjectAlarm(hubOf({ customerId: owner.customerId, userId: 0 }));
    const error = await socket.next((frame) => frame.event === EVENT.error);
    expect([error.topic, error.joinRef, error.ref]).toEqual([
      telemetryTopic(broken, "speed"),
      ref,
      ref,
    ]);
    expect((await socket.join(telemetryTopic(broken, "speed"))).reply).toEqual({
      status: "error",
      response: { reason: "unavailable" },
    });
    await channel(whole, "speed").publish([at(1, 1)]);
    await socket.nextEvents(1);

    await recorder(broken).setAway(false);
    expect((await socket.join(telemetryTopic(broken, "speed"))).reply.status).toBe("ok");
    await channel(broken, "speed").publish([at(1, 2)]);
    await socket.nextEvents(2);
    expect([
      valuesOf(socket),
      socket.frames.filter((frame) => frame.event === EVENT.error).length,
    ]).toEqual([[1, 2], 1]);
  });
});

describe("two customers", () => {
  it("see nothing of each other", async () => {
    const other = await addFacility();
    const theirs = await addMachine(other.facilityId);
    const [a, b] = await Promise.all(
      [await addPerson("admin", place), await addPerson("admin", other)].map(({ token }) =>
        TestSocket.open(token),
      ),
    );
    await a!.join(telemetryTopic(machine, "secret"));
    await b!.join(telemetryTopic(theirs, "secret"));
    expect((await b!.join(telemetryTopic(machine, "secret"))).reply.status).toBe("error");
    await channel(machine, "secret").publish([at(1, 11)]);
    await a!.nextEvents(1);
    await channel(theirs, "secret").publish([at(1, 22)]);
    await b!.nextEvents(1);
    await a!.join(telemetryTopic(machine, "other"));
    expect([valuesOf(a!), valuesOf(b!)]).toEqual([[11], [22]]);
  });
});

describe("demo mode", () => {
  const open = async (role: "superuser" | "admin", cookie: string) => {
    const person = await addPerson(role, role === "admin" ? place : null);
    const answer = await knock(`?vsn=2.0.0&token=${person.token}`, { cookie });
    return { ...person, socket: new TestSocket(answer.webSocket!) };
  };
  const topicOf = (metric: string) => telemetryTopic(machine, metric);

  it("fills a superuser's order channels with the sample, also after a sleep, and asks for nothing real", async () => {
    await recorder(machine).setLatest("kiwiplan_order_number", { timeMs: 1, value: "REAL-1" });
    const { socket, userId } = await open("superuser", "demoMode=0");
    const { reply } = await socket.join(topicOf("kiwiplan_order_number"));
    expect(reply).toMatchObject({ status: "ok", response: { data: { value: "D-20418" }, seq: 0 } });
    expect((await socket.join(topicOf("kiwiplan_customer"))).reply.response).toEqual({
      data: null,
      seq: 0,
    });
    await socket.join(topicOf("speed"));
    const hub = hubOf({ customerId: null, userId });
    for (const name of ["kiwiplan_order_number", "kiwiplan_customer"])
      expect(await recorder(machine).watched()).not.toContain(name);

    // Another page of the same person, outside of demo mode, has the real values by the same hub.
    const real = new TestSocket(
      (await knock(`?vsn=2.0.0&token=${(await addSession(userId)).token}`)).webSocket!,
    );
    expect((await real.join(topicOf("kiwiplan_order_number"))).reply.response).toMatchObject({
      data: { value: "REAL-1" },
    });
    for (const sleeps of [false, true]) {
      if (sleeps) await evictDurableObject(hub);
      await channel(machine, "kiwiplan_order_number").publish([
        at(sleeps ? 3 : 2, sleeps ? "REAL-3" : "REAL-2"),
      ]);
      await real.nextEvents(sleeps ? 2 : 1);
      await channel(machine, "speed").publish([at(sleeps ? 3 : 2, sleeps ? 3 : 2)]);
      await socket.nextEvents(sleeps ? 2 : 1);
    }
    expect(valuesOf(socket)).toEqual([2, 3]);
    await runDurableObjectAlarm(hub);
    expect((await socket.join(topicOf("flute_code"))).reply.response).toMatchObject({
      data: { value: "C" },
    });
    expect(socket.frames.filter((frame) => frame.event === EVENT.close)).toEqual([]);
  });

  it("is not believed of anybody else", async () => {
    const { socket } = await open("admin", "demoMode=0");
    await recorder(machine).setLatest("kiwiplan_die_number", { timeMs: 1, value: "REAL" });
    expect((await socket.join(topicOf("kiwiplan_die_number"))).reply.response).toMatchObject({
      data: { value: "REAL" },
    });
  });
});

describe("a reader that stays behind", () => {
  it("is sent no more than its window, then the newest only; others feel nothing", async () => {
    const [slow, quick] = await Promise.all(
      [await addPerson("admin", place), await addPerson("admin", place)].map(({ token }) =>
        TestSocket.open(token),
      ),
    );
    const probes = (socket: TestSocket) =>
      socket.frames.filter(({ topic, event }) => topic === SOCKET_TOPIC && event === EVENT.probe);
    const answer = (socket: TestSocket, frame: Frame) =>
      socket.ws.send(JSON.stringify([null, null, SOCKET_TOPIC, EVENT.probe, frame.payload]));
    await Promise.all(
      [slow!, quick!].map((socket) => socket.join(telemetryTopic(machine, "flood"))),
    );

    let answered = 0;
    const events = 5_000;
    for (let from = 1; from <= events; from += 100) {
      const values = Array.from({ length: 100 }, (_, index) =>
        at(from + index, `${from + index}`.padEnd(250, "x")),
      );
      await channel(machine, "flood").publish(values);
      await quick!.nextEvents(from + 99);
      for (const frame of probes(quick!).slice(answered)) answer(quick!, frame);
      if (answered === 0 && probes(slow!).length === 1) answer(slow!, probes(slow!)[0]!);
      answered = probes(quick!).length;
    }
    expect(answered).toBeGreaterThan(10);
    const size = slow!.frames
      .filter(isEvent)
      .reduce((sum, frame) => sum + JSON.stringify(frame.payload).length, 0);
    expect(size).toBeGreaterThan(PROBED_WINDOW / 2);
    expect(size).toBeLessThan(PROBED_WINDOW + 200_000);
    const before = valuesOf(slow!).length;

    const last = probes(slow!).at(-1)!;
    answer(slow!, last);
    // That proves too little while the probe lay early; the next proof, a heartbeat after an answered one, does.
    for (const _ of [1, 2]) {
      const ref = slow!.push(SOCKET_TOPIC, EVENT.heartbeat);
      await slow!.next((frame) => frame.ref === ref);
    }
    const after = valuesOf(slow!).slice(before);
    expect(after).toEqual([`${events}`.padEnd(250, "x")]);
  });
});

async function addSession(userId: number): Promise<{ token: string }> {
  const { newToken, sha256Hex } = await import("#app/db/secrets.ts");
  const token = newToken();
  const now = Date.now();
  await db.insert(sessions).values({
    tokenHash: sha256Hex(token),
    userId,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: now + 3_600_000,
  });
  return { token };
}
