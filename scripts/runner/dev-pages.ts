/**
 * `npm run dev`: pages from Vite with hot reload, on the real bindings. The other Workers run as always;
 * Vite hands /ingest, /api/v2 and /socket to them.
 */
import type { Miniflare } from "miniflare";
import type { ServerBuild } from "@remix-run/cloudflare";
import { Readable } from "node:stream";
import { ROOT } from "#scripts/build.ts";
import { ownOrigin, type Settings } from "./settings.ts";
import { WEB } from "./workers.ts";

export async function startPages(settings: Settings, miniflare: Miniflare): Promise<void> {
  const { createServer } = await import("vite");
  const { createRequestHandler } = await import("@remix-run/cloudflare");
  const env = await miniflare.getBindings(WEB);
  const workers = ownOrigin({ host: settings.host, port: settings.port + 1 });
  const proxy = { target: workers, ws: true };
  const vite = await createServer({
    root: ROOT,
    server: {
      port: settings.port,
      strictPort: true,
      host: settings.host,
      proxy: { "/ingest": proxy, "/api/v2": proxy, "/socket": proxy, "^/(health|ping)$": proxy },
    },
    plugins: [
      {
        name: "helios-pages",
        // Before Remix's own handler, which knows no bindings.
        enforce: "pre",
        configureServer(server) {
          return () => {
            server.middlewares.use((incoming, outgoing, next) => {
              void (async () => {
                if (incoming.originalUrl === "/healthz")
                  return void outgoing
                    .setHeader("content-type", "application/json")
                    .end('{"status":"ok"}');
                const build = (await server.ssrLoadModule(
                  "virtual:remix/server-build",
                )) as ServerBuild;
                const handle = createRequestHandler(build, "development");
                const url = new URL(
                  incoming.originalUrl ?? "/",
                  `http://${incoming.headers.host ?? "localhost"}`,
                );
                const body =
                  incoming.method === "GET" || incoming.method === "HEAD"
                    ? null
                    : (Readable.toWeb(incoming) as ReadableStream);
                const request = new Request(url, {
                  method: incoming.method ?? "GET",
                  headers: new Headers(incoming.headers as Record<string, string>),
                  body,
                  ...(body ? { duplex: "half" } : {}),
                });
                const ctx = { waitUntil() {}, passThroughOnException() {}, props: {} };
                const response = await handle(request, {
                  cloudflare: { env, ctx },
                  cspNonce: "",
                } as never);
                outgoing.writeHead(response.status, [...response.headers].flat());
                if (response.body) Readable.fromWeb(response.body as never).pipe(outgoing);
                else outgoing.end();
              })().catch(next);
            });
          };
        },
      },
    ],
  });
  await vite.listen();
}
