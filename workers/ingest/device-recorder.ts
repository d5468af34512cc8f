/**
 * One machine's single writer, a Durable Object: the hooks and the ties to what lies outside (D1, R2, live channels,
 * alarm). What it does is in recorder/machine-recorder.ts.
 *
 * An answer leaves only when its log row is committed (the object's output gate).
 */
import { DurableObject } from "cloudflare:workers";
import type {
  DetectionStatus,
  IngestOutcome,
  IngestRequest,
  LatestValues,
  RecorderConfig,
  RecorderPort,
  RecorderStatus,
  SnapshotRequest,
} from "#app/domain/series/recorder-port.ts";
import { topicsOfChange } from "#app/domain/live/ports.ts";
import type { Sample } from "#app/domain/series/types.ts";
import { openDb } from "#app/db/client.server.ts";
import { saveAlarmStates } from "#app/features/alarms/save-alarm-states.server.ts";
import { loadRecorderConfig } from "#app/features/samplers/load-recorder-config.server.ts";
import { r2Store } from "#app/storage/object-store.ts";
import { nowMs, type IngestEnv } from "#app/platform/env.ts";
import { errorText, log } from "#app/platform/log.ts";
import type { AlarmTransition } from "./recorder/alarm-watch.ts";
import { RETRY_MS } from "./recorder/limits.ts";
import { MachineRecorder } from "./recorder/machine-recorder.ts";
import { Publisher } from "./recorder/publisher.ts";
import { parseRetention } from "#app/domain/series/retention.ts";
import type { NextSnapshotPart, SeriesSnapshot } from "#app/domain/series/snapshot.ts";

/** Alarms that go on together are told together. */
const GATHER_SECONDS = 2;
type Settled = { status: string; reason?: unknown };

export class DeviceRecorder extends DurableObject<IngestEnv> implements RecorderPort {
  readonly #deviceId: number;
  readonly #recorder: MachineRecorder;
  readonly #publisher: Publisher;
  #alarmAtMs = Infinity;

  constructor(ctx: DurableObjectState, env: IngestEnv) {
    super(ctx, env);
    const startedAt = Date.now();
    const deviceId = Number(/^device:(\d+)$/.exec(ctx.id.name ?? "")?.[1]);
    this.#deviceId = deviceId;
    this.#recorder = new MachineRecorder({
      deviceId,
      storage: ctx.storage,
      store: r2Store(env.SERIES),
      now: () => this.#now(),
      retention: parseRetention(env.SERIES_RETENTION),
      fail: (error) => this.#startAgain(error),
      rest: () => new Promise((resolve) => setTimeout(resolve, 0)),
      tell: (event) => log({ ...event, deviceId }),
      tellAlarms: (transitions) => this.#tellAlarms(transitions),
    });
    this.#publisher = new Publisher(deviceId, env.METRIC_CHANNEL, (metric) =>
      this.#recorder.unwatch(metric),
    );
    const { logRows } = this.#recorder;
    if (logRows > 0) log({ event: "recorder_woke", deviceId, logRows, ms: Date.now() - startedAt });
    void ctx.blockConcurrencyWhile(async () => {
      this.#alarmAtMs = (await ctx.storage.getAlarm()) ?? Infinity;
      // One that is due woke this object: setting it anew would cancel it, again at every wake of a quiet machine.
      if (this.#alarmAtMs > Date.now()) await this.#arm();
    });
  }

  async ingest(request: IngestRequest): Promise<IngestOutcome> {
    if (!this.#recorder.config) await this.#loadConfig();
    const outcome = await this.#recorder.ingest(request);
    if (outcome.status === "stored") {
      this.#publishFresh();
      this.#judgeAlarms();
    }
    if (outcome.status !== "unauthorized") await this.#arm();
    return outcome;
  }

  async latest(metrics: string[] | null): Promise<LatestValues> {
    return this.#recorder.latest(metrics);
  }

  async snapshot(request: SnapshotRequest): Promise<SeriesSnapshot> {
    return this.#recorder.snapshot(request);
  }

  async snapshotPart(more: string): Promise<NextSnapshotPart | null> {
    return this.#recorder.snapshotPart(more);
  }

  async metrics(): Promise<string[]> {
    return this.#recorder.metrics();
  }

  async configure(config: RecorderConfig): Promise<void> {
    if (!this.#recorder.configure(config)) return;
    log({ event: "recorder_config_loaded", deviceId: this.#deviceId, version: config.version });
  }

  async watch(metric: string): Promise<Sample | null> {
    this.#publisher.noteWatch(metric);
    const newest = this.#recorder.watch(metric);
    await this.#arm();
    return newest;
  }

  async unwatch(metric: string): Promise<void> {
    this.#recorder.unwatch(metric);
  }

  async detection(): Promise<DetectionStatus> {
    return this.#recorder.detection();
  }

  async status(): Promise<RecorderStatus> {
    return this.#recorder.status();
  }

  override async alarm(): Promise<void> {
    this.#alarmAtMs = Infinity;
    // What lay ahead may be live by now.
    this.#publishFresh();
    this.#judgeAlarms();
    const isDone = await this.#recorder.upkeep.work();
    await this.#arm(isDone ? 0 : RETRY_MS);
  }

  /** Sets the alarm to the next thing to do, unless it is set to that or earlier. `upkeepAfterMs`: no upkeep before then. */
  async #arm(upkeepAfterMs = 0): Promise<void> {
    const { upkeep, nextLiveDueMs } = this.#recorder;
    const waitMs = Math.min(
      Math.max(upkeepAfterMs, upkeep.nextDueMs - this.#now()),
      nextLiveDueMs - this.#now(),
    );
    if (waitMs === Infinity) return;
    // Helios' clock may be shifted, the alarm's is not.
    const atMs = Date.now() + Math.max(waitMs, 50);
    if (atMs >= this.#alarmAtMs - 1000 && this.#alarmAtMs > Date.now()) return;
    this.#alarmAtMs = atMs;
    await this.ctx.storage.setAlarm(atMs);
  }

  async #loadConfig(): Promise<void> {
    const config = await loadRecorderConfig(
      { db: openDb(this.env.DB), now: this.#now() },
      this.#deviceId,
    );
    if (config) await this.configure(config);
  }

  #publishFresh(): void {
    const fresh = this.#recorder.takeFresh();
    if (fresh.size > 0) this.#publisher.publish(fresh);
  }

  /** After what is published: an alarm is told of within the same turn, and never holds the sampler's answer. */
  #judgeAlarms(): void {
    const told = this.#recorder.judgeAlarms();
    if (told === null) return;
    const fail = (error: unknown) => {
      log({ event: "alarm_not_told", deviceId: this.#deviceId, error: errorText(error) });
      return this.#arm();
    };
    this.ctx.waitUntil(told.catch(fail));
  }

  /** Once D1 knows them, pages that show the machine's alarms read them again. */
  async #tellAlarms(transitions: AlarmTransition[]): Promise<void> {
    const deps = { db: openDb(this.env.DB), now: this.#now() };
    await saveAlarmStates(deps, this.#deviceId, transitions);
    const told = topicsOfChange(this.#deviceId, "alarms").map((topic) =>
      this.env.METRIC_CHANNEL.getByName(topic).changed(),
    );
    const left = transitions.some(({ inAlarm }) => inAlarm)
      ? this.env.JOBS.send(
          { type: "tell_alarms", deviceId: this.#deviceId },
          { delaySeconds: GATHER_SECONDS },
        )
      : null;
    // D1 has both: pages read it again by themselves, and cron finds what no job was left for.
    for (const { status, reason } of (await Promise.allSettled([...told, left])) as Settled[])
      if (status === "rejected")
        log({ event: "live_failed", where: "alarms changed", error: errorText(reason) });
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
