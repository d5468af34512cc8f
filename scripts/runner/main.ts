/**
 * The runner behind `npm start`: build, serve, migrate, seed, simulate; ends cleanly on SIGTERM and
 * starts workerd again should it die. Everything it keeps lies under HELIOS_DATA.
 */
import type { Miniflare } from "miniflare";
import { createServer } from "node:net";
import { MAKES } from "#app/domain/access/types.ts";
import { buildAll } from "#scripts/build.ts";
import { startCron } from "./cron.ts";
import { withDatabase } from "./database.ts";
import { claimDataDir, removeRunFile, writeRunFile } from "./data-dir.ts";
import { startPages } from "./dev-pages.ts";
import { isAlive } from "./is-alive.ts";
import { applyMigrations } from "./migrations.ts";
import { greet, seed } from "./seed.ts";
import { setTimeout as sleep } from "node:timers/promises";
import { SettingsError, readSettings, type Settings } from "./settings.ts";
import { startSimulator, type Simulator } from "./simulator.ts";
import { startWatchdog } from "./watchdog.ts";
import { openWorkerLog } from "./worker-log.ts";
import { findWorkerd, listCrons, openCron, openWorkers, type FireCron } from "./workers.ts";

const startedAt = Date.now();
/** Ending takes a second; workerd and Miniflare may wait for each other instead. */
const DISPOSE_MS = 5_000;
/** The simulator's history takes 8 to 20 s; after that a machine was heard long enough. */
const HISTORY_WRITTEN_MS = 40_000;
const say = (line: string): void =>
  console.log(`${((Date.now() - startedAt) / 1000).toFixed(1).padStart(5)} s  ${line}`);

try {
  await main(readSettings(process.env, process.argv.slice(2)));
} catch (error) {
  const isTaken = (error as { code?: string }).code === "ERR_ADDRESS_IN_USE";
  if (isTaken)
    console.error(
      `Port ${process.env.PORT || 4000} was taken by another process just now. Set PORT to another.`,
    );
  else console.error(error instanceof SettingsError ? error.message : error);
  process.exit(1);
}

async function main(settings: Settings): Promise<void> {
  await claimDataDir(settings.dataDir);
  await requireFreePort(settings);
  await buildAll(say, { pages: !settings.dev });

  const state: {
    miniflare: Miniflare | null;
    fireCron: FireCron | null;
    simulator: Simulator | null;
    workerdPid: number | null;
    stopping: boolean;
  } = {
    miniflare: null,
    fireCron: null,
    simulator: null,
    workerdPid: null,
    stopping: false,
  };
  const watchdog = startWatchdog();
  const workerLog = openWorkerLog(settings.dataDir);
  const serve = async (): Promise<void> => {
    const miniflare = openWorkers(settings, workerLog, settings.dev ? settings.port + 1 : null);
    state.miniflare = miniflare;
    takeSignals();
    await miniflare.ready;
    const workerdPid = findWorkerd();
    state.workerdPid = workerdPid;
    watchdog.guard(workerdPid);
    writeRunFile(settings.dataDir, { runnerPid: process.pid, workerdPid, port: settings.port });
    state.fireCron = await openCron(miniflare);
    superviseWorkerd(
      workerdPid,
      () => state.stopping,
      () => void restart(),
    );
  };
  const restart = async (): Promise<void> => {
    say("workerd stopped; starting it again");
    await state.miniflare?.dispose().catch(() => {});
    await serve();
  };
  const stopCron = (): void => cron?.();
  let cron: (() => void) | null = null;
  const stop = async (): Promise<void> => {
    if (state.stopping) return;
    state.stopping = true;
    stopCron();
    state.simulator?.stop();
    const disposed = state.miniflare?.dispose().then(() => true, () => false); // prettier-ignore
    // All that was answered is on the disk.
    if (!(await Promise.race([disposed, sleep(DISPOSE_MS, false)])) && state.workerdPid !== null)
      killWorkerd(state.workerdPid);
    removeRunFile(settings.dataDir);
    process.exit(0);
  };
  /** Miniflare's own hook would end the process at once, with 143 and our files left behind. */
  const takeSignals = (): void => {
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const)
      process.removeAllListeners(signal).on(signal, () => void stop());
  };

  const seeded = await withDatabase(settings.dataDir, async (db) => {
    const migrated = await applyMigrations(db);
    if (migrated.length > 0) say(`migrated: ${migrated.join(", ")}`);
    return seed(db, settings);
  });
  say("starting the Workers …");
  try {
    await serve();
    if (settings.dev) await startPages(settings, state.miniflare as unknown as Miniflare);
    await requireHealthy(settings);
  } catch (error) {
    if (!state.stopping) throw error;
  }
  if (state.stopping) return;
  const fire = (expression: string): Promise<void> => fireCron(state.fireCron, expression);
  const crons = listCrons();
  cron = startCron(crons, (expression) => void fire(expression));
  if (seeded.hasNewPast)
    setTimeout(() => void learnDemo(crons, () => state.stopping, fire), HISTORY_WRITTEN_MS).unref();
  if (settings.simulator) state.simulator = startSimulator(settings);
  greet(settings, seeded, say);
}

/** A new demo foretells its downtimes at once: each run of the jobs learns one make. */
async function learnDemo(
  crons: string[],
  stopping: () => boolean,
  fire: (expression: string) => Promise<void>,
): Promise<void> {
  for (let make = 0; make < MAKES.length && !stopping(); make++)
    for (const expression of crons) await fire(expression);
}

async function fireCron(fire: FireCron | null, expression: string): Promise<void> {
  try {
    await fire?.(expression);
  } catch (error) {
    console.error(`cron ${expression} failed: ${String(error)}`);
  }
}

function killWorkerd(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended meanwhile.
  }
}

/** Notices within a second that workerd died. */
function superviseWorkerd(pid: number | null, stopping: () => boolean, died: () => void): void {
  if (pid === null) return;
  const timer = setInterval(() => {
    if (stopping()) return clearInterval(timer);
    if (isAlive(pid)) return;
    clearInterval(timer);
    died();
  }, 500);
  timer.unref();
}

function requireFreePort({ port, host }: Settings): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error: NodeJS.ErrnoException) =>
      reject(
        new SettingsError(
          error.code === "EADDRINUSE"
            ? `Port ${port} is in use. Stop what uses it, or set PORT to another: PORT=${port + 1} npm start`
            : `Port ${port} cannot be opened on ${host} (${error.code ?? error.message}).`,
        ),
      ),
    );
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

/** Pages, ingest and sockets answer. */
async function requireHealthy({ port }: Settings): Promise<void> {
  let last = "";
  for (let tries = 0; tries < 100; tries++) {
    try {
      const response = await fetch(`http://127.0.0.1:${port}/healthz`);
      if (response.ok) return;
      last = `${response.status} ${await response.text()}`;
    } catch (error) {
      last = String(error);
    }
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`Helios does not answer on port ${port}: ${last}`);
}
