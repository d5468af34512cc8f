/** What one user's sockets may ask for, alone and together (CONTRACT §5), each decided in one place. */
import { evictDurableObject } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { samplers, telemetryDefinitions } from "#app/db/schema/index.ts";
import { MAX_JOINS_A_SOCKET, MAX_SOCKETS_AN_OWNER } from "#app/domain/live/limits.ts";
import { EVENT } from "#app/domain/live/phoenix.ts";
import { hubName, telemetryTopic } from "#app/domain/live/ports.ts";
import {
  addApiToken,
  addDisplay,
  addFacility,
  addMachine,
  addPerson,
  db,
  knock,
  live,
  recorder,
  TestSocket,
} from "./testing/test-plant.ts";

let place: { customerId: number; facilityId: number };
let machine: number;

beforeAll(async () => {
  place = await addFacility();
  machine = await addMachine(place.facilityId);
});

const hub = () => live.SOCKET_HUB.getByName(hubName({ customerId: place.customerId, userId: 0 }));
const count = <T>(values: readonly T[], wanted: T) =>
  values.filter((value) => value === wanted).length;

describe("a metric that may be joined", () => {
  it("is of the registry, is mapped, or was seen; any other is answered, and makes no channel", async () => {
    const fresh = await addMachine(place.facilityId);
    const [sampler] = await db
      .insert(samplers)
      .values({ deviceId: fresh, name: "PLC", spec: "http", createdAt: 0, updatedAt: 0 })
      .returning();
    await db.insert(telemetryDefinitions).values({
      deviceId: fresh,
      samplerId: sampler!.id,
      machineKey: "DB1.X0",
      humanKey: "oil, pressure",
      createdAt: 0,
    });
    await recorder(fresh).setLatest("seen before", { timeMs: 1, value: 2 });
    const socket = await TestSocket.open((await addPerson("admin", place)).token);
    for (const metric of ["machine_speed", "uptime", "oil, pressure", "seen before"])
      expect((await socket.join(telemetryTopic(fresh, metric))).reply.status).toBe("ok");
    const before = await recorder(fresh).questions();
    const invented = Array.from({ length: 20 }, (_, index) => `invented ${index}`);
    const answers = await Promise.all(
      invented.map((metric) => socket.join(telemetryTopic(fresh, metric))),
    );
    expect(new Set(answers.map(({ reply }) => JSON.stringify(reply)))).toEqual(
      new Set(['{"status":"error","response":{"reason":"unknown metric"}}']),
    );
    expect((await recorder(fresh).questions()) - before).toBeLessThan(20);
    expect((await recorder(fresh).watched()).filter((name) => name.startsWith("inv"))).toEqual([]);
  });

  it("is not told from one that does not exist, on a machine that one may not see", async () => {
    const foreign = await addMachine((await addFacility()).facilityId);
    const socket = await TestSocket.open((await addPerson("admin", place)).token);
    for (const metric of ["machine_speed", "speed", "invented"])
      expect((await socket.join(telemetryTopic(foreign, metric))).reply.response).toEqual({
        reason: "unauthorized",
      });
    expect(await recorder(foreign).questions()).toBe(0);
  });

  it("is written in one way: another case, encoding or number of the machine is another topic", async () => {
    const socket = await TestSocket.open((await addPerson("admin", place)).token);
    const reasons = [];
    for (const topic of [
      telemetryTopic(machine, "Machine_Speed"),
      telemetryTopic(machine, "machine%5Fspeed"),
      telemetryTopic(machine, " machine_speed"),
      telemetryTopic(`0${machine}`, "machine_speed"),
      telemetryTopic(`${machine}.0`, "machine_speed"),
      telemetryTopic("999999999999999", "machine_speed"),
      telemetryTopic("9".repeat(40), "machine_speed"),
    ])
      reasons.push((await socket.join(topic)).reply.response);
    expect(reasons.map((response) => (response as { reason: string }).reason)).toEqual([
      "unknown metric",
      "unknown metric",
      "unknown metric",
      "unmatched topic",
      "unmatched topic",
      "unauthorized",
      "unmatched topic",
    ]);
  });
});

describe("the sockets of one user", () => {
  it("are exactly 20 when 50 open at once by a session and API tokens, also after the hub slept; others still come in", async () => {
    const user = await addPerson("user", place);
    const tokens = [
      user.token,
      await addApiToken(user.userId, ["read:series"]),
      await addApiToken(user.userId, ["read:series"]),
    ];
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => knock(`?vsn=2.0.0&token=${tokens[index % 3]}`)),
    );
    const statuses = answers.map(({ status }) => status);
    expect([count(statuses, 101), count(statuses, 429)]).toEqual([MAX_SOCKETS_AN_OWNER, 30]);
    for (const answer of answers) if (answer.status === 429) await answer.text();
    const sockets = answers.flatMap(({ webSocket }) =>
      webSocket === null ? [] : [new TestSocket(webSocket)],
    );
    await evictDurableObject(hub());
    const refused = await knock(`?vsn=2.0.0&token=${user.token}`);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "30"]);
    expect(await refused.json()).toMatchObject({ error: "limit" });
    expect((await knock(`?vsn=2.0.0&token=${(await addPerson("user", place)).token}`)).status).toBe(
      101,
    );
    const display = await addDisplay(place.customerId, [place.facilityId]);
    expect((await knock(`?vsn=2.0.0&token=${display.token}`)).status).toBe(101);

    sockets[0]!.ws.close(1000);
    await sockets[0]!.end();
    expect((await knock(`?vsn=2.0.0&token=${tokens[1]}`)).status).toBe(101);
  });
});

describe("a socket that joins one metric too many", () => {
  it("is answered, has what it asked before, and is closed then", async () => {
    const { token } = await addPerson("superuser", null);
    // Demo mode opens no channel for an order's metrics: these joins cost nothing.
    const answer = await knock(`?vsn=2.0.0&token=${token}`, { cookie: "demoMode=0" });
    const socket = new TestSocket(answer.webSocket!);
    const joins = MAX_JOINS_A_SOCKET + 1;
    for (let index = 0; index < joins; index++)
      socket.push(telemetryTopic(machine, `kiwiplan_${index}`), EVENT.join);
    expect(await socket.end()).toEqual({ code: 1008, reason: "limit" });
    const said = socket.frames.map(({ payload }) => {
      const { status, response } = payload as { status: string; response: { reason?: string } };
      return response.reason ?? status;
    });
    expect([said.length, count(said, "ok"), count(said, "limit")]).toEqual([joins, joins - 1, 1]);
    // What it had is free again.
    const next = await TestSocket.open(token);
    const { reply } = await next.join(telemetryTopic(machine, "machine_speed"));
    expect(reply.status).toBe("ok");
  });
});

describe("a session that ended", () => {
  it("opens no socket, not even one that was let in before the hub was told", async () => {
    const leaving = await addPerson("user", place);
    expect((await knock(`?vsn=2.0.0&token=${leaving.token}`)).status).toBe(101);
    const late = knock(`?vsn=2.0.0&token=${leaving.token}`);
    await hub().endSession(leaving.sessionId);
    const answer = await late;
    if (answer.webSocket === null) expect(answer.status).toBe(403);
    else expect((await new TestSocket(answer.webSocket).end()).code).toBe(4401);
    expect((await knock(`?vsn=2.0.0&token=${leaving.token}`)).status).toBe(403);
  });
});
