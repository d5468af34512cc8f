/** Both sampler wires from outside: what is stored, what is refused, and that a refusal stores nothing and harms nobody. */
import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  call,
  createSampler,
  listDevices,
  postBatch,
  readSeries,
  sendBatch,
  signIn,
  type Device,
} from "#tests/api.ts";
import { sharedHelios } from "#tests/shared-helios.ts";

const { origin, port } = sharedHelios();
const MINUTE = 60_000;
const now = Math.floor(Date.now() / 1000) * 1000 - MINUTE;
let token: string;
let machine: Device;
let sampler: { id: number; key: string };

beforeAll(async () => {
  token = await signIn(origin, "superuser@helios.example");
  machine = (await listDevices(origin, token))[0]!;
  sampler = await createSampler(origin, token, machine.id, "Doors");
});

const series = async (metric: string) =>
  (await readSeries(origin, token, machine.id, metric, now - 2_000, now + 5_000, 5_000))
    .filter((point) => point.count > 0)
    .map((point) => [Date.parse(point.time), point.value]);
const tags = async () =>
  (await call<{ data: string[] }>(origin, `/v1/devices/${machine.id}/tags`, { token })).data;

type Sent = {
  path?: string;
  method?: string;
  headers?: Record<string, string | undefined>;
  body?: string | Uint8Array;
};
async function send({
  path = "/ingest/v1/batches",
  method = "POST",
  headers = {},
  body = "",
}: Sent) {
  const all = {
    authorization: `Bearer ${sampler.key}`,
    "content-type": "application/json",
    ...headers,
  };
  const answer = await fetch(origin + path, {
    method,
    headers: Object.fromEntries(
      Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined),
    ),
    ...(method === "GET" ? {} : { body: body as BodyInit }),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    json: text === "" ? null : (JSON.parse(text) as Record<string, unknown>),
  };
}
const write = (
  body: string | Uint8Array,
  query = "",
  headers: Record<string, string | undefined> = {},
) =>
  send({
    path: `/api/v2/write${query}`,
    headers: {
      authorization: `Token ${sampler.key}`,
      "content-type": "text/plain; charset=utf-8",
      ...headers,
    },
    body,
  });

/** A good sample beside whatever is wrong: it must not be found afterwards. */
const POISON = "door_must_stay_empty";
const poisoned = (change: Record<string, unknown> = {}) => ({
  batch_id: "door",
  frames: [{ times: [now], tags: { [POISON]: [1] } }],
  ...change,
});
const withPoison = (frames: unknown) =>
  JSON.stringify(
    poisoned({ frames: [{ times: [now], tags: { [POISON]: [1] } }, ...(frames as unknown[])] }),
  );
const huge = () => JSON.stringify(poisoned({ padding: "x".repeat(1_048_576) }));
const bomb = () =>
  gzipSync(JSON.stringify(poisoned({ padding: " ".repeat(64 * 1_048_576) })), { level: 9 });
const crowded = () =>
  JSON.stringify(
    poisoned({
      frames: [
        {
          times: Array.from({ length: 25_001 }, (_, i) => now - i),
          tags: { [POISON]: Array(25_001).fill(1), other: Array(25_001).fill(2) },
        },
      ],
    }),
  );

afterAll(async () => {
  await call(origin, `/v1/samplers/${sampler.id}`, { token, method: "DELETE" });
});

describe("a refused batch", () => {
  const refused: [string, () => Sent, number, string, RegExp][] = [
    [
      "cut JSON",
      () => ({ body: JSON.stringify(poisoned()).slice(0, -1) }),
      400,
      "malformed",
      /line 1, column \d+/,
    ],
    [
      "NaN",
      () => ({ body: JSON.stringify(poisoned()).replace("[1]}", "[NaN]}") }),
      400,
      "malformed",
      /offset \d+/,
    ],
    ["no JSON at all", () => ({ body: "speed=1" }), 400, "malformed", /column 1/],
    [
      "bytes that are no UTF-8",
      () => ({ body: new Uint8Array([0x7b, 0xff, 0xfe]) }),
      400,
      "malformed",
      /offset 1/,
    ],
    ["an array", () => ({ body: "[]" }), 400, "malformed", /object/],
    [
      "no batch_id",
      () => ({ body: JSON.stringify(poisoned({ batch_id: undefined })) }),
      400,
      "malformed",
      /batch_id/,
    ],
    [
      "frames of the wrong type",
      () => ({ body: JSON.stringify(poisoned({ frames: {} })) }),
      400,
      "malformed",
      /frames/,
    ],
    [
      "values of the wrong number",
      () => ({ body: withPoison([{ times: [now, now + 1], tags: { speed: [1] } }]) }),
      400,
      "malformed",
      /frames\[1\]\.tags\.speed has 1 values for 2 times/,
    ],
    [
      "a time that is text",
      () => ({ body: withPoison([{ times: ["now"], tags: {} }]) }),
      400,
      "malformed",
      /frames\[1\]\.times\[0\]/,
    ],
    ["more than 1 MiB", () => ({ body: huge() }), 413, "too_large", /1048576/],
    [
      "a gzip bomb",
      () => ({ body: bomb(), headers: { "content-encoding": "gzip" } }),
      413,
      "too_large",
      /8388608/,
    ],
    ["more than 50,000 samples", () => ({ body: crowded() }), 413, "too_large", /50000/],
    [
      "gzip that is none",
      () => ({ body: JSON.stringify(poisoned()), headers: { "content-encoding": "gzip" } }),
      400,
      "malformed",
      /gzip/,
    ],
    [
      "gzip that is cut",
      () => ({
        body: gzipSync(JSON.stringify(poisoned())).subarray(0, 30),
        headers: { "content-encoding": "gzip" },
      }),
      400,
      "malformed",
      /gzip/,
    ],
    [
      "an unknown encoding",
      () => ({ body: JSON.stringify(poisoned()), headers: { "content-encoding": "br" } }),
      415,
      "unsupported_media_type",
      /br/,
    ],
    [
      "another content type",
      () => ({ body: JSON.stringify(poisoned()), headers: { "content-type": "text/plain" } }),
      415,
      "unsupported_media_type",
      /application\/json/,
    ],
    [
      "no key",
      () => ({ body: JSON.stringify(poisoned()), headers: { authorization: undefined } }),
      401,
      "unauthorized",
      /key/,
    ],
    [
      "a key that nobody has",
      () => ({
        body: JSON.stringify(poisoned()),
        headers: { authorization: `Bearer hsk_${"A".repeat(43)}` },
      }),
      401,
      "unauthorized",
      /key/,
    ],
    [
      "a person's token",
      () => ({ body: JSON.stringify(poisoned()), headers: { authorization: `Bearer ${token}` } }),
      401,
      "unauthorized",
      /key/,
    ],
    [
      "the key as Token",
      () => ({
        body: JSON.stringify(poisoned()),
        headers: { authorization: `Token ${sampler.key}` },
      }),
      401,
      "unauthorized",
      /Bearer/,
    ],
  ];

  test.each(refused)("of %s is told what is wrong", async (_name, sent, status, error, message) => {
    const answer = await send(sent());
    expect([answer.status, answer.json?.error]).toEqual([status, error]);
    expect(answer.json?.message).toMatch(message);
  });

  test("sent in chunks without end is cut off, and one that breaks off is dropped", async () => {
    const status = await new Promise<number>((resolve, reject) => {
      const request = httpRequest(`${origin}/ingest/v1/batches`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${sampler.key}`,
          "content-type": "application/json",
          "transfer-encoding": "chunked",
        },
      });
      request.on("response", (response) => (response.resume(), resolve(response.statusCode ?? 0)));
      request.on("error", reject);
      for (let i = 0; i < 40; i += 1) request.write("x".repeat(65_536));
      request.end();
    });
    expect(status).toBe(413);

    const body = JSON.stringify(poisoned());
    await new Promise<void>((resolve) => {
      const socket = connect(port, "127.0.0.1", () => {
        socket.write(
          `POST /ingest/v1/batches HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${sampler.key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length + 10}\r\n\r\n${body}`,
        );
        setTimeout(() => (socket.destroy(), resolve()), 200);
      });
    });
  });

  test("with a wrong method is told the right one", async () => {
    for (const [path, method, allow] of [
      ["/ingest/v1/batches", "GET", "POST"],
      ["/api/v2/write", "PUT", "POST"],
      ["/ingest/v1/config", "POST", "GET, HEAD"],
    ] as const) {
      const answer = await send({ path, method });
      expect([answer.status, answer.headers.get("allow"), answer.json?.error]).toEqual([
        405,
        allow,
        "method_not_allowed",
      ]);
    }
  });

  test("is of a machine that does not exist only when its sampler is gone", async () => {
    const gone = await createSampler(origin, token, machine.id, "Gone");
    await postBatch(origin, gone.key, [{ times: [now], tags: { door_gone: [1] } }]);
    await call(origin, `/v1/samplers/${gone.id}`, { token, method: "DELETE" });
    expect(
      (await sendBatch(origin, gone.key, [{ times: [now], tags: { [POISON]: [1] } }])).status,
    ).toBe(401);
    await expect(createSampler(origin, token, 987_654)).rejects.toThrow("404");
  });

  test("left nothing behind, and everything still works", async () => {
    expect(await series(POISON)).toEqual([]);
    expect(await tags()).not.toContain(POISON);
    expect((await fetch(`${origin}/healthz`)).status).toBe(200);
    expect(
      await postBatch(origin, sampler.key, [{ times: [now], tags: { door_alive: [1] } }]),
    ).toMatchObject({ accepted: 1 });
  });
});

describe("a batch", () => {
  test("keeps its good samples beside bad, future and ancient ones", async () => {
    const ahead = Date.now() + 10 * MINUTE;
    const body = `{"batch_id":"b-7","frames":[{"times":[${now},${ahead},0],"tags":{"door_mixed":[1,2,3],"door_bad":[1e999,"${"x".repeat(300)}",{}],"door_text":["A-17",null,null]}}]}`;
    const { status, json } = await send({ body });
    expect(status).toBe(200);
    const { data } = json as {
      data: {
        batch_id: string;
        accepted: number;
        rejected: { tag: string; reason: string; count: number }[];
      };
    };
    expect(data).toMatchObject({ batch_id: "b-7", accepted: 2, duplicate: 0 });
    expect(data.rejected).toEqual(
      expect.arrayContaining([
        { tag: "door_bad", reason: "bad_value", count: 3 },
        { tag: "door_mixed", reason: "future", count: 1 },
        { tag: "door_mixed", reason: "too_old", count: 1 },
      ]),
    );
    expect(await series("door_mixed")).toEqual([[now, 1]]);
    expect(await series("door_text")).toEqual([[now, "A-17"]]);
    expect(await tags()).not.toContain("door_bad");
  });

  test("may be gzipped and repeated; the last value wins", async () => {
    const body = (value: number) =>
      gzipSync(
        JSON.stringify({
          batch_id: "again",
          frames: [{ times: [now + 1, now], tags: { door_again: [value, 5] } }],
        }),
      );
    const post = async (value: number) =>
      (
        (await send({ body: body(value), headers: { "content-encoding": "gzip" } })).json as {
          data: object;
        }
      ).data;
    expect(await post(1)).toEqual({ batch_id: "again", accepted: 2, duplicate: 0, rejected: [] });
    expect(await post(1)).toEqual({ batch_id: "again", accepted: 0, duplicate: 2, rejected: [] });
    expect(await post(9)).toMatchObject({ accepted: 1, duplicate: 1 });
    expect(await series("door_again")).toEqual([
      [now, 5],
      [now + 1, 9],
    ]);
  });

  test("of the largest kind is stored whole", async () => {
    const times = Array.from({ length: 1000 }, (_, i) => now - i);
    const body = gzipSync(
      JSON.stringify({
        batch_id: "large",
        frames: [
          {
            times,
            tags: Object.fromEntries(
              Array.from({ length: 50 }, (_, t) => [
                `door_large_${t}`,
                times.map((_, i) => i + t / 7),
              ]),
            ),
          },
        ],
      }),
    );
    expect(body.length).toBeLessThan(1_048_576);
    expect((await send({ body, headers: { "content-encoding": "gzip" } })).json).toMatchObject({
      data: { accepted: 50_000, rejected: [] },
    });
    expect(await series("door_large_49")).toHaveLength(1000);
  });

  test("of tags with the names of what every object has is stored under those names", async () => {
    const body = `{"batch_id":"names","frames":[{"times":[${now}],"tags":{"__proto__":[1],"constructor":[2],"toString":[3]}}]}`;
    expect((await send({ body })).json).toMatchObject({ data: { accepted: 3, rejected: [] } });
    expect(await series("constructor")).toEqual([[now, 2]]);
  });

  test("tells the sampler's own counts to its card", async () => {
    await send({
      body: JSON.stringify({ batch_id: "counts", frames: [], buffered: 42, dropped: 3 }),
    });
    const { data } = await call<{
      data: { id: number; status: { buffered: number; dropped: number } | null }[];
    }>(origin, `/v1/devices/${machine.serial_number}/samplers`, { token });
    expect(data.find(({ id }) => id === sampler.id)?.status).toMatchObject({
      buffered: 42,
      dropped: 3,
    });
  });
});

describe("line protocol", () => {
  test.each([
    ["ns", "000000"],
    ["us", "000"],
    ["ms", ""],
  ])("is stored, at precision %s", async (precision, zeros) => {
    const metric = `door_line_${precision}`;
    expect(
      (
        await write(
          `drive,plant=rome ${metric}=181.5,on=t ${now}${zeros}\n`,
          `?bucket=b&org=o&precision=${precision}`,
        )
      ).status,
    ).toBe(204);
    expect(await series(metric)).toEqual([[now, 181.5]]);
  });

  test("may be gzipped and sent in chunks, as Telegraf does", async () => {
    const packed = gzipSync(`m door_packed="A 17" ${now / 1000}`);
    const status = await new Promise<number>((resolve, reject) => {
      const headers = {
        authorization: `Token ${sampler.key}`,
        "content-type": "text/plain; charset=utf-8",
        "content-encoding": "gzip",
        "user-agent": "Telegraf",
      };
      const request = httpRequest(
        `${origin}/api/v2/write?precision=s`,
        { method: "POST", headers },
        (response) => (response.resume(), resolve(response.statusCode ?? 0)),
      );
      request.on("error", reject);
      request.write(packed.subarray(0, 10));
      request.end(packed.subarray(10));
    });
    expect(status).toBe(204);
    expect(await series("door_packed")).toEqual([[now, "A 17"]]);
  });

  test("keeps its good lines and names the bad one", async () => {
    const answer = await write(
      `m door_good=1 ${now}\nm door_good=oops ${now}\nm door_also=2 ${now}`,
      "?precision=ms",
    );
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({ error: "malformed", code: "invalid", line: 2 });
    expect(answer.json?.message).toMatch(/line 2: invalid value of field "door_good": "oops"/);
    expect([await series("door_good"), await series("door_also")]).toEqual([
      [[now, 1]],
      [[now, 2]],
    ]);
  });

  test("names measurement and tags where a field alone would be ambiguous", async () => {
    expect(
      (
        await write(
          `cpu,cpu=cpu0 door_idle=1 ${now}\ncpu,cpu=cpu1 door_idle=2 ${now}`,
          "?precision=ms",
        )
      ).status,
    ).toBe(204);
    expect([
      await series("cpu_cpu0_door_idle"),
      await series("cpu_cpu1_door_idle"),
      await series("door_idle"),
    ]).toEqual([[[now, 1]], [[now, 2]], []]);
  });

  test("is refused with a wrong key, precision or type, in bulk, and without points", async () => {
    const line = `m ${POISON}_line=1`;
    expect((await write(line, "", { authorization: `Token hsk_${"B".repeat(43)}` })).status).toBe(
      401,
    );
    expect((await write(line, "?precision=h")).status).toBe(400);
    expect((await write(line, "", { "content-type": "application/json" })).status).toBe(415);
    expect((await write(`${line}\n`.repeat(50_001))).status).toBe(413);
    expect(
      (await write(gzipSync(Buffer.alloc(32 * 1_048_576, 35)), "", { "content-encoding": "gzip" }))
        .status,
    ).toBe(413);
    expect((await write("")).status).toBe(400);
    expect(await tags()).not.toContain(`${POISON}_line`);
  });

  test("finds the server that Telegraf expects", async () => {
    const health = await fetch(`${origin}/health`);
    expect(await health.json()).toMatchObject({
      name: "influxdb",
      status: "pass",
      message: "ready for queries and writes",
    });
    const ping = await fetch(`${origin}/ping`);
    expect([ping.status, ping.headers.get("x-influxdb-version")]).toEqual([
      204,
      expect.stringMatching(/^v?2\./),
    ]);
  });
});

describe("a sampler", () => {
  const config = (headers: Record<string, string> = {}, key = sampler.key) =>
    send({
      path: "/ingest/v1/config",
      method: "GET",
      headers: { authorization: `Bearer ${key}`, "content-type": undefined, ...headers },
    });

  test("reads its configuration, and only when it changed", async () => {
    const first = await config();
    const etag = first.headers.get("etag")!;
    expect(first.json).toMatchObject({
      data: {
        sampler: { id: sampler.id, name: "Doors", only_mapped_tags: false },
        device: { id: machine.id },
        mappings: [],
      },
    });
    expect([
      (await config({ "if-none-match": etag })).status,
      (await config({ "if-none-match": `"other", W/${etag}` })).status,
    ]).toEqual([304, 304]);
    const { data } = await call<{ data: { id: number } }>(origin, "/v1/telemetry_definitions", {
      token,
      body: { sampler_id: sampler.id, machine_key: "Etag.Tag", human_key: "door_etag" },
    });
    const second = await config({ "if-none-match": etag });
    expect([second.status, second.headers.get("etag") === etag]).toEqual([200, false]);
    expect(second.json).toMatchObject({
      data: { mappings: [{ machine_key: "Etag.Tag", human_key: "door_etag" }] },
    });
    await call(origin, `/v1/telemetry_definitions/${data.id}`, { token, method: "DELETE" });
    expect((await config({}, `hsk_${"C".repeat(43)}`)).status).toBe(401);
  });

  test("has its tags renamed by its mappings at once, and unmapped ones refused when it is set to that", async () => {
    const { data: mapping } = await call<{ data: { id: number } }>(
      origin,
      "/v1/telemetry_definitions",
      {
        token,
        body: { sampler_id: sampler.id, machine_key: "Main.Speed[1]", human_key: "door_mapped" },
      },
    );
    await postBatch(origin, sampler.key, [
      { times: [now], tags: { "Main.Speed[1]": [7], door_free: [8] } },
    ]);
    expect([
      await series("door_mapped"),
      await series("door_free"),
      await series("Main.Speed[1]"),
    ]).toEqual([[[now, 7]], [[now, 8]], []]);

    await call(origin, `/v1/samplers/${sampler.id}`, {
      token,
      method: "PUT",
      body: { only_mapped_tags: true },
    });
    const result = await postBatch(origin, sampler.key, [
      {
        times: [now + 1],
        tags: { "Main.Speed[1]": [9], door_mapped: [9], door_free: [10], constructor: [1] },
      },
    ]);
    expect(result.rejected).toEqual(
      expect.arrayContaining([
        { tag: "door_free", reason: "unmapped", count: 1 },
        { tag: "constructor", reason: "unmapped", count: 1 },
      ]),
    );
    expect([await series("door_mapped"), await series("door_free")]).toEqual([
      [
        [now, 7],
        [now + 1, 9],
      ],
      [[now, 8]],
    ]);
    expect((await write(`m door_free=1 ${now + 2}`, "?precision=ms")).status).toBe(204);
    expect(await series("door_free")).toEqual([[now, 8]]);

    await call(origin, `/v1/samplers/${sampler.id}`, {
      token,
      method: "PUT",
      body: { only_mapped_tags: false },
    });
    await call(origin, `/v1/telemetry_definitions/${mapping.id}`, { token, method: "DELETE" });
    await postBatch(origin, sampler.key, [{ times: [now + 3], tags: { "Main.Speed[1]": [11] } }]);
    expect(await series("Main.Speed[1]")).toEqual([[now + 3, 11]]);
  });

  test("keeps its old key for an hour after a rotation", async () => {
    const own = await createSampler(origin, token, machine.id, "Rotating");
    const hour = 3_600_000;
    const askedAt = Date.now();
    const { data } = await call<{ data: { key: string; previous_key_expires_at: string } }>(
      origin,
      `/v1/samplers/${own.id}/rotate_key`,
      {
        token,
        method: "POST",
      },
    );
    // Helios' clock is ours: the hour began between the question and its answer.
    const expiresAt = Date.parse(data.previous_key_expires_at);
    expect(expiresAt).toBeGreaterThanOrEqual(askedAt + hour);
    expect(expiresAt).toBeLessThanOrEqual(Date.now() + hour);
    for (const key of [own.key, data.key])
      expect(
        await postBatch(origin, key, [{ times: [now], tags: { door_rotated: [1] } }]),
      ).toMatchObject({ rejected: [] });
    await call(origin, `/v1/samplers/${own.id}`, { token, method: "DELETE" });
    for (const key of [own.key, data.key])
      expect(
        (await sendBatch(origin, key, [{ times: [now], tags: { [POISON]: [1] } }])).status,
      ).toBe(401);
    expect(await series(POISON)).toEqual([]);
  });
});
