/**
 * The shared Helios of each test process of the journeys (demo seed, no simulator), started when its first journey asks:
 * files that run at the same time do not meet in one database.
 */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestProject } from "vitest/node";
import { startHelios, type Helios } from "#tests/helios.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** GET `/helios?worker=1`: that process' Helios as JSON, `/log?worker=1` what it printed. */
    journeys: string;
  }
}

const started = new Map<string, Promise<Helios>>();
let server: Server;

async function heliosOf(worker: string): Promise<string> {
  if (!started.has(worker)) started.set(worker, startHelios({ seed: "demo", simulator: "off" }));
  const { origin, port, dataDir } = await started.get(worker)!;
  return JSON.stringify({ origin, port, dataDir });
}

export async function setup(project: TestProject): Promise<void> {
  server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://127.0.0.1");
    const worker = searchParams.get("worker") ?? "";
    const answers: Record<string, () => Promise<string>> = {
      "/helios": () => heliosOf(worker),
      "/log": async () => (await started.get(worker))?.output() ?? "no journey asked for it",
    };
    const answer = answers[pathname]?.() ?? Promise.reject(new Error(`nothing is at ${pathname}`));
    answer.then(
      (text) => response.end(text),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  project.provide("journeys", `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

export async function teardown(): Promise<void> {
  server.close();
  server.closeAllConnections();
  await Promise.all([...started.values()].map(async (helios) => (await helios).stop()));
}
