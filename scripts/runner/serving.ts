/**
 * Keeps the Workers served: one workerd at a time, and another when it ends, whatever ended it and however often. What keeps
 * the next one from starting is said, and tried again after a growing pause, for as long as Helios runs.
 */
import type { Miniflare } from "miniflare";
import { setTimeout as sleep } from "node:timers/promises";
import { isAlive } from "./is-alive.ts";
import { endProcesses, identifyFolder, listWorkerds } from "./processes.ts";
import { findWorkerd, openCron, type FireCron } from "./workers.ts";

/** Before the next try, by the number of those that failed or lived too short. */
const PAUSES_MS = [0, 250, 500, 1_000, 2_000, 5_000, 10_000];
/** One that lived so long starts the pauses anew. */
const LIVED_MS = 10_000;
/** A start that never was one is given up, so that a wrong setting is told. */
const FIRST_TRIES = 5;
/** A start takes a second; a busy machine takes a multiple of that. */
const READY_MS = 60_000;
/** Ending takes a second; workerd and Miniflare may wait for each other instead. */
const DISPOSE_MS = 5_000;
const WATCH_MS = 250;
/** Linux tells which processes there are; elsewhere one that is not found may still be there. */
const TELLS_PROCESSES = process.platform === "linux";

export type Serving = {
  /** Resolves once the first workerd serves, or when stopped before; rejects with what keeps it from starting. */
  start(): Promise<void>;
  miniflare(): Miniflare | null;
  /** Runs the jobs; rejects while nothing serves. */
  fire: FireCron;
  stop(): Promise<void>;
};

type Deps = {
  dataDir: string;
  open: () => Miniflare;
  /** Called as each workerd serves. Null: the system does not tell its process. */
  served: (workerdPid: number | null) => void;
  say: (line: string) => void;
};

export function createServing({ dataDir, open, served, say }: Deps): Serving {
  const folder = identifyFolder(dataDir);
  const stopping = new AbortController();
  let current: Miniflare | null = null;
  let fireCron: FireCron | null = null;
  let failures = 0;

  const close = async (): Promise<void> => {
    const closing = current;
    [current, fireCron] = [null, null];
    if (closing === null) return;
    // All that was answered is on the disk.
    await within(closing.dispose(), DISPOSE_MS).catch(() => {});
    await endProcesses(listWorkerds(folder));
  };
  const serveOnce = async (): Promise<number | null> => {
    const miniflare = open();
    current = miniflare;
    await within(miniflare.ready, READY_MS);
    const pid = findWorkerd();
    // Killed as it began to serve: Miniflare may start another one by itself, but nobody would watch that one.
    if (pid === null && TELLS_PROCESSES) throw new Error("workerd ended as it began to serve");
    fireCron = openCron(miniflare);
    return pid;
  };
  const keepTrying = async (isFirst: boolean): Promise<void> => {
    for (;;) {
      await sleep(PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)], null, {
        signal: stopping.signal,
      });
      try {
        const pid = await serveOnce();
        stopping.signal.throwIfAborted();
        served(pid);
        void watch(pid, performance.now());
        return;
      } catch (error) {
        failures++;
        await close();
        if (stopping.signal.aborted) return;
        const isTaken = (error as { code?: string }).code === "ERR_ADDRESS_IN_USE";
        if (isFirst && (isTaken || failures >= FIRST_TRIES)) throw error;
        const pause = PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)] as number;
        say(`workerd cannot be started: ${firstLine(error)}; next try in ${pause / 1000} s`);
      }
    }
  };
  const watch = async (pid: number | null, since: number): Promise<void> => {
    // Where the process is not known, Miniflare starts another one by itself, once.
    if (pid === null) return;
    while (isAlive(pid)) await sleep(WATCH_MS, null, { ref: false });
    if (stopping.signal.aborted) return;
    failures = performance.now() - since >= LIVED_MS ? 0 : failures + 1;
    say("workerd ended; starting it again");
    await close();
    await keepTrying(false).catch(() => {});
    if (!stopping.signal.aborted) say("serving again");
  };

  return {
    start: () =>
      keepTrying(true).catch((error: unknown) => {
        if (!stopping.signal.aborted) throw error;
      }),
    miniflare: () => current,
    fire: async (expression) => {
      if (fireCron === null) throw new Error("nothing serves at the moment");
      try {
        await fireCron(expression);
      } catch (error) {
        // Jobs that end because Helios does have not failed.
        if (!stopping.signal.aborted) throw error;
      }
    },
    stop: async () => {
      stopping.abort();
      await close();
    },
  };
}

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).trim().split("\n", 1)[0] as string;

/** Rejects when it takes longer; what comes of it later is nobody's. */
async function within<T>(promise: Promise<T>, ms: number): Promise<T> {
  const done = new AbortController();
  promise.catch(() => {});
  try {
    const late = sleep(ms, null, { signal: done.signal, ref: false }).then(() => {
      throw new Error(`no answer within ${ms / 1000} s`);
    });
    late.catch(() => {});
    return await Promise.race([promise, late]);
  } finally {
    done.abort();
  }
}
