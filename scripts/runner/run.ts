/**
 * Build, migrate, seed, serve, simulate; ends cleanly on SIGTERM and starts workerd again should it die. Everything it
 * keeps lies under HELIOS_DATA.
 */
import { MAKES } from "#app/domain/access/types.ts";
import { buildAll } from "#scripts/build.ts";
import { requireSoundDatabase } from "./check-database.ts";
import { openDb } from "#app/db/client.server.ts";
import { AT_HISTORY, AT_START } from "#app/domain/jobs.ts";
import { clockWarning } from "./check-clock.ts";
import { startCron } from "./cron.ts";
import { watchDiskRoom } from "./disk-room.ts";
import { withDatabase } from "./database.ts";
import { removeRunFile, writeRunFile, type HeldFolder } from "./data-dir.ts";
import { startPages } from "./dev-pages.ts";
import { applyMigrations } from "./migrations.ts";
import { greet, seed, type Seeded } from "./seed.ts";
import { createServing, type Serving } from "./serving.ts";
import { ownOrigin, SettingsError, type Settings } from "./settings.ts";
import { startSimulator, whenHistoryIsWritten, type Simulator } from "./simulator.ts";
import { startWatchdog } from "./watchdog.ts";
import { openWorkerLog } from "./worker-log.ts";
import { copyBundles, listCrons, openWorkers } from "./workers.ts";

const DATABASE_TRIES = 3;

/** `end` ends this process. */
type Process = { say: (line: string) => void; end: (code: number) => void };

export async function run(
  settings: Settings,
  folder: HeldFolder,
  { say, end }: Process,
): Promise<void> {
  const { dataDir } = settings;
  await buildAll(say, { pages: !settings.dev });
  // All that is made from here on, by workerd and the simulator too, is its owner's only.
  process.umask(0o077);

  const state: {
    simulator: Simulator | null;
    cron: (() => void) | null;
    stopping: boolean;
  } = { simulator: null, cron: null, stopping: false };
  const isStopping = (): boolean => state.stopping;
  const stop = async (code: number): Promise<void> => {
    if (state.stopping) return;
    state.stopping = true;
    state.cron?.();
    disk.stop();
    state.simulator?.stop();
    await serving.stop();
    if (folder.isHeld()) removeRunFile(dataDir);
    end(code);
  };
  /** Miniflare's own hook would end the process at once, with 143 and our files left behind. */
  const takeSignals = (): void => {
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const)
      process.removeAllListeners(signal).on(signal, () => void stop(0));
  };

  const jobs = { runNow: (): void => {} };
  // What waits for cron need not wait for its minute: `kill -USR2` with the runner's id, which run.json has.
  if (process.platform !== "win32") process.on("SIGUSR2", () => jobs.runNow());
  const watchdog = startWatchdog(dataDir);
  const bundles = copyBundles(settings, say);
  const workerLog = openWorkerLog(dataDir);
  const disk = watchDiskRoom({ dataDir, say });
  await disk.look();
  const serving = createServing({
    dataDir,
    open: () => {
      const internalPort = settings.dev ? settings.port + 1 : null;
      const miniflare = openWorkers(settings, bundles, workerLog, disk.hasRoom, internalPort);
      takeSignals();
      return miniflare;
    },
    served: (workerdPid) => {
      watchdog.guard(workerdPid);
      writeRunFile(dataDir, { workerdPid, port: settings.port }, say);
    },
    say,
  });
  folder.watch((why) => {
    say(why);
    void stop(1);
  });
  const seeded = await prepareDatabase(settings, say);
  say("starting the Workers …");
  goOnAfterErrors();
  try {
    await serving.start();
    void fireCron(serving, AT_START);
    const miniflare = serving.miniflare();
    if (settings.dev && miniflare) await startPages(settings, miniflare);
    await requireHealthy(settings);
  } catch (error) {
    if (!state.stopping) throw error;
  }
  if (state.stopping) return;
  const fire = (expression: string): Promise<void> => fireCron(serving, expression);
  const crons = listCrons(bundles);
  const fireEach = (expression: string): void => void fire(expression);
  state.cron = startCron(crons, fireEach);
  jobs.runNow = () => crons.forEach(fireEach);
  if (settings.simulator) state.simulator = startSimulator(settings);
  if (seeded.hasNewPast)
    void whenHistoryIsWritten(dataDir).then(() => learnDemo(crons, isStopping, fire));
  greet(settings, seeded, say);
}

/** Migrations and seeds are whole or not at all, and what is done is not done again: a workerd that ended is no reason to give up. */
async function prepareDatabase(settings: Settings, say: Process["say"]): Promise<Seeded> {
  requireSoundDatabase(settings.dataDir);
  for (let tries = 1; ; tries++) {
    try {
      return await withDatabase(settings.dataDir, async (db) => {
        const migrated = await applyMigrations(db);
        if (migrated.length > 0) say(`migrated: ${migrated.join(", ")}`);
        const warning = await clockWarning(openDb(db), Date.now() + settings.clockOffsetMs);
        if (warning !== null) say(warning);
        return seed(db, settings);
      });
    } catch (error) {
      if (error instanceof SettingsError || tries === DATABASE_TRIES) throw error;
    }
  }
}

/** A new demo's work burns by its first days, and its downtimes are foretold at once: each run of the jobs learns one make. */
async function learnDemo(
  crons: string[],
  stopping: () => boolean,
  fire: (expression: string) => Promise<void>,
): Promise<void> {
  if (!stopping()) await fire(AT_HISTORY);
  for (let make = 0; make < MAKES.length && !stopping(); make++)
    for (const expression of crons) await fire(expression);
}

async function fireCron(serving: Serving, expression: string): Promise<void> {
  try {
    await serving.fire(expression);
  } catch (error) {
    console.error(`cron ${expression} failed: ${String(error)}`);
  }
}

/** What is thrown where nobody waits for it (by Miniflare, as its workerd is killed) is said, and ends nothing that serves. */
function goOnAfterErrors(): void {
  for (const event of ["uncaughtException", "unhandledRejection"] as const)
    process.on(event, (error: unknown) => console.error("the runner goes on after:", error));
}

/** Pages, ingest and sockets answer. */
async function requireHealthy(at: Settings): Promise<void> {
  let last = "";
  for (let tries = 0; tries < 100; tries++) {
    try {
      const response = await fetch(`${ownOrigin(at)}/healthz`);
      if (response.ok) return;
      last = `${response.status} ${await response.text()}`;
    } catch (error) {
      last = String(error);
    }
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`Helios does not answer on port ${at.port}: ${last}`);
}
