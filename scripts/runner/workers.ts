/**
 * All four Workers in one workerd on one origin, by Miniflare's own API, from the same wrangler.toml
 * files that are deployed. The public port is a direct socket of the web Worker: Miniflare's own entry
 * proxy would cost a hop for every request.
 */
import { Miniflare, convertV4MiniflareOptions, type MiniflareOptions } from "miniflare";
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { OUT, ROOT } from "#scripts/build.ts";
import type { Settings } from "./settings.ts";
import type { WorkerLog } from "./worker-log.ts";

export const WEB = "helios-web";
const JOBS = "helios-jobs";

type WorkerRecord = {
  name: string;
  options: Record<string, unknown> & {
    assets?: Record<string, unknown>;
    bindings?: Record<string, unknown>;
    cronTriggers?: string[];
  };
};

const readRecords = () =>
  JSON.parse(readFileSync(join(OUT, "options.json"), "utf8")) as WorkerRecord[];

/** Serves from the moment `ready` until disposed. In dev mode the pages come from Vite, so the web Worker only lends its bindings. */
export function openWorkers(
  settings: Settings,
  handleStructuredLogs: WorkerLog,
  internalPort: number | null = null,
): Miniflare {
  const records = readRecords();
  const port = internalPort ?? settings.port;
  const vars = {
    HELIOS_MODE: "local",
    CLOCK_OFFSET_MS: String(settings.clockOffsetMs),
    SERIES_RETENTION: settings.retention,
    PUBLIC_ORIGIN: `http://localhost:${settings.port}`,
  };
  // Files are read as they are asked for: a copy keeps this Helios whole while another build goes on.
  const client = join(settings.dataDir, "client");
  rmSync(client, { recursive: true, force: true });
  if (!settings.dev) cpSync(join(ROOT, "build", "client"), client, { recursive: true });
  const workers = records.map(({ name, options }) => ({
    ...options,
    name,
    rootPath: ROOT,
    ...(options.assets ? { assets: { ...options.assets, directory: client } } : {}),
    ...(settings.dev && name === WEB
      ? { modules: true, script: DEV_FRONT_DOOR, assets: undefined }
      : { modules: [{ type: "ESModule", path: join(OUT, `${name}.js`) }], modulesRoot: OUT }),
    bindings: { ...options.bindings, ...vars },
  }));
  const options: MiniflareOptions = convertV4MiniflareOptions({
    host: "127.0.0.1",
    port: 0,
    workers,
  } as never);
  return new Miniflare({
    ...options,
    logRequests: false,
    handleStructuredLogs,
    resourcePersistencePath: settings.dataDir,
    // Named by another Worker, for Miniflare puts two Workers of its own before one that has assets; ours looks after its files itself.
    workers: options.workers.map((worker) =>
      worker.config.name === JOBS
        ? {
            ...worker,
            dev: {
              ...worker.dev,
              unsafeDirectSockets: [{ host: settings.host, port, serviceName: WEB }],
            },
          }
        : worker,
    ),
  } as MiniflareOptions);
}

/** The cron expressions of the jobs Worker. */
export const listCrons = (): string[] =>
  readRecords().find((record) => record.name === JOBS)?.options.cronTriggers ?? [];

export type FireCron = (expression: string) => Promise<void>;

/**
 * Runs the jobs. Miniflare looks a Worker and its methods up, and calls a method for the first time, with this process' only
 * thread blocked until workerd answers; meanwhile nobody reads what workerd logs, and one that logs a few hundred lines
 * blocks as well, for ever. So all is looked up before there is anything to log, and a call with a Blob among its arguments
 * does not block.
 */
export async function openCron(miniflare: Miniflare): Promise<FireCron> {
  const jobs = (await miniflare.getWorker(JOBS)) as {
    scheduled(options: { cron: string; unblocked: Blob }): Promise<unknown>;
  };
  const scheduled = jobs.scheduled;
  return async (cron) => void (await scheduled({ cron, unblocked: new Blob() }));
}

/** In dev mode Vite serves the pages and hands these paths on. */
const DEV_FRONT_DOOR = `export default { fetch(request, env) {
  const { pathname } = new URL(request.url);
  return pathname.startsWith("/socket") ? env.LIVE.fetch(request) : env.INGEST.fetch(request);
} };`;

/** The workerd child of this process; null where the system does not tell. */
export function findWorkerd(): number | null {
  try {
    const children = existsSync("/proc/self/task")
      ? readdirSync(`/proc/${process.pid}/task`).flatMap((task) =>
          readFileSync(`/proc/${process.pid}/task/${task}/children`, "utf8").trim().split(/\s+/),
        )
      : execFileSync("pgrep", ["-P", String(process.pid)], { encoding: "utf8" })
          .trim()
          .split(/\s+/);
    for (const pid of children.filter(Boolean)) {
      const command = existsSync(`/proc/${pid}/cmdline`)
        ? readFileSync(`/proc/${pid}/cmdline`, "utf8")
        : execFileSync("ps", ["-o", "command=", "-p", pid], { encoding: "utf8" });
      if (command.includes("workerd")) return Number(pid);
    }
  } catch {
    // No /proc and no pgrep: a killed runner then may leave its workerd behind, nothing worse.
  }
  return null;
}
