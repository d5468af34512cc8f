/** A plant's SAP that is slow, fails, loses its answer and answers twice: one notification is written, and its number kept. */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { facilities, outboxMessages } from "#app/db/schema/index.ts";
import { completeSap } from "#app/domain/alarms/sap.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/domain/durations.ts";
import { saveAlarmStates } from "#app/features/alarms/save-alarm-states.server.ts";
import { tellAlarms } from "#app/features/alarms/tell-alarms.server.ts";
import { createAlarm } from "#tests/factories/alarms.ts";
import { openTestDb } from "#tests/factories/db.ts";
import { createPlant, NOW } from "#tests/factories/people.ts";
import { sapApi } from "./carriers.ts";
import { deliverMessage } from "./deliver-message.ts";

const db = openTestDb();
/** By idempotency key, what was written; a key that is known is answered with its number. */
const written = new Map<string, { number: string; body: unknown }>();
type Manner = "well" | "slow" | "down" | "refuses" | "loses its answer" | "answers twice";
/** How SAP behaves at each call, in turn; then it is well. */
let manners: Manner[] = [];
let calls = 0;
/** The patience of the call that is under way: a test ends it, not a clock. */
let patience = new AbortController();
let origin: string;
let deviceId: number;
let alarmId: number;

function answer(response: ServerResponse, manner: Manner, key: string, body: string): void {
  if (manner === "down") return void response.writeHead(503, { "retry-after": "7" }).end();
  if (manner === "refuses") return void response.writeHead(422).end("{}");
  const known = written.get(key) ?? {
    number: `1000${written.size + 1}`,
    body: JSON.parse(body) as unknown,
  };
  written.set(key, known);
  if (manner === "slow") return patience.abort(new DOMException("too slow", "TimeoutError"));
  if (manner === "loses its answer") return void response.destroy();
  const json = JSON.stringify({ id: known.number, QMNUM: known.number });
  response.writeHead(200, { "content-type": "application/json", "content-length": json.length });
  response.end(json);
  // The same answer once more on the same connection, which belongs to no question.
  if (manner === "answers twice")
    response.socket?.write(`HTTP/1.1 200 OK\r\ncontent-length: ${json.length}\r\n\r\n${json}`);
}

const server = createServer((request, response) => {
  let body = "";
  request.on("data", (chunk: Buffer) => (body += chunk.toString()));
  request.on("end", () => {
    calls += 1;
    answer(response, manners.shift() ?? "well", String(request.headers["idempotency-key"]), body);
  });
});
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(async () => {
  written.clear();
  calls = 0;
  vi.spyOn(AbortSignal, "timeout").mockImplementation(() => {
    patience = new AbortController();
    return patience.signal;
  });
  await db().delete(outboxMessages);
  const plant = await createPlant(db());
  ({ deviceId } = plant);
  const isIts = eq(facilities.id, plant.facilityId);
  await db().update(facilities).set({ sapProtocol: "IP" }).where(isIts);
  alarmId = await createAlarm(db(), deviceId, {
    sapNotification: completeSap({ FunctLoc: "MG-1" }, "Hot"),
    sapRateInSeconds: DAY_MS / 1_000,
  });
});

const deps = (now: number) => ({
  db: db(),
  now,
  publicOrigin: "https://helios.test",
  linkSecret: () => Promise.resolve("s"),
  jobs: { send: () => Promise.resolve() },
});
/** It goes on, and a job tells of it; another one comes again. */
async function raise(atMs: number): Promise<void> {
  await saveAlarmStates(deps(atMs), deviceId, [{ id: alarmId, inAlarm: true, atMs }]);
  for (let n = 0; n < 2; n++) await tellAlarms(deps(atMs), deviceId);
}
const messages = () => db().select().from(outboxMessages).where(eq(outboxMessages.channel, "sap"));
/** One try of each message, as a job makes it: what failed is tried again by the next. */
async function deliver(now: number): Promise<string[]> {
  const carrierOf = () => sapApi({ url: `${origin}/notifications`, key: "k" });
  const outcomes: string[] = [];
  for (const { id } of await messages())
    outcomes.push(
      await deliverMessage({ db: db(), now, keepsWords: true, carrierOf }, id).catch(
        () => "failed",
      ),
    );
  return outcomes;
}

it.each<[Manner, string[]]>([
  ["slow", ["failed", "sent", "nothing_to_do"]],
  ["down", ["failed", "sent", "nothing_to_do"]],
  ["loses its answer", ["failed", "sent", "nothing_to_do"]],
  ["answers twice", ["sent", "nothing_to_do", "nothing_to_do"]],
])(
  "one notification is written by a SAP that is %s, and its number is kept",
  async (manner, outcomes) => {
    manners = [manner];
    await raise(NOW);
    const found = [];
    for (let n = 0; n < 3; n++) found.push(...(await deliver(NOW + n * MINUTE_MS)));
    expect(found).toEqual(outcomes);
    expect([...written.values()]).toEqual([
      { number: "10001", body: completeSap({ FunctLoc: "MG-1" }, "Hot") },
    ]);
    const [message] = await messages();
    expect([message!.status, message!.providerId]).toEqual(["sent", "10001"]);
    expect(JSON.parse(message!.answer!)).toEqual({ id: "10001", QMNUM: "10001" });
  },
);

it("a SAP that refuses gets it once, and superusers see why", async () => {
  manners = ["refuses"];
  await raise(NOW);
  expect([await deliver(NOW), await deliver(NOW + MINUTE_MS)]).toEqual([
    ["dead"],
    ["nothing_to_do"],
  ]);
  expect([calls, written.size]).toEqual([1, 0]);
  expect((await messages())[0]!.lastError).toContain("422");
});

it("an alarm that flutters within its rate writes one, whatever became of the first; later another", async () => {
  manners = ["down"];
  await raise(NOW);
  await raise(NOW + HOUR_MS);
  await deliver(NOW + HOUR_MS);
  await raise(NOW + 2 * HOUR_MS);
  await deliver(NOW + 2 * HOUR_MS);
  expect([calls, written.size]).toEqual([2, 1]);
  await raise(NOW + DAY_MS);
  await deliver(NOW + DAY_MS);
  expect(written.size).toBe(2);
});
