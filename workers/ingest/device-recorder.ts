/**
 * One machine's single writer: takes batches into its write-ahead log, keeps the unsealed hours in
 * memory, derives, feeds the live channels, seals hours to Parquet in R2 (DESIGN §2).
 *
 * An answer leaves only when its log row is committed (the object's output gate). This class holds the hooks;
 * what they decide is in recorder/ and app/domain/series.
 */
import { DurableObject } from "cloudflare:workers";
import { MachineMemory } from "../../app/domain/series/machine-memory.ts";
import { PRODUCTIVITY } from "../../app/domain/series/productivity.ts";
import type {
  IngestOutcome,
  IngestRequest,
  LatestValues,
  RecorderConfig,
  RecorderPort,
  RecorderStatus,
  SnapshotRequest,
} from "../../app/domain/series/recorder-port.ts";
import type { Sample, SeriesSnapshot } from "../../app/domain/series/types.ts";
import { openDb } from "../../app/db/client.server.ts";
import { saveAlarmStates } from "../../app/features/alarms/save-alarm-states.server.ts";
import { loadRecorderConfig } from "../../app/features/samplers/load-recorder-config.server.ts";
import { r2Store, type ObjectStore } from "../../app/storage/object-store.ts";
import { nowMs, type IngestEnv } from "../env.ts";
import { errorText, log } from "../log.ts";
import { AlarmWatch } from "./recorder/alarm-watch.ts";
import { Intake } from "./recorder/intake.ts";
import { MAX_TURN_MS, MAX_UNSEALED_SAMPLES, RETRY_MS } from "./recorder/limits.ts";
import { LogStore } from "./recorder/log-store.ts";
import { Productivity } from "./recorder/productivity.ts";
import { Publisher } from "./recorder/publisher.ts";
import { recall } from "./recorder/recall.ts";
import { SamplerBook } from "./recorder/sampler-book.ts";
import { Sealer } from "./recorder/sealer.ts";
import { takeSnapshot } from "./recorder/snapshot.ts";

export class DeviceRecorder extends DurableObject<IngestEnv> implements RecorderPort {
  readonly #deviceId: number;
  readonly #memory = new MachineMemory();
  readonly #productivity = new Productivity(this.#memory);
  readonly #log: LogStore;
  readonly #store: ObjectStore;
  readonly #sealer: Sealer;
  readonly #intake: Intake;
  readonly #publisher: Publisher;
  readonly #alarms: AlarmWatch;
  readonly #book = new SamplerBook();
  #config: RecorderConfig | null;
  #alarmAtMs = Infinity;
  #sealing: Promise<unknown> = Promise.resolve();

  constructor(ctx: DurableObjectState, env: IngestEnv) {
    super(ctx, env);
    const startedAt = Date.now();
    this.#deviceId = Number(/^device:(\d+)$/.exec(ctx.id.name ?? "")?.[1]);
    this.#log = new LogStore(ctx.storage);
    this.#store = r2Store(env.SERIES);
    const shared = { memory: this.#memory, log: this.#log, store: this.#store };
    this.#sealer = new Sealer({ ...shared, book: this.#book, deviceId: this.#deviceId, now: () => this.#now() });
    this.#intake = new Intake({ ...shared, sealer: this.#sealer, fail: (error) => this.#startAgain(error) });
    this.#publisher = new Publisher(this.#deviceId, env.METRIC_CHANNEL, (metric) => this.#stopWatching(metric));
    this.#alarms = new AlarmWatch({
      hours: this.#memory.hours,
      read: () => this.#log.readMeta("alarms"),
      write: (kept) => this.#log.writeMeta("alarms", kept),
      tell: (states) => saveAlarmStates({ db: openDb(env.DB) }, this.#deviceId, states),
    });
    this.#config = this.#log.readMeta<RecorderConfig>("config");
    const logRows = recall(this.#log, this.#memory, this.#sealer, this.#book);
    if (logRows > 0) log({ event: "recorder_woke", deviceId: this.#deviceId, logRows, ms: Date.now() - startedAt });
    void ctx.blockConcurrencyWhile(async () => {
      this.#alarmAtMs = (await ctx.storage.getAlarm()) ?? Infinity;
      // One that is due woke this object: setting it anew would cancel it, again at every wake of a quiet machine.
      if (this.#alarmAtMs > Date.now()) await this.#arm();
    });
  }

  async ingest(request: IngestRequest): Promise<IngestOutcome> {
    const sampler = (await this.#requireConfig())?.samplers.find(({ id }) => id === request.samplerId);
    const now = this.#now();
    const isActive = sampler?.keys.some((key) => key.hash === request.keyHash && (key.expiresAtMs === null || key.expiresAtMs > now));
    if (!sampler || !isActive) return { status: "unauthorized" };
    if (this.#memory.samples > MAX_UNSEALED_SAMPLES) {
      await this.#arm();
      return { status: "busy", retryAfterSeconds: 2 };
    }
    const { accepted, duplicate, rejected } = await this.#intake.take(request, sampler, now);
    this.#book.note(request, now, { accepted, duplicate, rejected: [...rejected, ...(request.rejected ?? [])] });
    this.#publishFresh();
    this.#judgeAlarms(now);
    await this.#arm();
    return { status: "stored", accepted, duplicate, rejected };
  }

  async latest(metrics: string[] | null): Promise<LatestValues> {
    const values = (metrics ?? this.#memory.metricNames()).flatMap((metric): [string, Sample][] => {
      const sample = this.#memory.latest.get(metric);
      return sample ? [[metric, sample]] : [];
    });
    const productivity = metrics === null || metrics.includes(PRODUCTIVITY) ? this.#latestProductivity() : null;
    return Object.fromEntries(productivity ? [...values, [PRODUCTIVITY, productivity]] : values) as LatestValues;
  }

  async snapshot(request: SnapshotRequest): Promise<SeriesSnapshot> {
    const settle = (hourMs: number): Promise<void> => this.#exclusively(() => this.#sealOne(hourMs));
    const taken = await takeSnapshot({ memory: this.#memory, log: this.#log, store: this.#store, settle }, request);
    return { ...taken, targetSheetsPerHour: this.#productivity.target(this.#config?.targetSheetsPerHour ?? null, this.#now()) };
  }

  async metrics(): Promise<string[]> {
    const names = this.#memory.metricNames();
    return this.#latestProductivity() && !names.includes(PRODUCTIVITY) ? [...names, PRODUCTIVITY].sort() : names;
  }

  async configure(config: RecorderConfig): Promise<void> {
    if (this.#config && config.version < this.#config.version) return;
    this.#config = config;
    this.#log.writeMeta("config", config);
    log({ event: "recorder_config_loaded", deviceId: this.#deviceId, version: config.version });
  }

  async watch(metric: string): Promise<Sample | null> {
    const newest = (await this.latest([metric]))[metric] ?? null;
    this.#publisher.noteWatch(metric);
    this.#log.setWatched(metric, true);
    this.#memory.watched.set(metric, newest?.timeMs ?? -Infinity);
    return newest;
  }

  async unwatch(metric: string): Promise<void> {
    this.#stopWatching(metric);
  }

  async status(): Promise<RecorderStatus> {
    return {
      deviceId: this.#deviceId,
      newestSampleMs: max([...this.#memory.latest.values()].map((sample) => sample.timeMs)),
      lastBatchAtMs: this.#book.lastBatchAtMs,
      unsealedSamples: this.#memory.samples,
      unsealedBytes: this.#log.bytes,
      segments: this.#memory.sealed.size,
      lastSealAtMs: this.#sealer.lastSealAtMs,
      samplers: this.#book.list(),
    };
  }

  override async alarm(): Promise<void> {
    this.#alarmAtMs = Infinity;
    const turnEndsMs = Date.now() + MAX_TURN_MS;
    let failed = false;
    for (let hour = this.#sealer.nextHour(); hour !== null && Date.now() < turnEndsMs && !failed; hour = this.#sealer.nextHour()) {
      const due = hour;
      failed = !(await this.#exclusively(() => this.#sealOne(due)).then(
        () => true,
        () => false,
      ));
    }
    const due = this.#log.nextGarbageMs <= this.#now() ? this.#log.garbage(this.#now()) : [];
    if (due.length > 0 && !failed) {
      await this.#store.delete(due);
      this.#log.forgetGarbage(due);
    }
    await this.#arm(failed ? RETRY_MS : 0);
  }

  async #sealOne(hourMs: number): Promise<void> {
    const startedAt = Date.now();
    const hour = new Date(hourMs).toISOString();
    try {
      const held = this.#memory.hours.get(hourMs);
      if (!held && !this.#memory.sealed.get(hourMs)?.rederive) return;
      const { rows, bytes } = await this.#sealer.seal(hourMs);
      log({ event: "recorder_sealed", deviceId: this.#deviceId, hour, rows, bytes, ms: Date.now() - startedAt });
    } catch (error) {
      log({ event: "recorder_seal_failed", deviceId: this.#deviceId, hour, error: errorText(error) });
      throw error;
    }
  }

  /** One seal at a time: each takes memory and CPU, and two of one hour would race. */
  #exclusively<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#sealing.then(work, work);
    this.#sealing = done.catch(() => {});
    return done;
  }

  /** Sets the alarm to the next thing to do, unless it is set to that or earlier. */
  async #arm(atLeastMs = 0): Promise<void> {
    const now = this.#now();
    const due = Math.min(this.#sealer.nextDueMs(), this.#log.nextGarbageMs);
    if (due === Infinity) return;
    // Helios' clock may be shifted, the alarm's is not.
    const atMs = Date.now() + Math.max(atLeastMs, due - now, 50);
    if (atMs >= this.#alarmAtMs - 1000 && this.#alarmAtMs > Date.now()) return;
    this.#alarmAtMs = atMs;
    await this.ctx.storage.setAlarm(atMs);
  }

  async #requireConfig(): Promise<RecorderConfig | null> {
    if (this.#config) return this.#config;
    const config = await loadRecorderConfig({ db: openDb(this.env.DB), now: this.#now() }, this.#deviceId);
    if (config) await this.configure(config);
    return this.#config;
  }

  #latestProductivity(): Sample | null {
    return this.#productivity.latest(this.#config?.targetSheetsPerHour ?? null, this.#now());
  }

  #publishFresh(): void {
    const { watched } = this.#memory;
    if (watched.size === 0) return;
    const fresh = this.#memory.takeFresh();
    const productivity = watched.has(PRODUCTIVITY) && !this.#memory.kinds.has(PRODUCTIVITY) ? this.#latestProductivity() : null;
    if (productivity && productivity.timeMs > (watched.get(PRODUCTIVITY) ?? -Infinity)) {
      fresh.set(PRODUCTIVITY, [productivity]);
      watched.set(PRODUCTIVITY, productivity.timeMs);
    }
    if (fresh.size > 0) this.#publisher.publish(fresh);
  }

  /** After what is published: an alarm is told of within the same turn, and never holds the sampler's answer. */
  #judgeAlarms(now: number): void {
    const told = this.#alarms.look(this.#config?.alarms ?? [], now);
    if (told === null) return;
    const fail = (error: unknown) => log({ event: "alarm_not_told", deviceId: this.#deviceId, error: errorText(error) });
    this.ctx.waitUntil(told.catch(fail));
  }

  #stopWatching(metric: string): void {
    this.#memory.watched.delete(metric);
    this.#log.setWatched(metric, false);
  }

  #now(): number {
    return nowMs(this.env);
  }

  /** Memory holds what the log does not: forget it all and wake anew from the log. */
  #startAgain(error: unknown): never {
    this.ctx.abort(`log row not written: ${errorText(error)}`);
    throw error;
  }
}

const max = (values: number[]): number | null => (values.length === 0 ? null : Math.max(...values));
