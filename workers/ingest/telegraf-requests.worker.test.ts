/** Telegraf's requests as its documentation writes them, taken by the ingest Worker and stored by a real recorder. */
import { env as testEnv } from "cloudflare:workers";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { openDb } from "#app/db/client.server.ts";
import { devices, samplerKeys, samplers, telemetryDefinitions } from "#app/db/schema/index.ts";
import { hashSamplerKey, SAMPLER_KEY_BYTES, toSamplerKey } from "#app/domain/samplers/keys.ts";
import { recorderName } from "#app/domain/series/recorder-port.ts";
import type { IngestEnv } from "#app/platform/env.ts";
import { createIngestApp } from "./app.ts";
import {
  CREATE_DATABASE,
  MEASUREMENTS,
  TELEGRAF_REQUESTS,
  type TelegrafRequest,
} from "./testing/telegraf-requests.ts";

const env = testEnv as unknown as IngestEnv;
const db = openDb(env.DB);
const app = createIngestApp();
let made = 0;

/** A machine with a sampler of its own, which maps Telegraf's `rpm`. */
async function newSampler() {
  made++;
  const [machine] = await db
    .insert(devices)
    .values({
      serialNumber: `TELEGRAF-${made}`,
      name: "FFG 1",
      make: "Sun",
      model: "Sun625",
      createdAt: 1,
    })
    .returning();
  const deviceId = machine!.id;
  const times = { createdAt: 1, updatedAt: 1 };
  const [sampler] = await db
    .insert(samplers)
    .values({ deviceId, name: "Telegraf", spec: "OpcUa", ...times })
    .returning();
  const samplerId = sampler!.id;
  const key = toSamplerKey(crypto.getRandomValues(new Uint8Array(SAMPLER_KEY_BYTES)));
  await db
    .insert(samplerKeys)
    .values({ samplerId, keyHash: await hashSamplerKey(key), createdAt: 1 });
  await db
    .insert(telemetryDefinitions)
    .values({ samplerId, deviceId, machineKey: "rpm", humanKey: "drive_rpm", createdAt: 1 });
  const headersOf = (headers: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        value.replace("{key}", key).replace("{basic}", btoa(`telegraf:${key}`)),
      ]),
    );
  const send = (path: string, headers: Record<string, string>, body: BodyInit) =>
    app.fetch(
      new Request(`http://helios${path}`, { method: "POST", headers: headersOf(headers), body }),
      env,
    );
  return { send, recorder: () => env.RECORDER.getByName(recorderName(deviceId)) };
}

function bodyOf(
  { headers, isChunked }: TelegrafRequest,
  lines: string,
): { body: BodyInit; length: Record<string, string> } {
  const bytes = new TextEncoder().encode(lines);
  const sent = headers["Content-Encoding"] === "gzip" ? new Uint8Array(gzipSync(bytes)) : bytes;
  if (!isChunked) return { body: sent, length: { "Content-Length": String(sent.length) } };
  const middle = sent.length >> 1;
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(sent.subarray(0, middle));
      controller.enqueue(sent.subarray(middle));
      controller.close();
    },
  });
  return { body, length: {} };
}

const nameOf = ({ output, path, headers }: TelegrafRequest): string =>
  `${output}, ${path}, ${headers["Content-Encoding"] ?? "identity"}`;

describe.each(TELEGRAF_REQUESTS.map((request) => [nameOf(request), request] as const))(
  "a write by %s",
  (_name, request) => {
    it("is taken whole, with every value of OPC UA, Modbus and S7", async () => {
      const { send, recorder } = await newSampler();
      const nowMs = Date.now() - 1_000;
      const lines = MEASUREMENTS.map((measurement) => measurement.lines).join("");
      const { body, length } = bodyOf(request, lines.replaceAll("{ns}", `${nowMs}000000`));
      const answer = await send(request.path, { ...request.headers, ...length }, body);
      expect([answer.status, await answer.text()]).toEqual([204, ""]);
      const { rpm, ...values } = Object.assign({}, ...MEASUREMENTS.map((one) => one.values)) as {
        rpm: number;
      } & Record<string, number | string>;
      const latest = await recorder().latest(null);
      expect(latest).toEqual(
        Object.fromEntries(
          Object.entries({ ...values, drive_rpm: rpm }).map(([tag, value]) => [
            tag,
            { timeMs: nowMs, value },
          ]),
        ),
      );
    });
  },
);

it("the database that the output of version 1 asks for is there", async () => {
  const { send } = await newSampler();
  const { path, headers, body } = CREATE_DATABASE;
  const answer = await send(path, headers, body);
  expect([answer.status, await answer.json()]).toEqual([200, { results: [{ statement_id: 0 }] }]);
});
