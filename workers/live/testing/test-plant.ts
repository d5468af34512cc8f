/** For the tests of this Worker: customers with people and machines in D1, and sockets to the Worker itself. */
import { env, exports } from "cloudflare:workers";
import { openDb } from "#app/db/client.server.ts";
import * as schema from "#app/db/schema/index.ts";
import type { ApiScope } from "#app/domain/access/api-scopes.ts";
import type { Role } from "#app/domain/access/types.ts";
import { decodeFrame, EVENT, type Frame } from "#app/domain/live/phoenix.ts";
import { unpackFrames } from "#app/domain/live/message-packs.ts";
import { telemetryTopic, type LiveSample } from "#app/domain/live/ports.ts";
import { recorderName } from "#app/domain/series/recorder-port.ts";
import { newToken, sha256Hex } from "#app/db/secrets.ts";
import type { LiveEnv } from "#app/platform/env.ts";

/** The neighbour's recorder of tests/neighbours. */
type FakeRecorder = {
  setLatest(metric: string, sample: { timeMs: number; value: number | string }): Promise<void>;
  learn(names: string[]): Promise<void>;
  questions(): Promise<number>;
  watched(): Promise<string[]>;
  unwatch(metric: string): Promise<void>;
  setAway(away: boolean): Promise<void>;
};

export const live = env as unknown as LiveEnv;
export const db = openDb(live.DB);

export const recorder = (deviceId: number): FakeRecorder =>
  live.RECORDER.getByName(recorderName(deviceId)) as unknown as FakeRecorder;
export const channel = (deviceId: number, metric: string) =>
  live.METRIC_CHANNEL.getByName(telemetryTopic(deviceId, metric));
export const at = (timeMs: number, value: number | string): LiveSample => ({
  timeMs,
  value,
  adFlag: null,
});

const contact = {
  contactName: "Front office",
  contactEmail: "office@plant.example",
  contactPhone: "+1 555 0100",
};
let serial = 0;

/** A facility of that customer, or of a new one. */
export async function addFacility(
  ofCustomer?: number,
): Promise<{ customerId: number; facilityId: number }> {
  const customerId = ofCustomer ?? (await addCustomer());
  const [facility] = await db
    .insert(schema.facilities)
    .values({
      customerId,
      name: "North",
      city: "Akron",
      state: "OH",
      country: "usa",
      timezone: "America/New_York",
      createdAt: 0,
      ...contact,
    })
    .returning();
  return { customerId, facilityId: facility!.id };
}

export async function addCustomer(): Promise<number> {
  const [customer] = await db
    .insert(schema.customers)
    .values({ name: "Plant", city: "Akron", createdAt: 0, ...contact })
    .returning();
  return customer!.id;
}

/** What every machine of these tests has sent at some time, beside what the registry names. */
const SENT = [
  ...["speed", "secret", "other", "flood"],
  ...["metric", "pack"].flatMap((name) =>
    Array.from({ length: 100 }, (_, index) => `${name}_${index}`),
  ),
];

export async function addMachine(
  facilityId: number | null,
  make: "Sun" | "Ward" = "Sun",
): Promise<number> {
  serial += 1;
  const [device] = await db
    .insert(schema.devices)
    .values({
      serialNumber: `T-${serial}`,
      name: "Machine",
      make,
      model: "625",
      facilityId,
      createdAt: 0,
    })
    .returning();
  await recorder(device!.id).learn(SENT);
  return device!.id;
}

export async function addPerson(
  role: Role,
  place: { customerId: number; facilityId: number } | null,
) {
  serial += 1;
  const [user] = await db
    .insert(schema.users)
    .values({
      firstName: "Test",
      lastName: "Person",
      email: `p${serial}@plant.example`,
      role,
      customerId: place?.customerId ?? null,
      make: role === "oem_superuser" ? "Sun" : null,
      createdAt: 0,
    })
    .returning();
  if (place !== null && role === "user")
    await db
      .insert(schema.userFacilities)
      .values({ userId: user!.id, facilityId: place.facilityId });
  const token = newToken();
  const now = Date.now();
  const [session] = await db
    .insert(schema.sessions)
    .values({
      tokenHash: sha256Hex(token),
      userId: user!.id,
      createdAt: now,
      lastSeenAt: now,
      expiresAt: now + 3_600_000,
    })
    .returning();
  return { userId: user!.id, sessionId: session!.id, token };
}

/** A paired wall display of some facilities; of one make only when that is said. */
export async function addDisplay(
  customerId: number,
  facilityIds: number[],
  make: "Sun" | "Ward" | null = null,
) {
  const token = `hdt_${newToken()}`;
  const [display] = await db
    .insert(schema.displays)
    .values({
      tokenHash: sha256Hex(token),
      customerId,
      make,
      name: "Wall",
      locale: "en",
      timeZone: "UTC",
      createdAt: 0,
    })
    .returning();
  for (const facilityId of facilityIds)
    await db.insert(schema.displayFacilities).values({ displayId: display!.id, facilityId });
  return { id: display!.id, token };
}

export async function addApiToken(userId: number, scopes: ApiScope[]): Promise<string> {
  const token = `hat_${newToken()}`;
  const now = Date.now();
  await db.insert(schema.apiTokens).values({
    userId,
    name: "test",
    tokenHash: sha256Hex(token),
    scopes,
    createdAt: now,
    expiresAt: now + 60_000,
  });
  return token;
}

export async function addServiceAccount(customerId: number, scopes: ApiScope[]) {
  const token = `hst_${newToken()}`;
  const now = Date.now();
  const [account] = await db
    .insert(schema.serviceAccounts)
    .values({
      ...{ customerId, name: "MES", tokenHash: sha256Hex(token), scopes },
      ...{ createdAt: now, expiresAt: now + 3_600_000 },
    })
    .returning();
  return { id: account!.id, token };
}

export const knock = (query: string, headers: Record<string, string> = {}): Promise<Response> =>
  (exports as unknown as { default: Fetcher }).default.fetch(
    `http://helios.test/socket/websocket${query}`,
    {
      headers: { upgrade: "websocket", ...headers },
    },
  );

/** A test whose socket hears nothing for so long is given up. */
const GIVEN_UP_MS = 100_000;

/** A socket as phoenix.js uses one. */
export class TestSocket {
  readonly ws: WebSocket;
  readonly frames: Frame[] = [];
  messages = 0;
  closed: { code: number; reason: string } | null = null;
  #ref = 0;
  readonly #waiting = new Set<() => void>();

  constructor(ws: WebSocket) {
    this.ws = ws;
    ws.accept();
    ws.addEventListener("message", ({ data }) => {
      this.messages += 1;
      for (const text of unpackFrames(data as string)) {
        const decoded = decodeFrame(text);
        if (decoded.ok) this.frames.push(decoded.frame);
      }
      this.#wake();
    });
    ws.addEventListener("close", ({ code, reason }) => {
      this.closed = { code, reason };
      this.#wake();
    });
  }

  static async open(token: string, query = ""): Promise<TestSocket> {
    const answer = await knock(`?vsn=2.0.0&token=${token}&${query}`);
    if (answer.webSocket === null)
      throw new Error(`refused with ${answer.status}: ${await answer.text()}`);
    return new TestSocket(answer.webSocket);
  }

  /** Sends a request and answers its ref. */
  push(topic: string, event: string, joinRef: string | null = null, payload: unknown = {}): string {
    const ref = String(++this.#ref);
    this.ws.send(
      JSON.stringify([event === EVENT.join ? ref : joinRef, ref, topic, event, payload]),
    );
    return ref;
  }

  async join(
    topic: string,
  ): Promise<{ ref: string; reply: { status: string; response: unknown } }> {
    const ref = this.push(topic, EVENT.join);
    const frame = await this.next(
      (candidate) => candidate.event === EVENT.reply && candidate.ref === ref,
    );
    return { ref, reply: frame.payload as { status: string; response: unknown } };
  }

  /** The first frame that fits, already there or to come. */
  async next(fits: (frame: Frame) => boolean): Promise<Frame> {
    return this.until(() => this.frames.find(fits));
  }

  async nextEvents(
    count: number,
  ): Promise<{ data: { value: unknown; time: string }; seq: number }[]> {
    const events = () => this.frames.filter((frame) => frame.event === EVENT.telemetry);
    await this.until(() => (events().length >= count ? true : undefined));
    return events().map(
      (frame) => frame.payload as { data: { value: unknown; time: string }; seq: number },
    );
  }

  async end(): Promise<{ code: number; reason: string }> {
    return this.until(() => this.closed ?? undefined);
  }

  /** What `look` finds, now or after a message. Every message makes each that waits look again; it gives up after GIVEN_UP_MS without one. */
  until<T>(look: () => T | undefined): Promise<T> {
    const found = look();
    if (found !== undefined) return Promise.resolve(found);
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        const frames = JSON.stringify(this.frames.slice(-20));
        reject(
          new Error(`nothing came; last frames: ${frames}, closed: ${JSON.stringify(this.closed)}`),
        );
      };
      let late = setTimeout(giveUp, GIVEN_UP_MS);
      const waiting = () => {
        clearTimeout(late);
        const seen = look();
        if (seen === undefined) {
          late = setTimeout(giveUp, GIVEN_UP_MS);
          return;
        }
        this.#waiting.delete(waiting);
        resolve(seen);
      };
      this.#waiting.add(waiting);
    });
  }

  #wake(): void {
    for (const waiting of this.#waiting) waiting();
  }
}
