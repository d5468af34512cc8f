/**
 * The runner behind `npm start`: build, serve, migrate, seed, simulate; ends cleanly on SIGTERM and
 * starts workerd again should it die. Everything it keeps lies under HELIOS_DATA.
 */
import { createServer } from "node:net";
import { MAKES } from "#app/domain/access/types.ts";
import { buildAll } from "#scripts/build.ts";
import { requireSoundDatabase } from "./check-database.ts";
import { openDb } from "#app/db/client.server.ts";
import { AT_HISTORY, AT_START } from "#app/domain/jobs.ts";
import { clockWarning } from "./check-clock.ts";
import { startCron } from "./cron.ts";
import { watchDiskRoom } from "./disk-room.ts";
import { withDatabase } from "./database.ts";
import { claimDataDir, removeRunFile, writeRunFile } from "./data-dir.ts";
import { startPages } from "./dev-pages.ts";
import { applyMigrations } from "./migrations.ts";
import { greet, seed, type Seeded } from "./seed.ts";
import { createServing, type Serving } from "./serving.ts";
import { ownOrigin, readSettings, SettingsError, type Settings } from "./settings.ts";
import { startSimulator, whenHistoryIsWritten, type Simulator } from "./simulator.ts";
import { startWatchdog } from "./watchdog.ts";
import { openWorkerLog } from "./worker-log.ts";
import { copyBundles, listCrons, openWorkers } from "./workers.ts";

const startedAt = Date.now();
const DATABASE_TRIES = 3;
const say = (line: string): void =>
  console.log(`${((Date.now() - startedAt) / 1000).toFixed(1).padStart(5)} s  ${line}`);

// A terminal or a pipe that was closed takes nothing of Helios along.
process.stdout.on("error", () => {});
process.stderr.on("error", () => {});
try {
  await main(readSettings(process.env, process.argv.slice(2)));
} catch (error) {
  const isTaken = (error as { code?: string }).code === "ERR_ADDRESS_IN_USE";
  if (isTaken)
    console.error(
      `Port ${process.env.PORT || 4000} was taken by another process just now. Set PORT to another.`,
    );
  else console.error(error instanceof SettingsError ? error.message : error);
  end(1);
}

async function main(settings: Settings): Promise<void> {
  const { dataDir } = settings;
  const folder = await claimDataDir(dataDir, settings.port, say);
  await requireFreePort(settings);
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
  const seeded = await prepareDatabase(settings);
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

/** Ends this process. The door (scripts/start.mjs) is told first: it ends one that hangs as it exits, which Node may. */
function end(code: number): void {
  const exit = () => process.exit(code);
  if (process.connected) process.send?.({ endsAs: code }, exit);
  else exit();
}

/** Migrations and seeds are whole or not at all, and what is done is not done again: a workerd that ended is no reason to give up. */
async function prepareDatabase(settings: Settings): Promise<Seeded> {
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
