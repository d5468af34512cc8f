/**
 * Databases of workerd for the unit tests that ask for one (openWorkerdDb): one workerd for the whole run, started when
 * the first file asks, with a fresh D1 for each file that asks. A Miniflare in every test process cost a start of workerd
 * each, and three round trips a statement.
 */
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  export interface ProvidedContext {
    /** A GET there answers the address of a database that nobody had before. */
    newDatabase: string;
  }
}

/** An object of a D1 starts when it is first used, so spare ones cost nothing; watch mode asks again and again. */
const DATABASES_PER_WORKERD = 200;
const nameOf = (index: number): string => `DB${index}`;

/** Runs what tests/factories/remote-d1.ts sends on the real binding, and answers what it says. */
const SCRIPT = `
const revive = (value) => value?.kind === "bytes" ? Uint8Array.from(atob(value.base64), (c) => c.charCodeAt(0))
  : value?.kind === "undefined" ? undefined : value;
export default {
  async fetch(request, env) {
    const d1 = env[new URL(request.url).pathname.slice(1)];
    const { how, statements, options } = await request.json();
    try {
      const bound = statements.map(({ sql, params }) => {
        const statement = d1.prepare(sql);
        return params === undefined ? statement : statement.bind(...params.map(revive));
      });
      const value = how === "batch" ? await d1.batch(bound)
        : how === "exec" ? await d1.exec(statements[0].sql)
        : await bound[0][how](...options);
      return Response.json({ value });
    } catch (error) {
      return Response.json({ error: error.message, cause: error.cause?.message });
    }
  },
};`;

const running: Promise<Miniflare>[] = [];
let asked = 0;
let server: Server;

function startWorkerd(): Promise<Miniflare> {
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      compatibilityDate: "2026-10-01",
      script: SCRIPT,
      d1Databases: Array.from({ length: DATABASES_PER_WORKERD }, (_, index) => nameOf(index)),
    }),
  );
  return miniflare.ready.then(() => miniflare);
}

async function newDatabase(): Promise<string> {
  const index = asked++ % DATABASES_PER_WORKERD;
  if (index === 0) running.push(startWorkerd());
  const miniflare = await running.at(-1)!;
  return new URL(nameOf(index), await miniflare.ready).href;
}

export async function setup(project: TestProject): Promise<void> {
  server = createServer((_request, response) => {
    newDatabase().then(
      (address) => response.end(address),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  project.provide("newDatabase", `http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
}

export async function teardown(): Promise<void> {
  server.close();
  server.closeAllConnections();
  for (const miniflare of running) await (await miniflare).dispose();
}
