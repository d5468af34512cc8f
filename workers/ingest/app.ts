import { Hono } from "hono";
import type { IngestHono } from "./ingest-hono.ts";
import { postBatches } from "./batches.ts";
import { getConfig } from "./config.ts";
import { KeyDirectory } from "./key-directory.ts";
import { Refusal, toResponse } from "./refusal.ts";
import { postWrite } from "./write.ts";

/** Read by InfluxDB's clients and Telegraf, which look for a version 2. */
const INFLUX_HEADERS = { "X-Influxdb-Version": "v2.7.0", "X-Influxdb-Build": "Helios" };
const HEALTH = {
  name: "influxdb",
  message: "ready for queries and writes",
  status: "pass",
  checks: [],
  version: "v2.7.0",
  commit: "helios",
};

/** Both sampler wires (CONTRACT §3). One per isolate: it remembers whose key is whose. */
export function createIngestApp(): Hono<IngestHono> {
  const directory = new KeyDirectory();
  const app = new Hono<IngestHono>();

  app.post("/ingest/v1/batches", (context) => postBatches(context, directory));
  app.post("/api/v2/write", (context) => postWrite(context, directory));
  app.get("/ingest/v1/config", (context) => getConfig(context, directory));
  app.get("/health", (context) => context.json(HEALTH, 200, INFLUX_HEADERS));
  app.get("/ping", () => new Response(null, { status: 204, headers: INFLUX_HEADERS }));

  const paths = {
    "/ingest/v1/batches": "POST",
    "/api/v2/write": "POST",
    "/ingest/v1/config": "GET, HEAD",
    "/health": "GET, HEAD",
    "/ping": "GET, HEAD",
  };
  for (const [path, allow] of Object.entries(paths)) {
    app.all(path, (context) => {
      throw new Refusal(
        "method_not_allowed",
        `${path} does not take ${context.req.method}; it takes ${allow}.`,
        {
          headers: { Allow: allow },
        },
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
