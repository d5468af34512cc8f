/**
 * All four Workers in one workerd on one origin, by Miniflare's own API, from the same wrangler.toml
 * files that are deployed. The public port is a direct socket of the web Worker: Miniflare's own entry
 * proxy would cost a hop for every request.
 */
import { Miniflare, Response, convertV4MiniflareOptions, type MiniflareOptions } from "miniflare";
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { OUT, ROOT } from "#scripts/build.ts";
import { folderEnvironment } from "./processes.ts";
import { publicOrigin, type Settings } from "./settings.ts";
import type { WorkerLog } from "./worker-log.ts";

export const WEB = "helios-web";
const JOBS = "helios-jobs";
const INGEST = "helios-ingest";

type WorkerRecord = {
  name: string;
  options: Record<string, unknown> & {
    assets?: Record<string, unknown>;
    bindings?: Record<string, unknown>;
    cronTriggers?: string[];
  };
};

/** Where the bundles of a running Helios lie: its own copy of them, so that it stays whole while another build goes on. */
export type Bundles = { workers: string; client: string };

const built: Bundles = { workers: OUT, client: join(ROOT, "build", "client") };

const readRecords = ({ workers }: Bundles) =>
  JSON.parse(readFileSync(join(workers, "options.json"), "utf8")) as WorkerRecord[];

/** A full disk has no room for a copy; then what was built is served itself. */
export function copyBundles({ dataDir, dev }: Settings, say: (line: string) => void): Bundles {
  const copy = join(dataDir, "build");
  const copied: Bundles = { workers: join(copy, "workers"), client: join(copy, "client") };
  try {
    // The folder of former versions.
    rmSync(join(dataDir, "client"), { recursive: true, force: true });
    rmSync(copy, { recursive: true, force: true });
    cpSync(built.workers, copied.workers, {
      recursive: true,
      filter: (path) => !path.endsWith(".map"),
    });
    if (!dev) cpSync(built.client, copied.client, { recursive: true });
    return copied;
  } catch (error) {
    say(
      `The build cannot be copied to ${copy} (${(error as NodeJS.ErrnoException).code}); Helios serves ${built.workers}.`,
    );
    return built;
  }
}

/** Serves from the moment `ready` until disposed. In dev mode the pages come from Vite, so the web Worker only lends its bindings. */
export function openWorkers(
  settings: Settings,
  bundles: Bundles,
  handleStructuredLogs: WorkerLog,
  hasDiskRoom: () => boolean,
  internalPort: number | null = null,
): Miniflare {
  const records = readRecords(bundles);
  const port = internalPort ?? settings.port;
  const vars = {
    HELIOS_MODE: "local",
    HELIOS_HOST: settings.host,
    CLOCK_OFFSET_MS: String(settings.clockOffsetMs),
    SERIES_RETENTION: settings.retention,
    PUBLIC_ORIGIN: publicOrigin(settings),
  };
  const workers = records.map(({ name, options }) => ({
    ...options,
    name,
    rootPath: ROOT,
    ...(options.assets ? { assets: { ...options.assets, directory: bundles.client } } : {}),
    ...(settings.dev && name === WEB
      ? { modules: true, script: DEV_FRONT_DOOR, assets: undefined }
      : {
          modules: [{ type: "ESModule", path: join(bundles.workers, `${name}.js`) }],
          modulesRoot: bundles.workers,
        }),
    bindings: { ...options.bindings, ...vars },
    ...(name === INGEST
      ? {
          serviceBindings: {
            ...(options.serviceBindings as object | undefined),
            DISK_ROOM: () => new Response(null, { status: hasDiskRoom() ? 204 : 507 }),
          },
        }
      : {}),
  }));
  const options: MiniflareOptions = convertV4MiniflareOptions({
    host: "127.0.0.1",
    port: 0,
    workers,
  } as never);
  return new Miniflare({
    ...options,
    ...(settings.inspectorPort === null ? {} : { inspectorPort: settings.inspectorPort }),
    logRequests: false,
    // The jobs, see openCron; on Miniflare's own port, which nobody outside of this machine reaches.
    unsafeTriggerHandlers: true,
    handleStructuredLogs,
    resourcePersistencePath: settings.dataDir,
    unsafeRuntimeEnv: folderEnvironment(settings.dataDir),
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
export const listCrons = (bundles: Bundles): string[] =>
  readRecords(bundles).find((record) => record.name === JOBS)?.options.cronTriggers ?? [];

export type FireCron = (expression: string) => Promise<void>;

/**
 * Runs the jobs; rejects with the outcome of those that failed. Asked as a request: where Miniflare looks a Worker or a method
 * of it up, this process' only thread is blocked until workerd answers, nobody reads what workerd logs meanwhile, and a workerd
 * that logs a few hundred lines waits for its reader: both would stand still for good.
 */
export const openCron =
  (miniflare: Pick<Miniflare, "dispatchFetch">): FireCron =>
  async (cron) => {
    const answer = await miniflare.dispatchFetch(
      `http://localhost/cdn-cgi/local/scheduled?${new URLSearchParams({ cron })}`,
      { headers: { "MF-Route-Override": JOBS } },
    );
    const outcome = await answer.text();
    if (!answer.ok) throw new Error(`the jobs ended with ${outcome}`);
  };

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
