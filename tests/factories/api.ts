/** Calls /v1 endpoints and pages as Remix would, on a test database, with a recorder and a series that answer as told. */
import type { AppLoadContext } from "@remix-run/cloudflare";
import type { Db } from "#app/db/client.server.ts";
import type { JobMessage } from "#app/domain/jobs.ts";
import type { RecorderPort } from "#app/domain/series/recorder-port.ts";
import type { Resource } from "#app/api/define-api.server.ts";
import type { WebEnv } from "#app/platform/env.ts";

export const ORIGIN = "https://helios.test";

export type TestWorld = {
  db: Db;
  now: number;
  recorder?: Partial<RecorderPort>;
  publicOrigin?: string;
  mode?: "local" | "staging" | "production";
  /** Where Helios listens, as its runner tells. */
  host?: string;
  /** Session ids whose sockets were closed, as the hub was told. */
  ended?: number[];
  /** Hubs that were told to look again at what their sockets may see. */
  rechecked?: string[];
  /** Those of them whose open pages are to read themselves again. */
  outdated?: string[];
  /** Topics of changes that were told. */
  changed?: string[];
  /** What was left for the jobs Worker. */
  jobs?: JobMessage[];
  /** What goes on after the answer. */
  later?: Promise<unknown>[];
  /** The Worker of sockets does not answer. */
  isLiveAway?: boolean;
};

const emptyStatus = {
  deviceId: 1,
  newestSampleMs: null,
  lastBatchAtMs: null,
  unsealedSamples: 0,
  unsealedBytes: 0,
  segments: 0,
  rollupFiles: 0,
  storedBytes: 0,
  overdueHours: 0,
  metrics: { count: 60, unmapped: 12, unmappedLimit: 1000 },
  lastSealAtMs: null,
  samplers: [],
};
const emptySnapshot = {
  keys: [],
  files: [],
  tail: {},
  rollups: {},
  snapMs: 0,
  samplesFromMs: -Infinity,
  states: [],
  targetSheetsPerHour: null,
  more: null,
};

/**
 * The machine's clock, which says the same once more: `nowMs` reads the offset and then the clock, and Helios' clock
 * stands still only if no millisecond passes between the two.
 */
function readTwice(): number {
  const { now } = Date;
  const ms = now();
  Date.now = () => {
    Date.now = now;
    return ms;
  };
  return ms;
}

/** A context like the one that workers/app.ts makes for a request. Helios' clock shows `now`. */
export function testContext({
  db,
  now,
  recorder = {},
  publicOrigin = ORIGIN,
  mode = "local",
  host = "",
  ended = [],
  rechecked = [],
  outdated = [],
  changed = [],
  jobs = [],
  later = [],
  isLiveAway = false,
}: TestWorld): AppLoadContext {
  const answers: Partial<RecorderPort> = {
    snapshot: () => Promise.resolve(emptySnapshot),
    metrics: () => Promise.resolve([]),
    latest: () => Promise.resolve({}),
    status: () => Promise.resolve(emptyStatus),
    configure: () => Promise.resolve(),
    detection: () => Promise.resolve({}),
    reasons: () => Promise.resolve([]),
    intakeDay: () => Promise.resolve([]),
    tagsByNeed: () => Promise.resolve({ count: 0, never: 0, silent: 0, page: 1, tags: [] }),
    ...recorder,
  };
  const env = {
    HELIOS_MODE: mode,
    HELIOS_HOST: host,
    get CLOCK_OFFSET_MS() {
      return String(now - readTwice());
    },
    PUBLIC_ORIGIN: publicOrigin,
    DB: (db as Db & { $client: D1Database }).$client,
    RECORDER: { getByName: () => answers },
    SOCKET_HUB: {
      getByName: (name: string) => ({
        endSession: (id: number) => Promise.resolve(void ended.push(id)),
        recheckAccess: (isSeen = false) => {
          rechecked.push(name);
          if (isSeen) outdated.push(name);
          return Promise.resolve();
        },
      }),
    },
    METRIC_CHANNEL: {
      getByName: (topic: string) => ({ changed: () => Promise.resolve(void changed.push(topic)) }),
    },
    INGEST: { fetch: () => Promise.resolve(new Response()) },
    LIVE: { fetch: () => Promise.resolve(new Response(null, { status: isLiveAway ? 503 : 200 })) },
    SERIES: { get: () => Promise.resolve(null) },
    JOBS: { send: (message: JobMessage) => Promise.resolve(void jobs.push(message)) },
  } as unknown as WebEnv;
  const ctx = {
    waitUntil: (work: Promise<unknown>) => void later.push(work),
    passThroughOnException: () => {},
  } as unknown as ExecutionContext;
  return { cloudflare: { env, ctx }, cspNonce: "test" };
}

type Handler = (args: {
  request: Request;
  params: Record<string, string>;
  context: AppLoadContext;
}) => unknown;
export type RouteModule = { loader?: Handler; action?: Handler };
/** A route module, or one resource of /v1 by itself. */
type Answers = RouteModule | Resource;

export type Call = {
  method?: string;
  token?: string;
  headers?: Record<string, string>;
  params?: Record<string, string>;
  body?: unknown;
};
/** `body` is empty where the answer is no JSON. */
export type Called = {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
  text: string;
};

/** Sends a request to a route module; a body that is no text is sent as JSON. */
export async function callApi(
  world: TestWorld,
  route: Answers,
  path: string,
  call: Call = {},
): Promise<Called> {
  const { method = "GET", token, headers = {}, params = {}, body } = call;
  const request = new Request(new URL(path, ORIGIN), {
    method,
    headers: {
      ...(token === undefined ? {} : { Authorization: token }),
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const isRead = method === "GET" || method === "HEAD" || method === "OPTIONS";
  const handler = "answer" in route ? route.answer : isRead ? route.loader : route.action;
  if (!handler) throw new Error(`the route has no handler for ${method}`);
  const response = (await handler({ request, params, context: testContext(world) })) as Response;
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: (response.headers.get("Content-Type")?.startsWith("application/json") && text !== ""
      ? JSON.parse(text)
      : {}) as Called["body"],
  };
}
