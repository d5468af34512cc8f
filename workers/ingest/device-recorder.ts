/**
 * One machine's single writer, a Durable Object: the hooks and the ties to what lies outside (D1, R2, live channels,
 * alarm). What it does is in recorder/machine-recorder.ts.
 *
 * One whose machine took the place of another hands every call on to that one's recorder, which has the samples.
 *
 * An answer leaves only when its log row is committed (the object's output gate).
 */
import type { UtsReason } from "#app/domain/detection/why.ts";
import { DurableObject } from "cloudflare:workers";
import {
  answerOf,
  recorderName,
  type AdoptOutcome,
  type DetectionStatus,
  type ForgetOutcome,
  type IngestOutcome,
  type IngestRequest,
  type IntakeSlot,
  type LatestValues,
  type RecorderAnswer,
  type RecorderConfig,
  type RecorderPort,
  type RecorderQuestion,
  type RecorderStatus,
  type SnapshotRequest,
  type TagsByNeed,
  type TagsQuestion,
} from "#app/domain/series/recorder-port.ts";
import type { Sample } from "#app/domain/series/types.ts";
import { openDb } from "#app/db/client.server.ts";
import { loadRecorderConfig } from "#app/features/samplers/load-recorder-config.server.ts";
import { r2Store } from "#app/storage/object-store.ts";
import { nowMs, type IngestEnv } from "#app/platform/env.ts";
import { errorText, log } from "#app/platform/log.ts";
import { diskRoom } from "./disk-room.ts";
import { passOnAlarms } from "./pass-on-alarms.ts";
import { MAX_REST_MS, MOVE_PAUSE_MS, RETRY_MS } from "./recorder/limits.ts";
import { MachineRecorder } from "./recorder/machine-recorder.ts";
import { Publisher } from "./recorder/publisher.ts";
import { findUpSince } from "./up-since.ts";
import { parseRetention } from "#app/domain/series/retention.ts";
import type { NextSnapshotPart, SeriesSnapshot } from "#app/domain/series/snapshot.ts";

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
      upSinceMs: findUpSince(env, this.#now()),
      retention: parseRetention(env.SERIES_RETENTION),
      abort: (error) => this.#startAgain(error),
      yieldToEvents: (ms = 0) =>
        new Promise((resolve) => setTimeout(resolve, Math.min(ms, MAX_REST_MS))),
      report: (event) => log({ ...event, deviceId }),
      tellAlarms: (transitions) => passOnAlarms(env, this.#recorder.machineId, transitions),
    });
    this.#publisher = new Publisher(
      () => this.#recorder.machineId,
      env.METRIC_CHANNEL,
      (metric) => this.#recorder.unwatch(metric),
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
    const { moved } = this.#recorder.handover;
    // Until all is there, the samplers wait: what they correct must come after what is corrected.
    if (moved && !moved.isDone) return { status: "busy", retryAfterSeconds: RETRY_MS / 1000 };
    if (this.#home) return this.#home.ingest(request);
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
    return this.#holder.latest(metrics);
  }

  async snapshot(request: SnapshotRequest): Promise<SeriesSnapshot> {
    return this.#holder.snapshot(request);
  }

  async answers(questions: RecorderQuestion[]): Promise<RecorderAnswer[]> {
    return this.#home
      ? this.#home.answers(questions)
      : Promise.all(questions.map((question) => answerOf(this, question)));
  }

  async snapshotPart(more: string): Promise<NextSnapshotPart | null> {
    return this.#holder.snapshotPart(more);
  }

  async metrics(): Promise<string[]> {
    return this.#holder.metrics();
  }

  async configure(config: RecorderConfig): Promise<void> {
    if (this.#home) return this.#home.configure(config);
    if (!this.#recorder.configure(config)) return;
    log({ event: "recorder_config_loaded", deviceId: this.#deviceId, version: config.version });
    await this.#arm();
  }

  async configVersion(): Promise<number | null> {
    return this.#home ? this.#home.configVersion() : (this.#recorder.config?.version ?? null);
  }

  async listen(version: number, turnEveryMs: number): Promise<void> {
    if (this.#home) return this.#home.listen(version, turnEveryMs);
    await this.#haveConfig(version);
    this.#recorder.setTurn(turnEveryMs);
    this.#judgeAlarms();
    await this.#arm();
  }

  async watch(metric: string): Promise<Sample | null> {
    if (this.#home) return this.#home.watch(metric);
    this.#publisher.noteWatch(metric);
    const newest = this.#recorder.watch(metric);
    await this.#arm();
    return newest;
  }

  async unwatch(metric: string): Promise<void> {
    if (this.#home) return this.#home.unwatch(metric);
    this.#recorder.unwatch(metric);
  }

  async intakeDay(samplerId: number): Promise<IntakeSlot[]> {
    return this.#holder.intakeDay(samplerId);
  }

  async tagsByNeed(question: TagsQuestion): Promise<TagsByNeed> {
    if (this.#home) return this.#home.tagsByNeed(question);
    await this.#haveConfig(question.version);
    return this.#recorder.tagsByNeed(question);
  }

  async detection(): Promise<DetectionStatus> {
    return this.#holder.detection();
  }

  async reasons(metric: string, startMs: number, endMs: number): Promise<UtsReason[]> {
    return this.#holder.reasons(metric, startMs, endMs);
  }

  async forget(metrics: string[], isKept: boolean): Promise<ForgetOutcome[]> {
    if (this.#home) return this.#home.forget(metrics, isKept);
    const outcomes = await this.#recorder.forget(metrics, isKept);
    await this.#arm();
    return outcomes;
  }

  async status(): Promise<RecorderStatus> {
    return this.#holder.status();
  }

  async adopt(batch: Uint8Array): Promise<AdoptOutcome> {
    const outcome = await this.#recorder.adopt(batch);
    if (outcome.status === "stored") {
      this.#publishFresh();
      this.#judgeAlarms();
    }
    await this.#arm();
    return outcome;
  }

  async moveTo(recorderId: number): Promise<boolean> {
    if (recorderId === this.#deviceId) throw new Error("a recorder is not moved to itself");
    this.#recorder.handover.begin(recorderId);
    try {
      return await this.#goOnMoving();
    } finally {
      await this.#arm(MOVE_PAUSE_MS);
    }
  }

  async home(): Promise<number> {
    return this.#recorder.handover.moved?.recorderId ?? this.#deviceId;
  }

  /** The recorder that has the samples of this one's machine; null: this one. */
  get #home(): RecorderPort | null {
    const { moved } = this.#recorder.handover;
    return moved && this.env.RECORDER.getByName(recorderName(moved.recorderId));
  }

  /** What answers of the machine's samples as they are: that recorder, or what this one keeps. */
  get #holder(): RecorderPort | MachineRecorder {
    return this.#home ?? this.#recorder;
  }

  async #goOnMoving(): Promise<boolean> {
    const home = this.#home;
    return home !== null && (await this.#recorder.handover.run(home));
  }

  override async alarm(): Promise<void> {
    this.#alarmAtMs = Infinity;
    if (this.#home) return this.#keepMoved();
    // What lay ahead may be live by now.
    this.#publishFresh();
    this.#judgeAlarms();
    const hasRoom = () => diskRoom.has(this.env, (work) => this.ctx.waitUntil(work));
    const isDone = await this.#recorder.upkeep.work(hasRoom);
    await this.#arm(isDone ? 0 : RETRY_MS);
  }

  /** What is left to do here once the machine's samples belong elsewhere. */
  async #keepMoved(): Promise<void> {
    const { handover } = this.#recorder;
    try {
      await this.#goOnMoving();
      await handover.sweep();
    } catch (error) {
      log({ event: "recorder_move_failed", deviceId: this.#deviceId, error: errorText(error) });
      return this.#arm(RETRY_MS);
    }
    await this.#arm(MOVE_PAUSE_MS);
  }

  /** Sets the alarm to the next thing to do, unless it is set to that or earlier. `upkeepAfterMs`: no upkeep before then. */
  async #arm(upkeepAfterMs = 0): Promise<void> {
    const { upkeep, handover, nextLiveDueMs } = this.#recorder;
    const waitMs = handover.moved
      ? Math.max(upkeepAfterMs, handover.nextDueMs - this.#now())
      : Math.min(
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

  /** Settings of this version at least, where D1 has them. */
  async #haveConfig(version: number): Promise<void> {
    if ((this.#recorder.config?.version ?? -1) < version) await this.#loadConfig();
  }

  async #loadConfig(): Promise<void> {
    const config = await loadRecorderConfig(
      { db: openDb(this.env.DB), now: this.#now() },
      this.#recorder.machineId,
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

  #now(): number {
    return nowMs(this.env);
  }

  /** Memory holds what the log does not: forget it all and wake anew from the log. */
  #startAgain(error: unknown): never {
    this.ctx.abort(`log row not written: ${errorText(error)}`);
    throw error;
  }
}
