import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import {
  alarms,
  apiTokens,
  displays,
  serviceAccounts,
  sessions,
  userFacilities,
  users,
} from "#app/db/schema/index.ts";
import { sessionIdOfToken } from "#app/domain/access/api-token.ts";
import { sessionIdOfService } from "#app/domain/access/service-account.ts";
import { EVENT, HEARTBEAT_ANSWER, HEARTBEAT_REQUEST } from "#app/domain/live/phoenix.ts";
import { alarmsTopic, changesTopic, hubName, telemetryTopic } from "#app/domain/live/ports.ts";
import {
  addApiToken,
  addDisplay,
  addFacility,
  addMachine,
  addPerson,
  addServiceAccount,
  at,
  channel,
  db,
  knock,
  live,
  recorder,
  TestSocket,
} from "./testing/test-plant.ts";

let place: { customerId: number; facilityId: number };
let machine: number;
let foreign: number;
let person: Awaited<ReturnType<typeof addPerson>>;
let metricNumber = 0;

/** A metric that no other test uses. */
const newMetric = () => `metric_${++metricNumber}`;
const hub = (customerId = place.customerId) =>
  live.SOCKET_HUB.getByName(hubName({ customerId, userId: 0 }));

/** Knocks, and closes what opened. */
async function tryDoor(...request: Parameters<typeof knock>): Promise<Response> {
  const answer = await knock(...request);
  answer.webSocket?.accept();
  answer.webSocket?.close(1000);
  return answer;
}

beforeAll(async () => {
  place = await addFacility();
  machine = await addMachine(place.facilityId);
  foreign = await addMachine((await addFacility()).facilityId);
});

// Sockets of earlier tests are still open, and one user has 20.
beforeEach(async () => {
  person = await addPerson("user", place);
});

describe("the door", () => {
  it("opens for a token without an origin, and for a cookie from our own origin", async () => {
    expect((await tryDoor(`?vsn=2.0.0&token=${person.token}`)).status).toBe(101);
    const cookie = `sessionId=${person.token}`;
    expect((await tryDoor("?vsn=2.0.0", { cookie, origin: "http://helios.test" })).status).toBe(
      101,
    );
  });

  it.each([
    ["a foreign origin", { origin: "http://evil.test" }, true],
    ["an origin that only begins like ours", { origin: "http://helios.test.evil.test" }, true],
    ["an origin that only ends like ours", { origin: "http://evil-helios.test" }, true],
    ["a subdomain of ours", { origin: "http://www.helios.test" }, true],
    ["our host by another scheme", { origin: "https://helios.test" }, true],
    ["our host at another port", { origin: "http://helios.test:8080" }, true],
    ["our origin with a path", { origin: "http://helios.test/" }, true],
    ["a page without an origin of its own", { origin: "null" }, true],
    ["no origin and only a cookie", {}, false],
  ])("refuses %s before the upgrade", async (_name, headers, withToken) => {
    const query = withToken ? `?vsn=2.0.0&token=${person.token}` : "?vsn=2.0.0";
    expect((await tryDoor(query, { cookie: `sessionId=${person.token}`, ...headers })).status).toBe(
      403,
    );
  });

  it("refuses unknown, expired and disabled sessions, whatever actor they claim to be", async () => {
    const claim = {
      "x-helios-actor": JSON.stringify({
        role: "superuser",
        userId: 1,
        sessionId: 1,
        customerId: null,
      }),
    };
    expect((await tryDoor("?vsn=2.0.0&token=nonsense", claim)).status).toBe(403);
    const expired = await addPerson("user", place);
    await db
      .update(sessions)
      .set({ expiresAt: Date.now() - 1 })
      .where(eq(sessions.id, expired.sessionId));
    expect((await tryDoor(`?vsn=2.0.0&token=${expired.token}`)).status).toBe(403);
    const disabled = await addPerson("user", place);
    await db.update(users).set({ status: "disabled" }).where(eq(users.id, disabled.userId));
    expect((await tryDoor(`?vsn=2.0.0&token=${disabled.token}`)).status).toBe(403);
  });

  it("opens for an API token with the scope for it, as for its user", async () => {
    expect(
      (await tryDoor(`?vsn=2.0.0&token=${await addApiToken(person.userId, ["read:machines"])}`))
        .status,
    ).toBe(403);
    expect((await tryDoor(`?vsn=2.0.0&token=hat_${"x".repeat(43)}`)).status).toBe(403);
    const socket = await TestSocket.open(await addApiToken(person.userId, ["read:series"]));
    expect((await socket.join(telemetryTopic(machine, newMetric()))).reply.status).toBe("ok");
    expect((await socket.join(telemetryTopic(foreign, newMetric()))).reply.response).toEqual({
      reason: "unauthorized",
    });
  });

  it("opens for a service account with the scope for it, for its customer's machines, until it ends", async () => {
    const account = await addServiceAccount(place.customerId, ["read:series"]);
    const scopeless = await addServiceAccount(place.customerId, ["read:machines"]);
    const door = async (token: string) => (await tryDoor(`?vsn=2.0.0&token=${token}`)).status;
    expect(await door(scopeless.token)).toBe(403);
    expect(await door(`hst_${"x".repeat(43)}`)).toBe(403);
    const [socket, other] = [
      await TestSocket.open(account.token),
      await TestSocket.open(person.token),
    ];
    expect((await socket.join(telemetryTopic(machine, newMetric()))).reply.status).toBe("ok");
    expect((await socket.join(telemetryTopic(foreign, newMetric()))).reply.response).toEqual({
      reason: "unauthorized",
    });
    await hub().recheckAccess();
    expect(socket.closed).toBeNull();
    await db
      .update(serviceAccounts)
      .set({ endedAt: Date.now() })
      .where(eq(serviceAccounts.id, account.id));
    await hub().recheckAccess();
    expect((await socket.end()).code).toBe(4401);
    expect(other.closed).toBeNull();
    expect(await door(account.token)).toBe(403);
  });

  it("opens for a wall display, by its token or its cookie, for the machines of its facilities, until it is revoked", async () => {
    const { id, token } = await addDisplay(place.customerId, [place.facilityId]);
    expect((await tryDoor(`?vsn=2.0.0&token=hdt_${"x".repeat(43)}`)).status).toBe(403);
    const origin = "http://helios.test";
    const cookie = `display=${token}; sessionId=${person.token}`;
    expect((await tryDoor("?vsn=2.0.0&as=display", { origin, cookie })).status).toBe(101);
    // A screen without a pairing is not lent the session of whoever is signed in beside it.
    expect(
      (await tryDoor("?vsn=2.0.0&as=display", { origin, cookie: `sessionId=${person.token}` }))
        .status,
    ).toBe(403);
    const socket = await TestSocket.open(token);
    expect((await socket.join(telemetryTopic(machine, newMetric()))).reply.status).toBe("ok");
    expect((await socket.join(telemetryTopic(foreign, newMetric()))).reply.response).toEqual({
      reason: "unauthorized",
    });
    await hub().recheckAccess();
    expect(socket.closed).toBeNull();
    await db.delete(displays).where(eq(displays.id, id));
    await hub().recheckAccess();
    await expect.poll(() => socket.closed).not.toBeNull();
    expect((await tryDoor(`?vsn=2.0.0&token=${token}`)).status).toBe(403);
  });

  it("speaks version 2 of the protocol, and only WebSocket", async () => {
    expect((await tryDoor(`?vsn=1.0.0&token=${person.token}`)).status).toBe(400);
    expect((await tryDoor(`?token=${person.token}`)).status).toBe(400);
    expect((await tryDoor(`?vsn=2.0.0&token=${person.token}`, { upgrade: "h2c" })).status).toBe(
      426,
    );
  });
});

describe("a channel", () => {
  it("answers a join with the newest sample, then sends what is new, once and in order", async () => {
    const metric = newMetric();
    const topic = telemetryTopic(machine, metric);
    await recorder(machine).setLatest(metric, { timeMs: 1_000, value: 5 });
    const socket = await TestSocket.open(person.token);
    const { reply } = await socket.join(topic);
    expect(reply).toEqual({
      status: "ok",
      response: { data: { time: "1970-01-01T00:00:01.000Z", value: 5, ad_flag: null }, seq: 0 },
    });
    expect(await recorder(machine).watched()).toContain(metric);

    expect(
      await channel(machine, metric).publish([
        at(900, 1),
        at(2_000, 5),
        at(3_000, 6),
        at(3_000, 7),
      ]),
    ).toBe("ok");
    expect(await channel(machine, metric).publish([at(4_000, 8)])).toBe("ok");
    expect(await socket.nextEvents(3)).toEqual([
      { data: { time: "1970-01-01T00:00:03.000Z", value: 6, ad_flag: null }, seq: 1 },
      { data: { time: "1970-01-01T00:00:03.000Z", value: 7, ad_flag: null }, seq: 2 },
      { data: { time: "1970-01-01T00:00:04.000Z", value: 8, ad_flag: null }, seq: 3 },
    ]);
    const event = await socket.next((frame) => frame.event === EVENT.telemetry);
    expect([event.joinRef, event.ref, event.topic]).toEqual([null, null, topic]);
  });

  it("answers null before the first sample, and states as their number", async () => {
    const socket = await TestSocket.open(person.token);
    expect((await socket.join(telemetryTopic(machine, newMetric()))).reply).toEqual({
      status: "ok",
      response: { data: null, seq: 0 },
    });
    await recorder(machine).setLatest("machine_state", { timeMs: 1_000, value: "running" });
    expect(
      (await socket.join(telemetryTopic(machine, "machine_state"))).reply.response,
    ).toMatchObject({ data: { value: 3 } });
  });

  it("of changes tells everybody who sees the machine each time, and nobody else", async () => {
    const topic = changesTopic(machine, "comments");
    const colleague = await addPerson("admin", place);
    const [a, b] = [await TestSocket.open(person.token), await TestSocket.open(colleague.token)];
    const outsider = await TestSocket.open((await addPerson("admin", await addFacility())).token);
    const empty = { status: "ok", response: { data: null, seq: 0 } };
    expect((await a.join(topic)).reply).toEqual(empty);
    expect((await b.join(topic)).reply).toEqual(empty);
    expect((await outsider.join(topic)).reply).toEqual({
      status: "error",
      response: { reason: "unauthorized" },
    });
    const changes = live.METRIC_CHANNEL.getByName(topic);
    // Within one millisecond too.
    await Promise.all([changes.changed(), changes.changed(), changes.changed()]);
    for (const socket of [a, b])
      expect((await socket.nextEvents(3)).map(({ seq }) => seq)).toEqual([1, 2, 3]);
    expect(outsider.frames.filter(({ event }) => event === EVENT.telemetry)).toEqual([]);
  });

  it("of alarms answers all of them and tells what became of each, to those who see the machine", async () => {
    const own = await addMachine(place.facilityId);
    const topic = alarmsTopic(own);
    const [added] = await db
      .insert(alarms)
      .values({
        deviceId: own,
        name: "Hot",
        function: "value_threshold_for_time_period_in_state",
        arguments: { tag_name: "speed", period: 1_000, comp: ">", threshold: 1 },
        createdAt: 0,
      })
      .returning();
    const hot = { id: added!.id, name: "Hot", status: "OK", since: null };
    const first = await TestSocket.open(person.token);
    const outsider = await TestSocket.open((await addPerson("admin", await addFacility())).token);
    const joined = (await first.join(topic)).reply as {
      status: string;
      response: { data: unknown; seq: number };
    };
    expect(joined).toMatchObject({ status: "ok", response: { data: [hot] } });
    const refused = { status: "error", response: { reason: "unauthorized" } };
    expect((await outsider.join(topic)).reply).toEqual(refused);
    expect((await first.join(alarmsTopic(foreign))).reply).toEqual(refused);
    expect((await first.join(alarmsTopic(999_999))).reply).toEqual(refused);

    const events = (socket: TestSocket, count: number) =>
      socket.until(() => {
        const found = socket.frames.filter(({ event }) => event === EVENT.alarm);
        return found.length < count ? undefined : found.map(({ payload }) => payload);
      });
    const changed = () => live.METRIC_CHANNEL.getByName(topic).changed();
    const on = { ...hot, status: "TRIGGERED", since: "2026-11-22T10:00:00.000Z" };
    await db
      .update(alarms)
      .set({ inAlarm: true, changedAt: Date.parse(on.since) })
      .where(eq(alarms.id, hot.id));
    await Promise.all([changed(), changed(), changed()]);
    const seq = joined.response.seq + 1;
    expect(await events(first, 1)).toEqual([{ data: on, seq }]);
    // What a channel told before it lost its memory is not told again.
    await evictDurableObject(live.METRIC_CHANNEL.getByName(topic));
    await changed();
    const second = await TestSocket.open(person.token);
    expect((await second.join(topic)).reply).toMatchObject({ response: { data: [on] } });
    await db.delete(alarms).where(eq(alarms.id, hot.id));
    await changed();
    const gone = { ...on, status: "OK", deleted: true };
    expect(await events(second, 1)).toMatchObject([{ data: gone }]);
    expect(await events(first, 2)).toMatchObject([{ data: on }, { data: gone }]);
    expect(outsider.frames.filter(({ event }) => event === EVENT.alarm)).toEqual([]);
  });

  it("does not tell a foreign machine from one that does not exist", async () => {
    const socket = await TestSocket.open(person.token);
    const refusal = { status: "error", response: { reason: "unauthorized" } };
    expect((await socket.join(telemetryTopic(foreign, "speed"))).reply).toEqual(refusal);
    expect((await socket.join(telemetryTopic(999_999, "speed"))).reply).toEqual(refusal);
    expect(await recorder(foreign).watched()).toEqual([]);
  });

  it("of a machine without a facility is for the provider's staff only", async () => {
    const unconfigured = await addMachine(null);
    const topic = telemetryTopic(unconfigured, "speed");
    const statuses = [];
    for (const who of [
      await addPerson("admin", place),
      await addPerson("oem_superuser", null),
      await addPerson("superuser", null),
    ]) {
      statuses.push((await (await TestSocket.open(who.token)).join(topic)).reply.status);
    }
    expect(statuses).toEqual(["error", "ok", "ok"]);
  });

  it("reaches every socket of a hub by one subscription, and two customers apart", async () => {
    const metric = newMetric();
    const other = await addPerson("admin", place);
    const [a, b] = [await TestSocket.open(person.token), await TestSocket.open(other.token)];
    await Promise.all([
      a.join(telemetryTopic(machine, metric)),
      b.join(telemetryTopic(machine, metric)),
    ]);
    await channel(machine, metric).publish([at(1, 1)]);
    expect(await a.nextEvents(1)).toEqual(await b.nextEvents(1));
    const hubs = await runInDurableObject(channel(machine, metric), (_object, state) => [
      ...state.storage.sql.exec("SELECT name FROM hubs"),
    ]);
    expect(hubs).toEqual([{ name: `customer:${place.customerId}` }]);
  });

  it("leaves with an answer and phx_close, and hears nothing more", async () => {
    const metric = newMetric();
    const topic = telemetryTopic(machine, metric);
    const socket = await TestSocket.open(person.token);
    const { ref } = await socket.join(topic);
    const leave = socket.push(topic, EVENT.leave, ref);
    await socket.next((frame) => frame.event === EVENT.close && frame.joinRef === ref);
    expect(socket.frames.find((frame) => frame.ref === leave)?.payload).toEqual({
      status: "ok",
      response: {},
    });
    await channel(machine, metric).publish([at(1, 1)]);
    await socket.join(telemetryTopic(machine, newMetric()));
    expect(socket.frames.some((frame) => frame.event === EVENT.telemetry)).toBe(false);
  });

  it("answers heartbeats, ours and phoenix.js's, and refuses what it does not know", async () => {
    const socket = await TestSocket.open(person.token);
    const beat = socket.push("phoenix", EVENT.heartbeat);
    expect((await socket.next((frame) => frame.ref === beat)).payload).toEqual({
      status: "ok",
      response: {},
    });
    socket.ws.send(HEARTBEAT_REQUEST);
    const answer = await socket.next((frame) => frame.ref === "heartbeat");
    expect(
      JSON.stringify([answer.joinRef, answer.ref, answer.topic, answer.event, answer.payload]),
    ).toBe(HEARTBEAT_ANSWER);
    expect((await socket.join("room:lobby")).reply).toEqual({
      status: "error",
      response: { reason: "unmatched topic" },
    });
    expect((await socket.join(telemetryTopic(machine, "bad name"))).reply.status).toBe("error");
  });

  it.each([
    ["a binary frame", new Uint8Array([1, 2, 3]), 1003],
    [
      "a frame over 64 KiB",
      JSON.stringify([null, "1", "phoenix", "heartbeat", "x".repeat(65_536)]),
      1009,
    ],
    ["what is no JSON", "{", 1002],
    ["what is no frame", '["1","1","t"]', 1002],
  ])("closes the socket at %s", async (_name, data, code) => {
    const socket = await TestSocket.open(person.token);
    socket.ws.send(data);
    expect((await socket.end()).code).toBe(code);
  });
});

describe("sleeping and waking", () => {
  it("loses nothing when hub and channel are evicted between two messages", async () => {
    const metric = newMetric();
    const topic = telemetryTopic(machine, metric);
    await recorder(machine).setLatest(metric, { timeMs: 10, value: 1 });
    const socket = await TestSocket.open(person.token);
    await socket.join(topic);
    await channel(machine, metric).publish([at(20, 2)]);
    await socket.nextEvents(1);

    await evictDurableObject(hub());
    await evictDurableObject(channel(machine, metric));
    expect(await channel(machine, metric).publish([at(30, 3)])).toBe("ok");
    const events = await socket.nextEvents(2);
    expect(events.map((event) => event.data.value)).toEqual([2, 3]);
    expect(events[1]!.seq).toBeGreaterThan(events[0]!.seq);

    await evictDurableObject(hub());
    const beat = socket.push("phoenix", EVENT.heartbeat);
    expect((await socket.next((frame) => frame.ref === beat)).payload).toEqual({
      status: "ok",
      response: {},
    });
  });

  it("evicts a channel after its last subscriber: the recorder is told, the storage is empty", async () => {
    const metric = newMetric();
    const stub = channel(machine, metric);
    const socket = await TestSocket.open(person.token);
    const { ref } = await socket.join(telemetryTopic(machine, metric));
    socket.push(telemetryTopic(machine, metric), EVENT.leave, ref);
    await socket.next((frame) => frame.event === EVENT.close);
    await expect
      .poll(() => runInDurableObject(stub, (_object, state) => state.storage.getAlarm()))
      .not.toBeNull();
    const due =
      (await runInDurableObject(stub, (_object, state) => state.storage.getAlarm()))! - Date.now();
    expect(due).toBeGreaterThan(4_000);
    expect(due).toBeLessThan(10_000);
    expect(await stub.publish([at(1, 1)])).toBe("ok");

    expect(await runDurableObjectAlarm(stub)).toBe(true);
    expect(await recorder(machine).watched()).not.toContain(metric);
    expect(
      await runInDurableObject(stub, (_object, state) => [
        ...state.storage.sql.exec(
          "SELECT name FROM sqlite_master WHERE name IN ('hubs', 'numbers')",
        ),
      ]),
    ).toEqual([]);
    expect(await stub.publish([at(2, 2)])).toBe("idle");
    expect((await socket.join(telemetryTopic(machine, metric))).reply.status).toBe("ok");
    expect(await recorder(machine).watched()).toContain(metric);
  });

  it("asks the recorder again for who comes after the clock was set back", async () => {
    const metric = newMetric();
    const stub = channel(machine, metric);
    await stub.subscribe("customer:901", 1);
    await recorder(machine).unwatch(metric);
    await stub.subscribe("customer:902", 1);
    expect(await recorder(machine).watched()).not.toContain(metric);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 3_600_000 });
    await stub.subscribe("customer:903", 1);
    vi.useRealTimers();
    expect(await recorder(machine).watched()).toContain(metric);
  });

  it("keeps a channel whose subscriber came back in time", async () => {
    const metric = newMetric();
    const topic = telemetryTopic(machine, metric);
    const socket = await TestSocket.open(person.token);
    const { ref } = await socket.join(topic);
    socket.push(topic, EVENT.leave, ref);
    await socket.join(topic);
    expect(
      await runInDurableObject(channel(machine, metric), (_object, state) =>
        state.storage.getAlarm(),
      ),
    ).toBeNull();
    await channel(machine, metric).publish([at(1, 1)]);
    expect(await socket.nextEvents(1)).toHaveLength(1);
  });

  it("forgets a hub that says it has no socket for the topic", async () => {
    const metric = newMetric();
    const stub = channel(machine, metric);
    await stub.subscribe(hubName({ customerId: place.customerId, userId: 0 }), 1);
    expect(await stub.publish([at(1, 1)])).toBe("ok");
    await expect
      .poll(() =>
        runInDurableObject(stub, (_object, state) => [
          ...state.storage.sql.exec("SELECT name FROM hubs"),
        ]),
      )
      .toEqual([]);
  });

  it("leaves nothing behind in a hub whose last socket has gone", async () => {
    const other = await addFacility();
    const socket = await TestSocket.open((await addPerson("admin", other)).token);
    await socket.join(telemetryTopic(await addMachine(other.facilityId), "speed"));
    socket.ws.close(1000);
    await socket.end();
    await expect
      .poll(() =>
        runInDurableObject(hub(other.customerId), (_object, state) => [
          ...state.storage.sql.exec("SELECT * FROM joins"),
        ]),
      )
      .toEqual([]);
    await runDurableObjectAlarm(hub(other.customerId));
    const left = await runInDurableObject(hub(other.customerId), async (_object, state) => ({
      tables: [
        ...state.storage.sql.exec(
          "SELECT name FROM sqlite_master WHERE name IN ('joins', 'actors')",
        ),
      ],
      alarm: await state.storage.getAlarm(),
    }));
    expect(left).toEqual({ tables: [], alarm: null });
  });
});

describe("access that is taken away", () => {
  it("closes the sockets of a session that ends, at once", async () => {
    const leaving = await addPerson("user", place);
    const [socket, other] = [
      await TestSocket.open(leaving.token),
      await TestSocket.open(person.token),
    ];
    await hub().endSession(leaving.sessionId);
    expect(await socket.end()).toEqual({ code: 4401, reason: "session ended" });
    expect(other.closed).toBeNull();
  });

  it("closes them by itself when nobody told the hub", async () => {
    const leaving = await addPerson("user", place);
    const socket = await TestSocket.open(leaving.token);
    await db.delete(sessions).where(eq(sessions.id, leaving.sessionId));
    expect((await socket.end()).code).toBe(4401);
  });

  it("closes the sockets of an API token that was taken back, and of nobody else", async () => {
    const owner = await addPerson("user", place);
    const [socket, other] = [
      await TestSocket.open(await addApiToken(owner.userId, ["read:series"])),
      await TestSocket.open(owner.token),
    ];
    await runDurableObjectAlarm(hub());
    expect(socket.closed).toBeNull();
    await db
      .update(apiTokens)
      .set({ revokedAt: Date.now() })
      .where(eq(apiTokens.userId, owner.userId));
    await runDurableObjectAlarm(hub());
    expect((await socket.end()).code).toBe(4401);
    expect(other.closed).toBeNull();
  });

  it("closes those of an API token and of a service account whose end the hub is told", async () => {
    const owner = await addPerson("user", place);
    const program = await addServiceAccount(place.customerId, ["read:series"]);
    const sockets = [
      await TestSocket.open(await addApiToken(owner.userId, ["read:series"])),
      await TestSocket.open(program.token),
    ];
    const other = await TestSocket.open(owner.token);
    const { id } = (await db
      .select({ id: apiTokens.id })
      .from(apiTokens)
      .where(eq(apiTokens.userId, owner.userId))
      .get())!;
    await hub().endSession(sessionIdOfToken(id));
    await hub().endSession(sessionIdOfService(program.id));
    for (const socket of sockets)
      expect(await socket.end()).toEqual({ code: 4401, reason: "session ended" });
    expect(other.closed).toBeNull();
  });

  it("ends the channels that a role opened, and closes the sockets of a person who is deactivated", async () => {
    const boss = await addPerson("admin", place);
    const socket = await TestSocket.open(boss.token);
    const topic = telemetryTopic(machine, newMetric());
    await socket.join(topic);
    const change = async (values: Partial<typeof users.$inferSelect>) => {
      await db.update(users).set(values).where(eq(users.id, boss.userId));
      await hub().recheckAccess();
    };
    await change({ role: "user" });
    expect((await socket.next((frame) => frame.event === EVENT.close)).topic).toBe(topic);
    expect((await socket.join(topic)).reply.response).toEqual({ reason: "unauthorized" });
    expect(socket.closed).toBeNull();
    await change({ status: "disabled" });
    expect((await socket.end()).code).toBe(4401);
  });

  it("lets the sockets of a person who is another customer's by now connect again, to that one's hub", async () => {
    const mover = await addPerson("admin", place);
    const socket = await TestSocket.open(mover.token);
    const second = await addFacility();
    await db.update(users).set({ customerId: second.customerId }).where(eq(users.id, mover.userId));
    await hub().recheckAccess();
    expect(await socket.end()).toEqual({ code: 1001, reason: "connect again" });
    const topic = telemetryTopic(await addMachine(second.facilityId), "speed");
    const again = await TestSocket.open(mover.token);
    expect((await again.join(topic)).reply.status).toBe("ok");
  });

  it("ends only the channels of the machine that was taken away", async () => {
    const mover = await addPerson("user", place);
    const second = await addFacility();
    await db.insert(userFacilities).values({ userId: mover.userId, facilityId: second.facilityId });
    const [kept, lost] = [
      telemetryTopic(machine, newMetric()),
      telemetryTopic(await addMachine(second.facilityId), "speed"),
    ];
    const socket = await TestSocket.open(mover.token);
    await socket.join(kept);
    const { ref } = await socket.join(lost);
    await db.delete(userFacilities).where(eq(userFacilities.facilityId, second.facilityId));
    await runDurableObjectAlarm(hub());
    const close = await socket.next((frame) => frame.event === EVENT.close);
    expect([close.topic, close.joinRef]).toEqual([lost, ref]);
    expect((await socket.join(lost)).reply.response).toEqual({ reason: "unauthorized" });
    expect(socket.closed).toBeNull();
  });
});
