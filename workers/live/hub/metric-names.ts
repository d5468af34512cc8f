/**
 * Which metrics a machine has, for joins: those of the registry (also before their first sample), those that a
 * mapping of the machine names, and those that ever had a sample. A name that is not known yet is asked for anew;
 * joins that wait for the same machine share an answer, which was asked for after each of them came.
 */
import { isRecent } from "#app/domain/is-recent.ts";
import { eq } from "drizzle-orm";
import { openDb, type Db } from "#app/db/client.server.ts";
import { telemetryDefinitions } from "#app/db/schema/index.ts";
import { findMetric } from "#app/domain/metrics/registry.ts";
import { recorderName, type RecorderPort } from "#app/domain/series/recorder-port.ts";
import type { Namespace } from "#app/platform/env.ts";

/** Names that were seen count so long without being asked for again. */
const KNOWN_MS = 10_000;
/** A machine is asked at most this often. */
const PAUSE_MS = 100;
const MAX_MACHINES = 500;

export type MetricNamesDeps = {
  /** The names that a machine has beside the registry's. */
  list: (deviceId: number) => Promise<string[]>;
  now: () => number;
  pause: (ms: number) => Promise<void>;
};

type Machine = {
  names: ReadonlySet<string>;
  askedAtMs: number;
  running: Promise<void> | null;
  /** The next question, for joins that came after the running one was asked. */
  next: Promise<void> | null;
};

export class MetricNames {
  readonly #deps: MetricNamesDeps;
  readonly #machines = new Map<number, Machine>();

  constructor(deps: MetricNamesDeps) {
    this.#deps = deps;
  }

  /** Throws when the machine's recorder or D1 does not answer. */
  async has(deviceId: number, metric: string): Promise<boolean> {
    if (findMetric(metric) !== undefined) return true;
    const machine = this.#machine(deviceId);
    if (machine.names.has(metric) && isRecent(machine.askedAtMs, this.#deps.now(), KNOWN_MS))
      return true;
    await this.#ask(deviceId, machine);
    return machine.names.has(metric);
  }

  #machine(deviceId: number): Machine {
    const known = this.#machines.get(deviceId);
    if (known !== undefined) return known;
    if (this.#machines.size >= MAX_MACHINES) this.#machines.clear();
    const machine: Machine = {
      names: new Set(),
      askedAtMs: -Infinity,
      running: null,
      next: null,
    };
    this.#machines.set(deviceId, machine);
    return machine;
  }

  /** Joins the next question that has not been asked yet. */
  #ask(deviceId: number, machine: Machine): Promise<void> {
    machine.next ??= this.#askNext(deviceId, machine);
    return machine.next;
  }

  async #askNext(deviceId: number, machine: Machine): Promise<void> {
    const { list, now, pause } = this.#deps;
    await machine.running?.catch(() => undefined);
    const dueInMs = PAUSE_MS - Math.abs(now() - machine.askedAtMs);
    if (dueInMs > 0) await pause(dueInMs);
    machine.askedAtMs = now();
    machine.running = list(deviceId).then((names) => {
      machine.names = new Set(names);
    });
    machine.next = null;
    return machine.running;
  }
}

export function listMetricNames(
  db: D1Database,
  recorders: Namespace<RecorderPort>,
): MetricNamesDeps["list"] {
  const asked = openDb(db);
  return async (deviceId) => {
    const [mapped, seen] = await Promise.all([
      listMapped(asked, deviceId),
      recorders.getByName(recorderName(deviceId)).metrics(),
    ]);
    return [...seen, ...mapped.map(({ humanKey }) => humanKey)];
  };
}

const listMapped = (db: Db, deviceId: number) =>
  db
    .selectDistinct({ humanKey: telemetryDefinitions.humanKey })
    .from(telemetryDefinitions)
    .where(eq(telemetryDefinitions.deviceId, deviceId));
