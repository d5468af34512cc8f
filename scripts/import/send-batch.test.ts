import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { gunzipSync } from "node:zlib";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { BatchBuilder, type Frame } from "./batch-builder.ts";
import { requireSampler } from "./sampler-config.ts";
import { sendBatch } from "./send-batch.ts";
import { newTally } from "./tally.ts";

type Answer = { status: number; body?: unknown; headers?: Record<string, string> };
let server: Server;
let origin: string;
let answers: ((frames: Frame[]) => Answer)[];
let taken: Frame[][];

const samplesOf = (frames: Frame[]) =>
  frames.reduce((sum, { tags }) => sum + Object.values(tags).flat().length, 0);
const stored = (frames: Frame[]): Answer => ({
  status: 200,
  body: { data: { accepted: samplesOf(frames), duplicate: 0, rejected: [] } },
});

beforeAll(async () => {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const bytes = Buffer.concat(chunks);
    const text = (
      request.headers["content-encoding"] === "gzip" ? gunzipSync(bytes) : bytes
    ).toString();
    const frames = text === "" ? [] : (JSON.parse(text) as { frames: Frame[] }).frames;
    const { status, body, headers } = (answers.shift() ?? stored)(frames);
    if (status === 200) taken.push(frames);
    response.writeHead(status, headers).end(JSON.stringify(body ?? {}));
  };
  server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  [answers, taken] = [[], []];
});
afterAll(() => server.close());

function batchOf(metrics: string[], rows: number) {
  const builder = new BatchBuilder();
  for (let row = 0; row < rows; row++)
    for (const metric of metrics)
      builder.add({ metric, timeMs: 1000 + row, value: row, line: row + 2 });
  return builder.build();
}
const send = async (batch = batchOf(["a", "b"], 4), giveUpAfterMs?: number) => {
  const tally = newTally();
  const waits: (string | null)[] = [];
  const signal = new AbortController().signal;
  await sendBatch(
    { origin, samplerKey: "hsk_x", signal, onWait: (reason) => waits.push(reason), giveUpAfterMs },
    "b",
    batch,
    tally,
  );
  return { tally, waits };
};

describe("a batch", () => {
  it("goes in one frame where its metrics share their times", async () => {
    await send();
    expect(taken).toEqual([
      [{ times: [1000, 1001, 1002, 1003], tags: { a: [0, 1, 2, 3], b: [0, 1, 2, 3] } }],
    ]);
  });

  it("is sent again while Helios is busy, and says so", async () => {
    answers = [
      () => ({ status: 503, headers: { "retry-after": "0" } }),
      () => ({ status: 429, headers: { "retry-after": "0" } }),
    ];
    const { tally, waits } = await send();
    expect([tally.accepted, waits]).toEqual([8, ["HTTP 503", "HTTP 429", null]]);
  });

  it("is cut in two until its parts are small enough", async () => {
    const small = (frames: Frame[]): Answer =>
      samplesOf(frames) > 2 ? { status: 413 } : stored(frames);
    answers = new Array<typeof small>(50).fill(small);
    expect((await send()).tally.accepted).toBe(8);
    expect(
      taken
        .flat()
        .flatMap(({ times, tags }) =>
          Object.entries(tags).flatMap(([tag, values]) =>
            times.map((time, i) => `${tag}${time - 1000}${String(values[i])}`),
          ),
        )
        .sort(),
    ).toEqual(["a00", "a11", "a22", "a33", "b00", "b11", "b22", "b33"]);
  });

  it("tells the first line of what was rejected", async () => {
    answers = [
      () => ({
        status: 200,
        body: {
          data: {
            accepted: 4,
            duplicate: 1,
            rejected: [{ tag: "b", reason: "unmapped", count: 3 }],
          },
        },
      }),
    ];
    const { tally } = await send();
    expect(tally).toMatchObject({
      accepted: 4,
      duplicate: 1,
      rejected: [
        { tag: "b", reason: "unmapped", count: 3, example: "line 2: 1970-01-01T00:00:01.000Z 0" },
      ],
    });
  });

  it("that will never be taken ends the import with one line", async () => {
    answers = [() => ({ status: 401 })];
    await expect(send()).rejects.toThrow("refuses the sampler key (401)");
    answers = [() => ({ status: 400, body: { error: "malformed" } })];
    await expect(send()).rejects.toThrow('refuses a batch with HTTP 400: {"error":"malformed"}');
    answers = [() => ({ status: 503 })];
    await expect(send(undefined, -1)).rejects.toThrow(
      "does not take samples (HTTP 503); what was sent so far is stored",
    );
  });
});

it("a key is asked whose it is, by id or serial number", async () => {
  const data = {
    sampler: { name: "PLC", only_mapped_tags: false },
    device: { id: 3, serial_number: "SUN-3", timezone: "UTC" },
  };
  const config = () => ({ status: 201, body: { data } });
  answers = [config, config, config, () => ({ status: 401 }), () => ({ status: 404 })];
  for (const device of ["3", "SUN-3"])
    expect(await requireSampler(origin, "hsk_x", device)).toEqual(data);
  await expect(requireSampler(origin, "hsk_x", "4")).rejects.toThrow(
    "The key is of machine SUN-3 (id 3), not of 4.",
  );
  await expect(requireSampler(origin, "hsk_x", "3")).rejects.toThrow(
    "refuses the sampler key (401)",
  );
  await expect(requireSampler(origin, "hsk_x", "3")).rejects.toThrow(
    "does not answer as Helios does (HTTP 404)",
  );
  await expect(requireSampler("http://127.0.0.1:1", "hsk_x", "3")).rejects.toThrow(
    /Helios does not answer at http:\/\/127.0.0.1:1: /,
  );
});
