import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { decodeBatch } from "#app/domain/series/batch.ts";
import { hashSamplerKey } from "#app/domain/samplers/keys.ts";
import type { IngestOutcome, IngestRequest } from "#app/domain/series/recorder-port.ts";
import { createIngestApp } from "./app.ts";
import type { IngestHono } from "./ingest-hono.ts";

const KEY = `hsk_${"a".repeat(43)}`;
const OTHER_KEY = `hsk_${"b".repeat(43)}`;
const HASH = await hashSamplerKey(KEY);

/** A D1 that knows one key, and a recorder that keeps what it is given. */
function setUp() {
  const app = createIngestApp();
  const state = {
    requests: [] as IngestRequest[],
    configured: 0,
    lookups: 0,
    databaseFails: false,
    outcomes: [] as (IngestOutcome | Error)[],
    knownHashes: new Set([HASH]),
  };
  const stored = (request: IngestRequest): IngestOutcome => {
    state.requests.push(request);
    return state.outcomes.length === 0
      ? { status: "stored", accepted: samplesOf(request).length, duplicate: 0, rejected: [] }
      : next();
  };
  const next = (): IngestOutcome => {
    const outcome = state.outcomes.shift()!;
    if (outcome instanceof Error) throw outcome;
    return outcome;
  };
  const statement = {
    bind: (hash: string) => ({
      raw: async () => {
        state.lookups += 1;
        if (state.databaseFails) throw new Error("D1 is away");
        return state.knownHashes.has(hash) ? [[7, 3, null]] : [];
      },
    }),
  };
  const env = {
    HELIOS_MODE: "local",
    CLOCK_OFFSET_MS: "0",
    DB: {
      prepare: () => statement,
      // The machine's own row comes first; it has no samplers, keys, mappings or alarms.
      batch: async (statements: readonly unknown[]) => {
        state.configured += 1;
        const device = { recorder_version: 2, target_sheets_per_hour: null, timezone: null };
        return statements.map((_, at) => ({ results: at === 0 ? [device] : [] }));
      },
    },
    RECORDER: {
      getByName: (name: string) => (
        expect(name).toBe("device:3"),
        {
          ingest: async (request: IngestRequest) => stored(request),
          configure: async () => undefined,
        }
      ),
    },
  } as unknown as IngestHono["Bindings"];
  const send = (path: string, init: RequestInit = {}) =>
    app.fetch(
      new Request(`http://helios${path}`, {
        method: "POST",
        ...init,
        ...(init.body instanceof ReadableStream && { duplex: "half" }),
      }),
      env,
    );
  const json = (body: unknown, headers: Record<string, string | null> = {}) =>
    send(
      "/ingest/v1/batches",
      requestOf(body, {
        Authorization: `Bearer ${KEY}`,
        "Content-Type": "application/json",
        ...headers,
      }),
    );
  const line = (path: string, body: unknown, headers: Record<string, string | null> = {}) =>
    send(path, requestOf(body, headers));
  const write = (body: unknown, query = "", headers: Record<string, string | null> = {}) =>
    send(
      `/api/v2/write${query}`,
      requestOf(body, {
        Authorization: `Token ${KEY}`,
        "Content-Type": "text/plain; charset=utf-8",
        ...headers,
      }),
    );
  return { state, send, json, line, write };
}

/** With the length that a client over HTTP would announce; a stream has none. */
function requestOf(body: unknown, headers: Record<string, string | null>): RequestInit {
  const bytes =
    body instanceof ReadableStream
      ? body
      : body instanceof Uint8Array
        ? body
        : new TextEncoder().encode(typeof body === "string" ? body : JSON.stringify(body));
  const all: Record<string, string | null> = {
    ...(bytes instanceof Uint8Array && { "Content-Length": String(bytes.length) }),
    ...headers,
  };
  return {
    body: bytes as BodyInit,
    headers: Object.fromEntries(
      Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null),
    ),
  };
}

function samplesOf(request: IngestRequest): string[] {
  return decodeBatch(request.batch).flatMap((column) =>
    [...column.times]
      .map((time, row) => [time, column.valueAt(row)] as const)
      .filter(([, value]) => value !== null)
      .map(([time, value]) => `${column.tag}@${time}=${value}`),
  );
}

const batch = (change: Record<string, unknown> = {}) => ({
  batch_id: "b-1",
  frames: [{ times: [1, 2], tags: { speed: [181.5, 182], state: ["running", null] } }],
  buffered: 4,
  dropped: 1,
  ...change,
});

let helios: ReturnType<typeof setUp>;
beforeEach(() => {
  helios = setUp();
  vi.spyOn(console, "log").mockImplementation(() => undefined);
});

const expectRefusal = async (
  answer: Response,
  status: number,
  error: string,
  message: string | RegExp,
) => {
  const body = (await answer.json()) as { error: string; message: string };
  expect(body.message).toMatch(message);
  expect([answer.status, body.error]).toEqual([status, error]);
  expect(helios.state.requests.flatMap(samplesOf)).toEqual([]);
};

describe("a JSON batch", () => {
  it("goes to the machine's recorder, with the sampler's own counts, and is answered with its", async () => {
    const answer = await helios.json(batch());
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { data: { batch_id: "b-1", accepted: 3, duplicate: 0, rejected: [] } },
    ]);
    const request = helios.state.requests[0]!;
    expect(request).toMatchObject({
      samplerId: 7,
      keyHash: HASH,
      batchId: "b-1",
      buffered: 4,
      dropped: 1,
    });
    expect(samplesOf(request)).toEqual(["speed@1=181.5", "speed@2=182", "state@1=running"]);
  });

  it("may be gzipped, announced or not, and may leave out the counts", async () => {
    const packed = gzipSync(JSON.stringify({ batch_id: "b", frames: batch().frames }));
    expect((await helios.json(packed, { "Content-Encoding": "gzip" })).status).toBe(200);
    const stream = new ReadableStream({
      start: (c) => (c.enqueue(packed.subarray(0, 20)), c.enqueue(packed.subarray(20)), c.close()),
    });
    expect(
      (
        await helios.json(stream, {
          "Content-Encoding": "GZIP",
          "Content-Type": "Application/JSON; charset=UTF-8",
        })
      ).status,
    ).toBe(200);
    expect(helios.state.requests).toHaveLength(2);
    expect(helios.state.requests[1]).toMatchObject({ buffered: 0, dropped: 0 });
  });

  it("may be empty: it still tells that the sampler lives", async () => {
    expect((await helios.json(batch({ frames: [] }))).status).toBe(200);
    expect((await helios.json(batch({ frames: [{ times: [], tags: {} }] }))).status).toBe(200);
    expect(helios.state.requests).toHaveLength(2);
  });

  it("loses its bad samples and no others", async () => {
    helios.state.outcomes = [
      {
        status: "stored",
        accepted: 1,
        duplicate: 0,
        rejected: [
          { tag: "a", reason: "bad_value", count: 1 },
          { tag: "c", reason: "unmapped", count: 2 },
        ],
      },
    ];
    const text = `{"batch_id":"b","frames":[{"times":[1,2.9],"tags":{"a":[1e999,{}],"b":[1,2],"":[1,null],"\\ud83c":[1,2],"x\\ny":[null,null]}}]}`;
    const answer = await helios.json(text);
    expect(((await answer.json()) as { data: { rejected: unknown[] } }).data.rejected).toEqual([
      { tag: "", reason: "bad_value", count: 1 },
      // Half of a character: stored, it would be another tag.
      { tag: "\ud83c", reason: "bad_value", count: 2 },
      { tag: "a", reason: "bad_value", count: 3 },
      { tag: "c", reason: "unmapped", count: 2 },
    ]);
    expect(samplesOf(helios.state.requests[0]!)).toEqual(["b@1=1", "b@2=2"]);
  });

  it("takes a tag called __proto__", async () => {
    await helios.json('{"batch_id":"b","frames":[{"times":[1],"tags":{"__proto__":[1]}}]}');
    expect(samplesOf(helios.state.requests[0]!)).toEqual(["__proto__@1=1"]);
  });

  it.each<[string, unknown, RegExp]>([
    ["is cut", '{"batch_id":"b","frames":[', /expected a value at line 1, column 27 \(offset 26\)/],
    ["holds NaN", '{"batch_id":"b","frames":[{"times":[NaN]', /line 1, column 37/],
    ["is empty", "", /expected a value at line 1, column 1/],
    ["is no object", "[]", /must be a JSON object/],
    ["is null", "null", /must be a JSON object/],
    ["is nested without end", "[".repeat(500_000), /expected a value/],
    [
      "is no UTF-8",
      new Uint8Array([0x7b, 0x22, 0xff]),
      /not UTF-8: the first invalid byte is at offset 2/,
    ],
    ["has no batch_id", batch({ batch_id: undefined }), /^batch_id must be text of 1 to 128/],
    ["has an empty batch_id", batch({ batch_id: "" }), /^batch_id must be/],
    ["has a long batch_id", batch({ batch_id: "x".repeat(129) }), /^batch_id must be/],
    ["has a batch_id that is a number", batch({ batch_id: 1 }), /^batch_id must be/],
    ["has no frames", batch({ frames: undefined }), /^frames must be an array/],
    ["has a frame that is null", batch({ frames: [null] }), /^frames\[0\] must be an object/],
    ["has no times", batch({ frames: [{ tags: {} }] }), /^frames\[0\]\.times must be an array/],
    ["has no tags", batch({ frames: [{ times: [] }] }), /^frames\[0\]\.tags must be an object/],
    [
      "has tags that are an array",
      batch({ frames: [{ times: [], tags: [] }] }),
      /^frames\[0\]\.tags must be an object/,
    ],
    [
      "has a time that is text",
      batch({ frames: [{ times: ["2026-01-01"], tags: {} }] }),
      /^frames\[0\]\.times\[0\] must be Unix milliseconds/,
    ],
    [
      "has an endless time",
      '{"batch_id":"b","frames":[{"times":[1e999],"tags":{}}]}',
      /^frames\[0\]\.times\[0\]/,
    ],
    [
      "has too few values",
      batch({
        frames: [
          { times: [1], tags: { speed: [1] } },
          { times: [1, 2], tags: { speed: [1] } },
        ],
      }),
      /^frames\[1\]\.tags\.speed has 1 values for 2 times\.$/,
    ],
    [
      "has a tag that is no array",
      batch({ frames: [{ times: [1], tags: { speed: 1 } }] }),
      /^frames\[0\]\.tags\.speed must be an array of 1 values/,
    ],
    ["has negative counts", batch({ buffered: -1 }), /^buffered must be a whole number/],
    ["has counts in text", batch({ dropped: "3" }), /^dropped must be a whole number/],
  ])("that %s is malformed, and told where", async (_name, body, message) => {
    await expectRefusal(await helios.json(body), 400, "malformed", message);
  });

  it("over a limit is too large", async () => {
    await expectRefusal(
      await helios.json(" ".repeat(1_048_577)),
      413,
      "too_large",
      /more than the 1048576 bytes/,
    );
    const endless = new ReadableStream({ pull: (c) => c.enqueue(new Uint8Array(65_536)) });
    await expectRefusal(
      await helios.json(endless),
      413,
      "too_large",
      /more than the 1048576 bytes/,
    );
    await expectRefusal(
      await helios.json(gzipSync(new Uint8Array(20 * 1_048_576)), { "Content-Encoding": "gzip" }),
      413,
      "too_large",
      /unpacks to more than 8388608/,
    );
    const wide = (count: number) =>
      batch({
        frames: [
          {
            times: [1],
            tags: Object.fromEntries(Array.from({ length: count }, (_, i) => [`t${i}`, [1]])),
          },
        ],
      });
    await expectRefusal(
      await helios.json(wide(50_001)),
      413,
      "too_large",
      /more than the 50000 samples/,
    );
    expect((await helios.json(wide(50_000))).status).toBe(200);
  });

  it("refuses what unpacks to more lists, objects and names than a batch has", async () => {
    const helios = setUp();
    const bodies = [
      "[".repeat(2_000_000) + "]".repeat(2_000_000),
      `{"frames":[${"{},".repeat(500_000)}{}]}`,
      `{"frames":[{"times":[],"tags":{${'"a":0,'.repeat(500_000)}"b":0}}]}`,
    ];
    for (const text of bodies)
      await expectRefusal(
        await helios.json(gzipSync(text), { "Content-Encoding": "gzip" }),
        413,
        "too_large",
        /more than the 500000 lists, objects and names/,
      );
    // Signs in a text are none of them.
    const text = `{"batch_id":"b","frames":[{"times":[1],"tags":{"a":["${'[{:\\"'.repeat(200_000)}"]}}]}`;
    const kept = await helios.json(gzipSync(text), { "Content-Encoding": "gzip" });
    expect(kept.status).toBe(200);
  });

  it("counts values, not the empty cells between them", async () => {
    const times = Array.from({ length: 60_000 }, (_, i) => i);
    const answer = await helios.json(
      batch({
        frames: [
          {
            times,
            tags: { a: times.map((i) => (i === 59_999 ? 1 : null)), b: times.map(() => null) },
          },
        ],
      }),
    );
    expect([answer.status, samplesOf(helios.state.requests[0]!)]).toEqual([200, ["a@59999=1"]]);
    expect(helios.state.requests[0]!.batch.length).toBeLessThan(200);
    helios.state.requests = [];
    await expectRefusal(
      await helios.json(batch({ frames: [{ times, tags: { a: times.map(() => 1) } }] })),
      413,
      "too_large",
      /50000/,
    );
  });

  it("without a length and a body is refused with 411", async () => {
    const answer = await helios.send("/ingest/v1/batches", {
      headers: { Authorization: `Bearer ${KEY}`, "Content-Type": "application/json" },
    });
    await expectRefusal(answer, 411, "too_large", /neither a body nor a Content-Length/);
    await expectRefusal(
      await helios.json("{}", { "Content-Length": "abc" }),
      411,
      "too_large",
      /no length/,
    );
  });

  it.each<[Record<string, string | null>, RegExp]>([
    [{ "Content-Type": null }, /Content-Type is missing/],
    [{ "Content-Type": "text/plain" }, /text\/plain/],
    [{ "Content-Type": "application/json; charset=latin1" }, /latin1/],
    [{ "Content-Encoding": "br" }, /"br" is not known/],
    [{ "Content-Encoding": "gzip, gzip" }, /not known/],
  ])("with %j is of the wrong type", async (headers, message) => {
    const answer = await helios.json(
      headers["Content-Type"] === null ? new Uint8Array([123, 125]) : batch(),
      headers,
    );
    await expectRefusal(answer, 415, "unsupported_media_type", message);
  });

  it("that says gzip and is none, or is cut, is malformed", async () => {
    await expectRefusal(
      await helios.json(batch(), { "Content-Encoding": "gzip" }),
      400,
      "malformed",
      /gzip/,
    );
    await expectRefusal(
      await helios.json(gzipSync(JSON.stringify(batch())).subarray(0, 40), {
        "Content-Encoding": "gzip",
      }),
      400,
      "malformed",
      /gzip/,
    );
  });
});

describe("a key", () => {
  it.each([
    null,
    "",
    "Bearer",
    `Bearer ${OTHER_KEY}`,
    `Token ${KEY}`,
    `Basic ${KEY}`,
    `Basic ${btoa(`x:${KEY}`)}`,
    KEY,
    "Bearer hsk_short",
    `Bearer ${KEY}x`,
  ])("sent as %j is not known", async (header) => {
    const answer = await helios.json(batch(), { Authorization: header });
    expect(answer.headers.get("WWW-Authenticate")).toContain("Bearer");
    await expectRefusal(answer, 401, "unauthorized", /key|Authorization/);
  });

  it("is taken by the write wire as Token and as Bearer", async () => {
    expect((await helios.write("m a=1 1")).status).toBe(204);
    expect((await helios.write("m a=1 1", "", { Authorization: `bearer ${KEY}` })).status).toBe(
      204,
    );
  });

  it.each([`Basic ${btoa(`any:${KEY}`)}`, `basic ${btoa(`:${KEY}`)}`, `Bearer ${KEY}`])(
    "is taken by both line protocol wires as %s",
    async (header) => {
      for (const path of ["/api/v2/write", "/write?db=plant"])
        expect((await helios.line(path, "m a=1 1", { Authorization: header })).status).toBe(204);
    },
  );

  it.each([
    "Basic %%%",
    `Basic ${btoa(`any:${OTHER_KEY}`)}`,
    `Basic ${btoa("any")}`,
    `Basic ${"A".repeat(100_000)}`,
    `Digest ${KEY}`,
  ])("sent to a line protocol wire as %.40s is not known, and Basic is offered", async (header) => {
    for (const path of ["/api/v2/write", "/write?db=plant"]) {
      const answer = await helios.line(path, "m a=1 1", { Authorization: header });
      expect(answer.status).toBe(401);
      expect(answer.headers.get("WWW-Authenticate")).toContain('Basic realm="helios-ingest"');
    }
  });

  it("is looked up once, and an unknown one not again for five seconds", async () => {
    for (let i = 0; i < 3; i += 1) await helios.json(batch());
    expect(helios.state.lookups).toBe(1);
    for (let i = 0; i < 3; i += 1)
      await helios.json(batch(), { Authorization: `Bearer ${OTHER_KEY}` });
    expect(helios.state.lookups).toBe(2);
  });

  it("that is remembered goes on while the database is away; another is asked to come again", async () => {
    await helios.json(batch());
    helios.state.databaseFails = true;
    vi.useFakeTimers({ now: Date.now() + 3_600_000 });
    expect((await helios.json(batch())).status).toBe(200);
    vi.useRealTimers();
    const answer = await helios.json(batch(), { Authorization: `Bearer ${OTHER_KEY}` });
    expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "2"]);
  });

  it("that the recorder does not know is pushed to it once when the database knows it", async () => {
    helios.state.outcomes = [
      { status: "unauthorized" },
      { status: "stored", accepted: 3, duplicate: 0, rejected: [] },
    ];
    expect((await helios.json(batch())).status).toBe(200);
    expect([helios.state.configured, helios.state.requests.length]).toEqual([1, 2]);
  });

  it("that the recorder does not know and the database neither is refused", async () => {
    await helios.json(batch());
    helios.state.knownHashes.clear();
    helios.state.outcomes = [{ status: "unauthorized" }];
    expect((await helios.json(batch())).status).toBe(401);
    expect((await helios.json(batch())).status).toBe(401);
    expect(helios.state.requests).toHaveLength(2);
  });
});

describe("a recorder", () => {
  it("that is busy is 429 with the time to wait", async () => {
    helios.state.outcomes = [{ status: "busy", retryAfterSeconds: 1.2 }];
    const answer = await helios.json(batch());
    expect([answer.status, answer.headers.get("Retry-After")]).toEqual([429, "2"]);
  });

  it("that went away is asked once more, then 503", async () => {
    const gone = () => Object.assign(new Error("gone"), { retryable: true });
    helios.state.outcomes = [gone()];
    expect((await helios.json(batch())).status).toBe(200);
    const failures = vi.spyOn(console, "error").mockImplementation(() => undefined);
    helios.state.outcomes = [gone(), gone()];
    const answer = await helios.json(batch());
    expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "2"]);
    expect(failures).toHaveBeenCalledOnce();
  });

  it("whose storage is damaged is named, by an answer at which every client keeps its batch", async () => {
    const failures = vi.spyOn(console, "error").mockImplementation(() => undefined);
    helios.state.outcomes = [new Error("database disk image is malformed: SQLITE_CORRUPT")];
    const answer = await helios.json(batch());
    expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "60"]);
    expect(await answer.json()).toMatchObject({ error: "series_damaged" });
    expect(failures).toHaveBeenCalledOnce();
  });

  it("that is overloaded is not asked again", async () => {
    helios.state.outcomes = [
      Object.assign(new Error("full"), { overloaded: true, retryable: true }),
    ];
    expect((await helios.json(batch())).status).toBe(503);
    expect(helios.state.requests).toHaveLength(1);
  });
});

describe("a line protocol write", () => {
  it("is stored with its times in milliseconds", async () => {
    expect((await helios.write("drive,line=1 speed=181.5,on=t 1763700000123456789")).status).toBe(
      204,
    );
    expect(samplesOf(helios.state.requests[0]!)).toEqual([
      "speed@1763700000123=181.5",
      "on@1763700000123=1",
    ]);
  });

  it.each([
    ["us", 1],
    ["ms", 1000],
    ["s", 1_000_000],
  ])("takes precision %s", async (precision, timeMs) => {
    expect(
      (await helios.write("m a=1 1000", `?org=x&bucket=y&precision=${precision}`)).status,
    ).toBe(204);
    expect(samplesOf(helios.state.requests[0]!)).toEqual([`a@${timeMs}=1`]);
  });

  it("keeps its good lines and names the bad ones", async () => {
    const answer = await helios.write("m a=1 1000000\nm a=\nm b=2 2000000");
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({
      error: "malformed",
      code: "invalid",
      line: 2,
      message: 'partial write, the rest is stored: line 2: missing value of field "a"',
    });
    expect(samplesOf(helios.state.requests[0]!)).toEqual(["a@1=1", "b@2=2"]);
  });

  it("names the line of a time too far ahead and of a text too long, and keeps the rest", async () => {
    const soon = Date.now() + 200_000;
    const answer = await helios.write(
      `m a=1 ${soon + 200_000}\nm b=2,c="${"x".repeat(257)}" ${soon}`,
      "?precision=ms",
    );
    expect(((await answer.json()) as { message: string }).message).toBe(
      'partial write, the rest is stored: line 1: the time is more than 5 minutes ahead; line 2: the text of field "c" is longer than 256 characters',
    );
    expect(samplesOf(helios.state.requests[0]!)).toEqual([`b@${soon}=2`]);
  });

  it("says what the recorder refused, but not what is unmapped on purpose", async () => {
    const outcome = (reason: "unmapped" | "too_old"): IngestOutcome => ({
      status: "stored",
      accepted: 0,
      duplicate: 0,
      rejected: [{ tag: "a", reason, count: 1 }],
    });
    const someStored = { ...outcome("too_old"), accepted: 1 };
    const someKnown = { ...outcome("too_old"), duplicate: 1 };
    helios.state.outcomes = [outcome("unmapped"), someStored, someKnown, outcome("too_old")];
    expect((await helios.write("m a=1 1")).status).toBe(204);
    for (const kept of [
      "partial write, the rest is stored",
      "partial write, the rest is stored",
      "nothing stored",
    ]) {
      const answer = await helios.write("m a=1 1");
      expect([answer.status, ((await answer.json()) as { message: string }).message]).toEqual([
        400,
        `${kept}: tag "a": 1 too_old`,
      ]);
    }
  });

  it.each<[string, string, string, number, RegExp]>([
    ["nothing but bad lines", "x\ny", "", 400, /^nothing stored: line 1: missing fields; line 2/],
    ["no points", "# only a comment\n", "", 400, /requires points/],
    ["an unknown precision", "m a=1 1", "?precision=h", 400, /precision "h"/],
    ["a precision of the prototype", "m a=1 1", "?precision=constructor", 400, /precision/],
    ["too many lines", "m a=1 1\n".repeat(50_001), "", 413, /50000/],
  ])("with %s is refused", async (_name, body, query, status, message) => {
    await expectRefusal(
      await helios.write(body, query),
      status,
      status === 413 ? "too_large" : "malformed",
      message,
    );
    expect(helios.state.requests).toHaveLength(0);
  });

  it("that is JSON is of the wrong type", async () => {
    await expectRefusal(
      await helios.write("{}", "", { "Content-Type": "application/json" }),
      415,
      "unsupported_media_type",
      /line protocol/,
    );
  });
});

describe("a write of InfluxDB 1.x", () => {
  const authorization = { Authorization: `Basic ${btoa(`telegraf:${KEY}`)}` };
  const v1 = (query: string, body = "m a=1 2", headers: Record<string, string> = authorization) =>
    helios.line(`/write${query}`, body, headers);

  it.each([
    ["", 0],
    ["n", 0],
    ["u", 0],
    ["ms", 2],
    ["s", 2_000],
    ["m", 120_000],
    ["h", 7_200_000],
  ])("takes precision %j", async (precision, timeMs) => {
    const answer = await v1(`?db=plant&rp=autogen&consistency=one&precision=${precision}`);
    expect(answer.status).toBe(204);
    expect(samplesOf(helios.state.requests[0]!)).toEqual([`a@${timeMs}=1`]);
  });

  it("takes the key as parameter p, beside any name", async () => {
    expect((await v1(`?db=plant&u=plc&p=${KEY}`, "m a=1 1", {})).status).toBe(204);
    expect((await v1(`?db=plant&p=${OTHER_KEY}`, "m a=1 1", {})).status).toBe(401);
    expect((await v1("?db=plant", "m a=1 1", {})).status).toBe(401);
    // Only there: version 2 has no such parameter.
    expect((await helios.line(`/api/v2/write?p=${KEY}`, "m a=1 1")).status).toBe(401);
  });

  it("tells its failures as 1.x does, with what is wrong in error", async () => {
    const answer = await v1("?db=plant", "m a=1 1000000\nm a=");
    expect([answer.status, await answer.json()]).toEqual([
      400,
      {
        error: 'partial write, the rest is stored: line 2: missing value of field "a"',
        code: "invalid",
        line: 2,
      },
    ]);
    expect(samplesOf(helios.state.requests[0]!)).toEqual(["a@1=1"]);
    expect((await v1("?db=plant&precision=d")).status).toBe(400);
  });

  it("that must come again is told so by 503: at any 4xx its clients throw the batch away", async () => {
    helios.state.outcomes = [{ status: "busy", retryAfterSeconds: 3 }];
    const answer = await v1("?db=plant");
    expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "3"]);
  });

  it("may be preceded by CREATE DATABASE, which is answered as done; nothing else is", async () => {
    const form = { ...authorization, "Content-Type": "application/x-www-form-urlencoded" };
    const created = await helios.line("/query", "q=CREATE+DATABASE+%22telegraf%22", form);
    expect([created.status, await created.json()]).toEqual([
      200,
      { results: [{ statement_id: 0 }] },
    ]);
    const query = encodeURIComponent("create database plant");
    expect((await helios.send(`/query?q=${query}&u=a&p=${KEY}`)).status).toBe(200);
    expect((await helios.line("/query", "q=CREATE+DATABASE+x", {})).status).toBe(401);
    for (const statement of ["SHOW DATABASES", "SELECT * FROM m", "DROP DATABASE x", ""]) {
      const asked = `/query?q=${encodeURIComponent(statement)}&p=${KEY}`;
      const answer = await helios.send(asked, { method: "GET" });
      expect([answer.status, await answer.json()]).toMatchObject([404, { code: "not_found" }]);
    }
    const long = `q=${"+".repeat(20_000)}CREATE+DATABASE+x`;
    expect((await helios.line("/query", long, form)).status).toBe(413);
  });
});

describe("a body that does not come", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] }));
  afterEach(() => void vi.useRealTimers());

  it.each(["/ingest/v1/batches", "/api/v2/write", "/write?db=plant", "/query"])(
    "to %s is 408 after 30 s, also when it drips",
    async (path) => {
      // The key is known: looking it up would take time that the test's clock does not rule.
      expect((await helios.write("m a=1 1")).status).toBe(204);
      for (const bytesEachSecond of [0, 1]) {
        let sent!: ReadableStreamDefaultController<Uint8Array>;
        const body = new ReadableStream<Uint8Array>({ start: (given) => void (sent = given) });
        const type = path.startsWith("/ingest")
          ? "application/json"
          : "application/x-www-form-urlencoded";
        const answering = helios.line(path, body, {
          Authorization: `Bearer ${KEY}`,
          "Content-Type": type,
        });
        let status = 0;
        void answering.then((answer) => void (status = answer.status));
        let seconds = 0;
        for (; status === 0 && seconds < 60; seconds += 1) {
          if (bytesEachSecond > 0) sent.enqueue(new Uint8Array(bytesEachSecond).fill(32));
          await vi.advanceTimersByTimeAsync(1_000);
        }
        expect([status, seconds]).toEqual([408, 30 + bytesEachSecond]);
      }
      expect(helios.state.requests).toHaveLength(1);
    },
  );
});

describe("the doors", () => {
  it("answer health and ping as InfluxDB's clients expect, by GET and HEAD", async () => {
    const health = await helios.send("/health", { method: "GET" });
    expect(await health.json()).toMatchObject({
      name: "influxdb",
      status: "pass",
      message: "ready for queries and writes",
    });
    for (const method of ["GET", "HEAD"]) {
      const ping = await helios.send("/ping", { method });
      expect([
        ping.status,
        ping.headers.get("X-Influxdb-Version"),
        ping.headers.get("X-Influxdb-Build"),
      ]).toEqual([204, "v2.7.0", "Helios"]);
    }
  });

  it("tell their version in full when asked to, as InfluxDB 1.x does", async () => {
    const ping = await helios.send("/ping?verbose=true", { method: "GET" });
    expect([ping.status, await ping.json()]).toEqual([200, { version: "v2.7.0" }]);
    expect((await helios.send("/ping?verbose=false", { method: "GET" })).status).toBe(204);
  });

  it("keep their answers from caches and from being guessed at", async () => {
    const answers = await Promise.all([
      helios.json(batch()),
      helios.write("m a=1 1"),
      helios.write("m a=", "", { Authorization: null }),
      ...["/health", "/ping", "/ingest/v1/config", "/ingest/v9", "/write", "/query", "/api"].map(
        (path) => helios.send(path, { method: "GET" }),
      ),
    ]);
    for (const { headers } of answers)
      expect([headers.get("X-Content-Type-Options"), headers.get("Cache-Control")]).toEqual([
        "nosniff",
        "no-store",
      ]);
  });

  it.each([
    ["GET", "/ingest/v1/batches", "POST"],
    ["GET", "/write", "POST"],
    ["DELETE", "/query", "GET, HEAD, POST"],
    ["HEAD", "/ingest/v1/batches", "POST"],
    ["OPTIONS", "/api/v2/write", "POST"],
    ["PUT", "/ingest/v1/config", "GET, HEAD"],
    ["POST", "/health", "GET, HEAD"],
    ["GET", "/ingest/v1/types", "POST"],
    ["GET", "/ingest/v1/enroll", "POST"],
  ])("%s %s is not taken", async (method, path, allow) => {
    const answer = await helios.send(path, { method });
    expect([answer.status, answer.headers.get("Allow")]).toEqual([405, allow]);
    if (method !== "HEAD")
      expect(Object.values((await answer.json()) as object)).toContain("method_not_allowed");
  });

  it.each([
    "/ingest/v2/batches",
    "/api",
    "/api/v2",
    "/api/v2/query",
    "/api/v3/write_lp",
    "/write/",
  ])("that do not exist, as %s, are 404 in JSON", async (path) => {
    for (const method of ["GET", "POST"]) {
      const answer = await helios.send(path, { method });
      expect([answer.status, await answer.json()]).toMatchObject([404, { error: "not_found" }]);
    }
  });
});
