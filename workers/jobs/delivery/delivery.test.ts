/** The carriers against a provider on this machine that fails, stalls and answers twice. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { outboxMessages } from "#app/db/schema/index.ts";
import { openTestDb } from "#tests/factories/db.ts";
import { NOW } from "#tests/factories/people.ts";
import type { JobMessage } from "#app/domain/jobs.ts";
import { abandon, consume } from "#workers/jobs/consume.ts";
import { carrierOf, cloudflareMail, mailApi, twilio } from "./carriers.ts";
import { markDead, deliverMessage, listStuckMessages, MAX_ATTEMPTS } from "./deliver-message.ts";

type Seen = { url: string; headers: IncomingMessage["headers"]; body: string };
type Behaviour = (response: ServerResponse, seen: Seen) => void;

const db = openTestDb();
const seen: Seen[] = [];
/** What the provider does with each request, in turn; the last stays. */
let behaviours: Behaviour[];
let origin: string;
/** A provider that keeps the promise of its idempotency key. */
const sentByKey = new Map<string, string>();

const accept: Behaviour = (response, { headers }) => {
  const key = String(headers["idempotency-key"] ?? headers["i-twilio-idempotency-token"]);
  const id = sentByKey.get(key) ?? `mail-${sentByKey.size + 1}`;
  sentByKey.set(key, id);
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ id }));
};
const fail =
  (status: number, headers: Record<string, string> = {}): Behaviour =>
  (response) =>
    void response.writeHead(status, headers).end("{}");
/** The patience of each request so far. It ends when a test says so: not by the clock of a machine that may be busy. */
const patience: AbortController[] = [];
/** Does it, and never says so: the request has come, then patience ends. */
const stall: Behaviour = (response, request) => {
  sentByKey.set(String(request.headers["idempotency-key"]), `mail-${sentByKey.size + 1}`);
  response.writeHead(200);
  patience.at(-1)?.abort(new DOMException("waited long enough", "TimeoutError"));
};

const server = createServer((request, response) => {
  let body = "";
  request.on("data", (chunk: Buffer) => (body += chunk.toString()));
  request.on("end", () => {
    const one = { url: request.url ?? "", headers: request.headers, body };
    seen.push(one);
    const behave = behaviours.length > 1 ? behaviours.shift() : behaviours[0];
    behave?.(response, one);
  });
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  seen.length = 0;
  sentByKey.clear();
  behaviours = [accept];
  vi.spyOn(AbortSignal, "timeout").mockImplementation(() => {
    const controller = new AbortController();
    patience.push(controller);
    return controller.signal;
  });
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

let counter = 0;
async function queued(over: Partial<typeof outboxMessages.$inferInsert> = {}): Promise<number> {
  const row = {
    channel: "mail" as const,
    to: "kim@x.example",
    locale: "en" as const,
    template: "password_changed",
    subject: "Changed",
    text: "Hello",
    html: "<p>Hello</p>",
    headers: { "List-Unsubscribe": "<https://helios.test/u>" },
    createdAt: NOW,
    dedupeKey: `k${++counter}`,
  };
  const [inserted] = await db()
    .insert(outboxMessages)
    .values({ ...row, ...over })
    .returning({ id: outboxMessages.id });
  return inserted!.id;
}
const read = async (id: number) =>
  (await db().select().from(outboxMessages).where(eq(outboxMessages.id, id)).get())!;
const api = () =>
  mailApi({ url: `${origin}/emails`, key: "secret-key", from: "Helios <h@x.example>" });
const deliver = (id: number, now = NOW, keepsWords = false) =>
  deliverMessage({ db: db(), now, keepsWords, carrierOf: () => api() }, id);

describe("a message", () => {
  it("goes out once, with its headers and an idempotency key, however often the job comes", async () => {
    const id = await queued();
    expect([await deliver(id), await deliver(id), await deliver(id)]).toEqual([
      "sent",
      "nothing_to_do",
      "nothing_to_do",
    ]);
    expect(seen).toHaveLength(1);
    expect(seen[0]?.headers).toMatchObject({
      authorization: "Bearer secret-key",
      "idempotency-key": `helios-${id}-${NOW}`,
    });
    expect(JSON.parse(seen[0]?.body ?? "")).toMatchObject({
      to: ["kim@x.example"],
      subject: "Changed",
      headers: { "List-Unsubscribe": "<https://helios.test/u>" },
    });
    expect(await read(id)).toMatchObject({
      status: "sent",
      providerId: "mail-1",
      attempts: 1,
      sentAt: NOW,
      lastError: null,
    });
  });

  it("is delivered by one of two jobs that come at once", async () => {
    const id = await queued();
    const results = await Promise.all([deliver(id), deliver(id), deliver(id)]);
    expect(results.sort()).toEqual(["nothing_to_do", "nothing_to_do", "sent"]);
    expect(seen).toHaveLength(1);
  });

  it("that failed or was told too early is tried again, and says after how long", async () => {
    const id = await queued();
    behaviours = [fail(500), fail(429, { "retry-after": "77" }), accept];
    await expect(deliver(id)).rejects.toMatchObject({ isFinal: false, retryAfterSeconds: null });
    expect(await read(id)).toMatchObject({
      status: "failed",
      lastError: "the provider answered 500",
    });
    await expect(deliver(id)).rejects.toMatchObject({ retryAfterSeconds: 77 });
    expect(await deliver(id)).toBe("sent");
    expect(await read(id)).toMatchObject({ status: "sent", attempts: 3, lastError: null });
  });

  it("that a stalling provider took all the same is sent once: the second try names the first", async () => {
    const id = await queued();
    behaviours = [stall, accept];
    await expect(deliver(id)).rejects.toThrow("no answer: TimeoutError");
    expect(await deliver(id)).toBe("sent");
    expect([seen.length, sentByKey.size]).toEqual([2, 1]);
    expect((await read(id)).providerId).toBe("mail-1");
  });

  it("that is refused for good is dead at once; so is one that was tried too often", async () => {
    const id = await queued();
    behaviours = [fail(422)];
    expect(await deliver(id)).toBe("dead");
    expect(await read(id)).toMatchObject({ status: "dead", attempts: 1 });
    const tired = await queued({ attempts: MAX_ATTEMPTS - 1, status: "failed" });
    behaviours = [fail(500)];
    expect(await deliver(tired)).toBe("dead");
  });

  it("that a crash left claimed is free again after a minute", async () => {
    const id = await queued({ lockedUntil: NOW + 60_000 });
    expect(await deliver(id, NOW + 59_999)).toBe("nothing_to_do");
    expect(await deliver(id, NOW + 60_000)).toBe("sent");
  });

  it("that opens an account keeps its words no longer than it must", async () => {
    const [reset, kept] = [
      await queued({ template: "password_reset" }),
      await queued({ template: "password_reset" }),
    ];
    await deliver(reset);
    await deliver(kept, NOW, true);
    expect([await read(reset), await read(kept)]).toMatchObject([
      { text: "", html: null, subject: "Changed" },
      { text: "Hello", html: "<p>Hello</p>" },
    ]);
  });

  it("whose queue failed is found by the clearing up", async () => {
    const [old, fresh] = [await queued({ createdAt: NOW - 600_000 }), await queued()];
    const tried = { status: "failed" as const, attempts: 2 };
    const [trying, lost] = [
      await queued({ ...tried, createdAt: NOW - 600_000 }),
      await queued({ ...tried, createdAt: NOW - 3_600_000 }),
    ];
    const lying = await listStuckMessages({ db: db(), now: NOW });
    expect([old, fresh, trying, lost].map((id) => lying.includes(id))).toEqual([
      true,
      false,
      false,
      true,
    ]);
    await markDead({ db: db(), keepsWords: false }, old);
    expect((await read(old)).status).toBe("dead");
  });

  it("that the queue gave up loses words that open an account, and is buried only while it waits", async () => {
    const [reset, plain, sent] = [
      await queued({ template: "phone_code", status: "failed" }),
      await queued({ status: "failed" }),
      await queued({ template: "password_reset", status: "sent" }),
    ];
    for (const id of [reset, plain, sent]) await markDead({ db: db(), keepsWords: false }, id);
    expect([await read(reset), await read(plain), await read(sent)]).toMatchObject([
      { status: "dead", text: "", html: null },
      { status: "dead", text: "Hello" },
      { status: "sent", text: "Hello" },
    ]);
  });
});

describe("the other carriers", () => {
  const message = {
    id: 1,
    channel: "sms" as const,
    to: "+14235550142",
    subject: "",
    text: "123456",
    html: null,
    headers: {},
    idempotencyKey: "k",
  };

  it("hand Twilio a form and Cloudflare's binding a message", async () => {
    await twilio({ url: origin, accountSid: "AC1", authToken: "t", from: "+15005550006" })(message);
    expect(seen[0]?.url).toBe("/2010-04-01/Accounts/AC1/Messages.json");
    expect(seen[0]?.headers.authorization).toBe(`Basic ${btoa("AC1:t")}`);
    expect(Object.fromEntries(new URLSearchParams(seen[0]?.body))).toEqual({
      To: "+14235550142",
      From: "+15005550006",
      Body: "123456",
    });
    const send = vi.fn((_message: unknown) => Promise.resolve({ messageId: "cf-1" }));
    expect(await cloudflareMail({ send }, "h@x.example")({ ...message, subject: "S" })).toEqual({
      providerId: "cf-1",
    });
    expect(send.mock.calls[0]?.[0]).toMatchObject({
      from: "h@x.example",
      to: message.to,
      subject: "S",
    });
  });

  it("try again after a failure or a silence, under the same name, and give up on a refusal", async () => {
    const sms = twilio({
      url: origin,
      accountSid: "AC1",
      authToken: "t",
      from: "+15005550006",
    });
    behaviours = [fail(503), stall, accept];
    await expect(sms(message)).rejects.toMatchObject({ isFinal: false });
    await expect(sms(message)).rejects.toMatchObject({
      isFinal: false,
      message: "no answer: TimeoutError",
    });
    await sms(message);
    expect(seen.map(({ headers }) => headers["i-twilio-idempotency-token"])).toEqual([
      "k",
      "k",
      "k",
    ]);
    behaviours = [fail(400)];
    await expect(sms(message)).rejects.toMatchObject({
      isFinal: true,
      message: "the provider answered 400",
    });
    const binding = {
      send: () => Promise.reject(new Error("kim@x.example is on the suppression list")),
    };
    await expect(cloudflareMail(binding, "h@x.example")(message)).rejects.toMatchObject({
      isFinal: false,
      message: "the mail binding refused: Error",
    });
  });

  it("are chosen by settings; without any a message fails and says why, in local mode it stays", async () => {
    expect(() => carrierOf({ HELIOS_MODE: "staging" }, "mail")).toThrow(
      "no provider for mail is set up",
    );
    expect(() => carrierOf({ HELIOS_MODE: "production" }, "sms")).toThrow("TWILIO_ACCOUNT_SID");
    const id = await queued();
    await expect(
      deliverMessage(
        {
          db: db(),
          now: NOW,
          keepsWords: false,
          carrierOf: (channel) => carrierOf({ HELIOS_MODE: "staging" }, channel),
        },
        id,
      ),
    ).rejects.toThrow();
    expect((await read(id)).status).toBe("failed");
    const settings = {
      HELIOS_MODE: "local",
      MAIL_FROM: "x",
      MAIL_API_URL: origin,
      MAIL_API_KEY: "k",
    };
    expect(await carrierOf(settings, "mail")(message)).toEqual({ providerId: null });
    expect(seen).toEqual([]);
  });
});

describe("the queue", () => {
  const d1 = () => (db() as unknown as { $client: D1Database }).$client;
  const job = (messageId: number, attempts = 1) => ({
    body: { type: "deliver_message", messageId } as JobMessage,
    attempts,
    ack: vi.fn(),
    retry: vi.fn(),
  });
  const env = () =>
    ({
      DB: d1(),
      HELIOS_MODE: "staging",
      CLOCK_OFFSET_MS: "0",
      MAIL_FROM: "h@x.example",
      MAIL_API_URL: origin,
      MAIL_API_KEY: "k",
    }) as never;

  it("brings a failed message back, as late as the provider wishes, and buries it in the end", async () => {
    const id = await queued();
    behaviours = [fail(503), fail(429, { "retry-after": "120" })];
    const [first, second] = [job(id, 1), job(id, 2)];
    await consume(env(), [first]);
    await consume(env(), [second]);
    expect([first.retry.mock.calls[0]?.[0], second.retry.mock.calls[0]?.[0]]).toEqual([
      { delaySeconds: 2 },
      { delaySeconds: 120 },
    ]);
    const last = job(id, 6);
    await abandon(env(), "helios-jobs-dead-staging", last);
    expect(last.ack).toHaveBeenCalledOnce();
    expect(await read(id)).toMatchObject({
      status: "dead",
      lastError: "the provider answered 429",
    });
  });
});
