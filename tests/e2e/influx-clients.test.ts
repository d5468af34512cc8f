/** InfluxDB's own npm clients, of both versions, unchanged, as samplers; and what no sampler should send. */
import { connect } from "node:net";
import { InfluxDB as InfluxDB2, Point } from "@influxdata/influxdb-client";
import { InfluxDB as InfluxDB1 } from "influx";
import { afterAll, beforeAll, expect, test } from "vitest";
import { call, createSampler, listDevices, readSeries, signIn, type Device } from "#tests/api.ts";
import { sharedHelios } from "#tests/shared-helios.ts";

const { origin, port } = sharedHelios();
const now = Math.floor(Date.now() / 1000) * 1000 - 60_000;
let token: string;
let machine: Device;
let sampler: { id: number; key: string };

beforeAll(async () => {
  token = await signIn(origin, "superuser@helios.example");
  machine = (await listDevices(origin, token))[0]!;
  sampler = await createSampler(origin, token, machine.id, "Influx clients");
});
afterAll(async () => {
  await call(origin, `/v1/samplers/${sampler.id}`, { token, method: "DELETE" });
});

const series = async (metric: string) =>
  (await readSeries(origin, token, machine.id, metric, now - 2_000, now + 5_000, 5_000))
    .filter((point) => point.count > 0)
    .map((point) => [Date.parse(point.time), point.value]);

const version1 = (password: string) =>
  new InfluxDB1({
    host: "127.0.0.1",
    port,
    database: "plant",
    username: "plc",
    password,
    pool: { maxRetries: 0 },
  });

test("influx, the client of version 1, makes its database, pings and writes in any precision", async () => {
  const client = version1(sampler.key);
  const [ping] = await client.ping(5_000);
  expect(ping).toMatchObject({ online: true, version: "v2.7.0" });
  await client.createDatabase("plant");
  for (const [precision, unitMs] of [
    ["n", 1e-6],
    ["u", 1e-3],
    ["ms", 1],
    ["s", 1_000],
  ] as const)
    await client.writePoints(
      [
        {
          measurement: "drive",
          tags: { line: "a b" },
          fields: { [`influx1_${precision}`]: 1.5 },
          timestamp: String(BigInt(Math.round(now / 1000)) * BigInt(Math.round(1_000 / unitMs))),
        },
      ],
      { precision },
    );
  for (const precision of ["n", "u", "ms", "s"])
    expect(await series(`influx1_${precision}`)).toEqual([[now, 1.5]]);
});

test("influx hears that its key is wrong", async () => {
  const client = version1(`hsk_${"D".repeat(43)}`);
  await expect(
    client.writePoints([{ measurement: "m", fields: { influx1_wrong: 1 } }]),
  ).rejects.toThrow(/401/);
});

test("influxdb-client, of version 2, writes", async () => {
  const api = new InfluxDB2({ url: origin, token: sampler.key }).getWriteApi("any", "any", "ms");
  api.writePoint(new Point("drive").floatField("influx2", 2.5).timestamp(now));
  await api.close();
  expect(await series("influx2")).toEqual([[now, 2.5]]);
});

test("InfluxDB's paths that Helios has not are 404 in JSON", async () => {
  for (const path of [
    "/query?q=SHOW+DATABASES",
    "/api/v2/query",
    "/api/v2/buckets",
    "/api",
    "/write/x",
  ])
    for (const method of ["GET", "POST"]) {
      const answer = await fetch(origin + path, {
        method,
        headers: { authorization: `Token ${sampler.key}` },
      });
      expect([path, answer.status]).toEqual([path, 404]);
      expect(answer.headers.get("content-type")).toContain("application/json");
      expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(await answer.json()).toHaveProperty("error");
    }
});

test("bodies that stop are answered 408", async () => {
  const head = (path: string) =>
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${sampler.key}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`;
  const answers = ["/ingest/v1/batches", "/ingest/v1/batches"].map(
    (path) =>
      new Promise<string>((resolve, reject) => {
        const socket = connect(port, "127.0.0.1", () => socket.write(head(path)));
        socket.once("data", (data) => {
          socket.destroy();
          resolve(data.toString().split("\r\n")[0]!);
        });
        socket.once("error", reject);
      }),
  );
  expect(await Promise.all(answers)).toEqual(Array(2).fill(expect.stringContaining("408")));
});
