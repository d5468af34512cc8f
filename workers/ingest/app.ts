import { discardBody } from "#app/platform/read-body.ts";
import { Hono } from "hono";
import { postBatches } from "./batches.ts";
import { getConfig } from "./config.ts";
import type { IngestHono } from "./ingest-hono.ts";
import { KeyDirectory } from "./key-directory.ts";
import { postEnroll } from "./enroll.ts";
import { postQuery } from "./query.ts";
import { Refusal, toResponse } from "./refusal.ts";
import { postTypes } from "./types.ts";
import { postWrite, V1, V2 } from "./write.ts";

const VERSION = "v2.7.0";
/** Read by InfluxDB's clients, of either version, and Telegraf. */
const INFLUX_HEADERS = { "X-Influxdb-Version": VERSION, "X-Influxdb-Build": "Helios" };
const HEALTH = {
  name: "influxdb",
  message: "ready for queries and writes",
  status: "pass",
  checks: [],
  version: VERSION,
  commit: "helios",
};

const ALLOWED_METHODS = {
  "/ingest/v1/batches": "POST",
  "/ingest/v1/config": "GET, HEAD",
  "/ingest/v1/types": "POST",
  "/ingest/v1/enroll": "POST",
  "/api/v2/write": "POST",
  "/write": "POST",
  "/query": "GET, HEAD, POST",
  "/health": "GET, HEAD",
  "/ping": "GET, HEAD",
};

export type IngestApp = {
  /** `context` is needed where the environment has a DISK_ROOM. */
  fetch: (
    request: Request,
    env: IngestHono["Bindings"],
    context?: Pick<ExecutionContext, "waitUntil">,
  ) => Promise<Response>;
};

/** The sampler wires (CONTRACT §3). One per isolate: it remembers whose key is whose. */
export function createIngestApp(): IngestApp {
  const app = routes(new KeyDirectory());
  return {
    fetch: async (request, env, context) => {
      const answer = await app.fetch(request, env, context as ExecutionContext | undefined);
      await discardBody(request);
      answer.headers.set("X-Content-Type-Options", "nosniff");
      answer.headers.set("Cache-Control", "no-store");
      return answer;
    },
  };
}

function routes(directory: KeyDirectory): Hono<IngestHono> {
  const app = new Hono<IngestHono>();
  app.post("/ingest/v1/batches", (context) => postBatches(context, directory));
  app.get("/ingest/v1/config", (context) => getConfig(context, directory));
  app.post("/ingest/v1/types", (context) => postTypes(context, directory));
  app.post("/ingest/v1/enroll", postEnroll);
  app.post("/api/v2/write", (context) => postWrite(context, directory, V2));
  app.post("/write", (context) => postWrite(context, directory, V1));
  app.on(["GET", "POST"], "/query", (context) => postQuery(context, directory));
  app.get("/health", (context) => context.json(HEALTH, 200, INFLUX_HEADERS));
  app.get("/ping", (context) =>
    isVerbose(context.req.query("verbose"))
      ? context.json({ version: VERSION }, 200, INFLUX_HEADERS)
      : new Response(null, { status: 204, headers: INFLUX_HEADERS }),
  );

  for (const [path, allow] of Object.entries(ALLOWED_METHODS)) {
    app.all(path, (context) => {
      throw new Refusal(
        "method_not_allowed",
        `${path} does not take ${context.req.method}; it takes ${allow}.`,
        { headers: { Allow: allow } },
      );
    });
  }

  app.notFound((context) =>
    toResponse(
      new Refusal("not_found", `There is no ${context.req.path} here.`),
      context.req.method,
      context.req.path,
    ),
  );
  app.onError((error, context) => toResponse(error, context.req.method, context.req.path));
  return app;
}

/** As InfluxDB 1.x reads it. */
const isVerbose = (text: string | undefined): boolean =>
  text !== undefined && !["", "0", "false"].includes(text);
