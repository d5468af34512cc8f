/** The `phoenix` client of npm, unchanged, against a whole Helios: CONTRACT §5 from outside. */
import { rmSync } from "node:fs";
import { Socket, type Channel } from "phoenix";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { HOUR_MS } from "#app/domain/durations.ts";
import { call, createSampler, listDevices, postBatch, readSeries, signIn } from "#tests/api.ts";
import { freePort, startHelios, demoDataDir } from "#tests/helios.ts";
import { sharedHelios } from "#tests/shared-helios.ts";
import { GIVE_UP_MS } from "#tests/limits.ts";

type Telemetry = {
  data: { time: string; value: number | string; ad_flag: boolean | null } | null;
  seq: number;
};
type Plant = { origin: string; token: string; deviceId: number; key: string };

/** Of the registry: a card joins it before the machine has sent anything. */
const NEVER_SENT = "pump_strokes_4";

const open: Socket[] = [];
let metrics = 0;
const newMetric = () => `phoenix_${++metrics}_${Date.now()}`;
const topicOf = (deviceId: number, metric: string) =>
  `machine_telemetry:single:${deviceId}:${metric}`;

afterEach(() => {
  for (const socket of open.splice(0)) socket.disconnect();
});

async function plantOf(origin: string, email = "admin@acme.example"): Promise<Plant> {
  const token = await signIn(origin, email);
  const [device] = await listDevices(origin, token);
  const { key } = await createSampler(origin, token, device!.id, "Phoenix test");
  return { origin, token, deviceId: device!.id, key };
}

function connect(
  origin: string,
  token: string,
  options: { heartbeatIntervalMs?: number; authToken?: string } = {},
): Socket {
  const socket = new Socket(`${origin.replace("http", "ws")}/socket`, {
    ...(options.authToken === undefined ? { params: { token } } : {}),
    ...options,
  });
  socket.connect();
  open.push(socket);
  return socket;
}

const answerTo = (push: ReturnType<Channel["join"]>) =>
  new Promise<{ status: string; response: unknown }>((resolve) => {
    for (const status of ["ok", "error", "timeout"] as const)
      push.receive(status, (response: unknown) => resolve({ status, response }));
  });

/** Joins and gathers what comes. */
async function listen(socket: Socket, deviceId: number, metric: string) {
  const channel = socket.channel(topicOf(deviceId, metric));
  const events: Telemetry[] = [];
  channel.on("telemetry", (payload: Telemetry) => void events.push(payload));
  const joins: Telemetry[] = [];
  const push = channel.join();
  push.receive("ok", (response: Telemetry) => void joins.push(response));
  const { status, response } = await answerTo(push);
  return { channel, events, joins, status, response: response as Telemetry };
}

const post = (
  { origin, key }: Plant,
  metric: string,
  times: number[],
  values: (number | string)[],
) => postBatch(origin, key, [{ times, tags: { [metric]: values } }]);

/** A metric that the machine has sent: any other than those is refused. */
async function sentMetric(plant: Plant): Promise<string> {
  const metric = newMetric();
  await post(plant, metric, [Date.now() - 120_000], [0]);
  return metric;
}

describe("the phoenix client", () => {
  let plant: Plant;
  beforeAll(async () => {
    plant = await plantOf(sharedHelios().origin);
  });

  test("gets the latest sample with its join, then each new one", async () => {
    const metric = newMetric();
    const now = Date.now();
    await post(plant, metric, [now - 2_000, now - 1_000], [1, 2]);
    const socket = connect(plant.origin, plant.token);
    const { events, status, response } = await listen(socket, plant.deviceId, metric);
    expect(status).toBe("ok");
    expect(response.data).toEqual({
      time: new Date(now - 1_000).toISOString(),
      value: 2,
      ad_flag: null,
    });
    await post(plant, metric, [now, now + 1, now + 2], [3, 4, 5]);
    await vi.waitFor(() => expect(events).toHaveLength(3), GIVE_UP_MS);
    expect(events.map(({ data }) => data!.value)).toEqual([3, 4, 5]);
    expect(events.map(({ seq }) => seq - response.seq)).toEqual([1, 2, 3]);
  });

  test("is not moved back by a late sample", async () => {
    const metric = await sentMetric(plant);
    const now = Date.now();
    const { events } = await listen(connect(plant.origin, plant.token), plant.deviceId, metric);
    await post(plant, metric, [now], [1]);
    await post(plant, metric, [now - 5_000], [2]);
    await post(plant, metric, [now + 10], [3]);
    await vi.waitFor(() => expect(events.at(-1)?.data?.value).toBe(3), GIVE_UP_MS);
    expect(events.map(({ data }) => data!.value)).toEqual([1, 3]);
  });

  test("sees machine states as numbers, and null before the first sample", async () => {
    const socket = connect(plant.origin, plant.token);
    expect((await listen(socket, plant.deviceId, NEVER_SENT)).response).toMatchObject({
      data: null,
    });
    const { events } = await listen(socket, plant.deviceId, "machine_state");
    await post(plant, "machine_state", [Date.now()], ["running_and_feeding"]);
    await vi.waitFor(() => expect(events.at(-1)?.data?.value).toBe(4), GIVE_UP_MS);
  });

  test("has its heartbeats answered", async () => {
    // As the client's own clock has it done, which takes the connection for lost when the answer is later than the next beat.
    const socket = connect(plant.origin, plant.token, { heartbeatIntervalMs: HOUR_MS });
    const own = socket as unknown as { sendHeartbeat(): void; pendingHeartbeatRef: string | null };
    let opened = 0;
    socket.onOpen(() => void (opened += 1));
    await vi.waitFor(() => expect(opened).toBe(1), GIVE_UP_MS);
    for (let beat = 0; beat < 3; beat++) {
      own.sendHeartbeat();
      expect(own.pendingHeartbeatRef).not.toBeNull();
      await vi.waitFor(() => expect(own.pendingHeartbeatRef).toBeNull(), GIVE_UP_MS);
    }
    expect(opened).toBe(1);
  });

  test("leaves, hears nothing more, and may come again", async () => {
    const metric = await sentMetric(plant);
    const socket = connect(plant.origin, plant.token);
    const first = await listen(socket, plant.deviceId, metric);
    let closed = 0;
    first.channel.onClose(() => void (closed += 1));
    expect((await answerTo(first.channel.leave())).status).toBe("ok");
    expect(closed).toBe(1);
    const second = await listen(socket, plant.deviceId, metric);
    await post(plant, metric, [Date.now()], [1]);
    await vi.waitFor(() => expect(second.events).toHaveLength(1), GIVE_UP_MS);
    expect(first.events).toEqual([]);
  });

  test("keeps only the newer of two channels of one topic", async () => {
    const metric = await sentMetric(plant);
    const socket = connect(plant.origin, plant.token);
    const [first, second] = [
      await listen(socket, plant.deviceId, metric),
      await listen(socket, plant.deviceId, metric),
    ];
    await post(plant, metric, [Date.now()], [1]);
    await vi.waitFor(() => expect(second.events).toHaveLength(1), GIVE_UP_MS);
    expect(first.events).toEqual([]);
    expect(first.channel.state).toBe("closed");
  });

  test("is refused another tenant's machine exactly like one that does not exist", async () => {
    const foreign = await plantOf(plant.origin, "admin@globex.example");
    const socket = connect(plant.origin, plant.token);
    for (const deviceId of [foreign.deviceId, 999_999]) {
      expect(await answerTo(socket.channel(topicOf(deviceId, "machine_speed")).join())).toEqual({
        status: "error",
        response: { reason: "unauthorized" },
      });
    }
    expect(await answerTo(socket.channel(topicOf(plant.deviceId, newMetric())).join())).toEqual({
      status: "error",
      response: { reason: "unknown metric" },
    });
    expect(await answerTo(socket.channel("room:lobby").join())).toEqual({
      status: "error",
      response: { reason: "unmatched topic" },
    });
  });

  test("never opens without a session, or from a foreign page", async () => {
    const knock = (token: string, headers: Record<string, string>) =>
      fetch(`${plant.origin}/socket/websocket?vsn=2.0.0&token=${token}`, { headers }).then(
        (answer) => answer.status,
      );
    // fetch may not ask for an upgrade: what counts is that nothing but a WebSocket gets further.
    expect(await knock(plant.token, {})).toBe(426);
    const socket = connect(plant.origin, "nonsense");
    let opened = 0;
    const failed = new Promise<void>((resolve) => void socket.onError(() => resolve()));
    socket.onOpen(() => void (opened += 1));
    await failed;
    expect(opened).toBe(0);
  });

  test("loses its socket when the session ends", async () => {
    const token = await signIn(plant.origin, "admin@acme.example");
    const socket = connect(plant.origin, token);
    await listen(socket, plant.deviceId, await sentMetric(plant));
    const closed = new Promise<{ code: number }>(
      (resolve) => void socket.onClose((event) => resolve(event as { code: number })),
    );
    const answer = await fetch(`${plant.origin}/v1/login`, {
      method: "DELETE",
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.ok).toBe(true);
    // phoenix.js asks for a new socket at once, which is refused.
    let opened = 0;
    const refused = new Promise<void>((resolve) => void socket.onError(() => resolve()));
    socket.onOpen(() => void (opened += 1));
    expect((await closed).code).toBe(4401);
    await refused;
    expect(opened).toBe(0);
  });

  test("opens by authToken as by params.token, for sessions and API tokens, and is refused by it as well", async () => {
    const { data } = await call<{ data: { token: string } }>(plant.origin, "/v1/api_tokens", {
      token: plant.token,
      body: { name: "By authToken", scopes: ["read:series"], expires_in_days: 1 },
    });
    const metric = await sentMetric(plant);
    for (const authToken of [plant.token, data.token]) {
      const socket = connect(plant.origin, "", { authToken });
      expect((await listen(socket, plant.deviceId, metric)).status).toBe("ok");
      expect((socket as unknown as { conn: { protocol: string } }).conn.protocol).toBe("phoenix");
    }
    const nobody = connect(plant.origin, "", { authToken: "x".repeat(43) });
    let opened = 0;
    nobody.onOpen(() => void (opened += 1));
    await new Promise<void>((resolve) => void nobody.onError(() => resolve()));
    expect(opened).toBe(0);
  });
});

/**
 * After the restart two things race: the client's rejoin and the sampler's next POST. Whoever is first, the
 * newest of rejoin's reply and later events reaches the newest sample, and what neither carried is history.
 */
test("the phoenix client comes back by itself after a kill -9, and misses nothing that it can read", async () => {
  const [dataDir, port] = [demoDataDir(), await freePort()];
  let helios = await startHelios({ seed: "demo", simulator: "off", dataDir, port });
  try {
    const plant = await plantOf(helios.origin);
    const metric = newMetric();
    const start = Date.now();
    await post(plant, metric, [start], [1]);
    const { events, joins } = await listen(
      connect(helios.origin, plant.token),
      plant.deviceId,
      metric,
    );
    await post(plant, metric, [start + 1], [2]);
    await vi.waitFor(() => expect(events).toHaveLength(1), GIVE_UP_MS);
    const before = events[0]!.seq;

    await helios.kill9();
    helios = await startHelios({ seed: "demo", simulator: "off", dataDir, port });
    await post(plant, metric, [start + 2], [3]);
    const seen = () =>
      [...joins.slice(1), ...events.slice(1)].map(({ data }) => Number(data?.value));
    await vi.waitFor(() => expect(joins.length).toBeGreaterThan(1), GIVE_UP_MS);
    await vi.waitFor(() => expect(Math.max(...seen())).toBe(3), GIVE_UP_MS);
    await post(plant, metric, [start + 3], [4]);
    await vi.waitFor(() => expect(events.at(-1)!.data!.value).toBe(4), GIVE_UP_MS);

    // Nothing came twice or backwards: not within the events, and not against the reply they follow.
    const values = events.map(({ data }) => Number(data!.value));
    expect(values).toEqual([...new Set(values)].sort((a, b) => a - b));
    const seqs = events.map(({ seq }) => seq);
    expect(seqs).toEqual([...new Set(seqs)].sort((a, b) => a - b));
    expect(seqs[1]).toBeGreaterThan(Math.max(before, joins[1]!.seq));

    const history = await readSeries(
      helios.origin,
      plant.token,
      plant.deviceId,
      metric,
      start,
      start + 4,
    );
    expect(history.map(({ value }) => value)).toEqual([1, 2, 3, 4]);
  } finally {
    await helios.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
