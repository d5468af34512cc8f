/**
 * The ingest's floors, in a process of their own: the same topology as Helios (a front door handing to an
 * ingest Worker over a service binding) that reads the body and answers without doing the work (`/answer`),
 * and the same that also gives the bytes to a Durable Object which writes them as one SQLite row (`/row`).
 */
import { convertV4MiniflareOptions, Miniflare, type MiniflareOptions } from "miniflare";
import { createServer, type AddressInfo } from "node:net";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ANSWER = `{ data: { batch_id: "b", accepted: 600, duplicate: 0, rejected: [] } }`;
const FRONT = `export default { fetch: (request, env) => env.INGEST.fetch(request) };`;
const INGEST = `
import { DurableObject } from "cloudflare:workers";
export class Row extends DurableObject {
  constructor(ctx, env) {
    super(ctx, env);
    ctx.storage.sql.exec("CREATE TABLE IF NOT EXISTS log (seq INTEGER PRIMARY KEY AUTOINCREMENT, batch BLOB NOT NULL)");
  }
  put(batch) { this.ctx.storage.sql.exec("INSERT INTO log (batch) VALUES (?)", batch); return 1; }
}
export default {
  async fetch(request, env) {
    const body = await request.arrayBuffer();
    const { pathname, search } = new URL(request.url);
    if (pathname === "/row") await env.ROW.getByName(search).put(body);
    return Response.json(${ANSWER});
  },
};`;

const shared = { modules: true, compatibilityDate: "2026-10-01" } as const;
const port = await freePort();
const dataDir = mkdtempSync(join(tmpdir(), "helios-floor-"));
const options: MiniflareOptions = convertV4MiniflareOptions({
  host: "127.0.0.1",
  port: 0,
  workers: [
    { ...shared, name: "front", script: FRONT, serviceBindings: { INGEST: "ingest" } },
    {
      ...shared,
      name: "ingest",
      script: INGEST,
      durableObjects: { ROW: { className: "Row", useSQLite: true } },
    },
  ],
} as never);
const miniflare = new Miniflare({
  ...options,
  logRequests: false,
  resourcePersistencePath: dataDir,
  workers: options.workers.map((worker) =>
    worker.config.name === "front"
      ? { ...worker, dev: { ...worker.dev, unsafeDirectSockets: [{ host: "127.0.0.1", port }] } }
      : worker,
  ),
} as MiniflareOptions);
await miniflare.ready;
process.send?.(port);
process.once("disconnect", async () => {
  await miniflare.dispose();
  rmSync(dataDir, { recursive: true, force: true });
  process.exit();
});

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port: free } = server.address() as AddressInfo;
      server.close(() => resolve(free));
    });
  });
}
