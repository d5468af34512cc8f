/**
 * One machine's recorder without its Durable Object: takes batches into the write-ahead log, keeps the unsealed hours
 * in memory, derives, feeds the live channels, seals hours to Parquet, packs days, rolls up, retires (DESIGN §2).
 *
 * Woken from its storage alone, in the constructor. What is due when is asked by `nextDueMs` and done by `work`.
 */
import { MachineMemory } from "#app/domain/series/machine-memory.ts";
import { MAX_UNMAPPED_METRICS } from "#app/domain/series/machine-metrics.ts";
import type {
  AdoptOutcome,
  DetectionStatus,
  ForgetOutcome,
  IngestOutcome,
  IngestRequest,
  IntakeSlot,
  LatestValues,
  RecorderConfig,
  RecorderStatus,
  SnapshotRequest,
  TagsByNeed,
  TagsQuestion,
} from "#app/domain/series/recorder-port.ts";
import type { Sample } from "#app/domain/series/types.ts";
import type { ObjectStore } from "#app/storage/object-store.ts";
import { answeredCompanions } from "#app/domain/detection/companions.ts";
import type { UtsReason } from "#app/domain/detection/why.ts";
import { Detection } from "./detection.ts";
import { Handover } from "./handover.ts";
import { AlarmWatch, type AlarmTransition } from "./alarm-watch.ts";
import { Forgetter } from "./forgetting.ts";
import { AS_NAMED, mappedMetrics, mappedSources } from "./config-metrics.ts";
import { Intake } from "./intake.ts";
import { BUSY, LIVE_AHEAD_MS, MAX_UNSEALED_SAMPLES } from "./limits.ts";
import { lateHour } from "./late-hour.ts";
import { LiveValues } from "./live-values.ts";
import { LogStore, type RecorderStorage } from "./log-store.ts";
import { ManifestStore } from "./manifest-store.ts";
import { Packer } from "./packer.ts";
import { Productivity } from "./productivity.ts";
import { replayLog } from "./replay-log.ts";
import { statusOf } from "./recorder-status.ts";
import { retentionOf, type RetentionSettings } from "#app/domain/series/retention.ts";
import { RetentionClock } from "./retention-clock.ts";
import { Roller } from "./roller.ts";
import { NO_SAMPLER, SamplerStats } from "./sampler-stats.ts";
import { ChunkCache } from "./chunk-cache.ts";
import { SealedReader } from "./sealed-reader.ts";
import { Sealer } from "./sealer.ts";
import { SnapshotAnswers } from "./snapshot-answers.ts";
import { StorageLoss } from "./storage-loss.ts";
import { tagsByNeed } from "./tags-by-need.ts";
import { UnreadableObjects } from "./unreadable-objects.ts";
import { Upkeep, type UpkeepEvent } from "./upkeep.ts";
import type { NextSnapshotPart, SeriesSnapshot } from "#app/domain/series/snapshot.ts";

export type MachineRecorderDeps = {
  deviceId: number;
  storage: RecorderStorage;
  store: ObjectStore;
  /** Unix milliseconds. */
  now: () => number;
  /** Since when Helios takes what machines send, by this clock; left out: not known. */
  upSinceMs?: number;
  retention: RetentionSettings;
  /** Memory holds what the log could not take: the caller forgets this object and wakes a new one. */
  abort: (error: unknown) => never;
  /** Lets other work have its turn, for about so long. */
  yieldToEvents: (ms?: number) => Promise<void>;
  /** Told what upkeep did. */
  report: (event: UpkeepEvent) => void;
  /** Tells D1 which alarms began or ended, in their order; told again when it fails. */
  tellAlarms: (transitions: AlarmTransition[]) => Promise<void>;
};

export class MachineRecorder {
  readonly logRows: number;
  readonly upkeep: Upkeep;
  readonly handover: Handover;
  readonly #deps: MachineRecorderDeps;
  readonly #memory = new MachineMemory();
  readonly #productivity = new Productivity(this.#memory);
  readonly #stats = new SamplerStats();
  readonly #log: LogStore;
  readonly #manifest: ManifestStore;
  readonly #sealed: SealedReader;
  readonly #answers: SnapshotAnswers;
  readonly #loss: StorageLoss;
  readonly #sealer: Sealer;
  readonly #intake: Intake;
  readonly #alarms: AlarmWatch;
  readonly #detection: Detection;
  readonly #forgetter: Forgetter;
  readonly #live: LiveValues;
  #config: RecorderConfig | null;

  constructor(deps: MachineRecorderDeps) {
    this.#deps = deps;
    this.#log = new LogStore(deps.storage);
    this.#manifest = new ManifestStore(deps.storage, this.#log, this.#memory.manifest);
    this.#sealed = new SealedReader(deps.store, this.#manifest);
    const shared = {
      ...deps,
      unreadable: new UnreadableObjects(deps),
      memory: this.#memory,
      log: this.#log,
      manifest: this.#manifest,
      sealed: this.#sealed,
      stats: this.#stats,
    };
    this.#detection = new Detection(shared);
    const believedMs = () => this.#config?.believedMs ?? Infinity;
    const clock = new RetentionClock({ ...shared, believedMs });
    this.#loss = new StorageLoss(shared);
    this.#sealer = new Sealer({ ...shared, detection: this.#detection });
    const isClosed = () => this.handover.moved !== null;
    this.#intake = new Intake({ ...shared, clock, sealer: this.#sealer, isClosed });
    const retention = () => retentionOf(deps.retention, this.#config?.tier ?? null);
    const chunks = new ChunkCache(this.#manifest);
    this.#forgetter = new Forgetter({
      ...shared,
      sealer: this.#sealer,
      detection: this.#detection,
      distrust: () => chunks.clear(),
    });
    this.upkeep = new Upkeep({
      ...shared,
      forgetter: this.#forgetter,
      loss: this.#loss,
      sealer: this.#sealer,
      detection: this.#detection,
      packer: new Packer(shared),
      roller: new Roller({ ...shared, clock, retention }),
    });
    const holdUpkeep = () => this.upkeep.holdForAnswer();
    this.handover = new Handover({ ...shared, sealer: this.#sealer, holdUpkeep });
    this.#answers = new SnapshotAnswers({
      ...shared,
      chunks,
      settle: (hourMs) => this.upkeep.seal(hourMs),
      holdUpkeep,
    });
    this.#live = new LiveValues({
      ...shared,
      detection: this.#detection,
      productivity: this.#productivity,
      setTarget: () => this.#setTarget,
    });
    this.#alarms = new AlarmWatch({
      hours: this.#memory.hours,
      read: () => this.#log.readMetaIfIntact("alarms"),
      write: (kept) => this.#log.writeMeta("alarms", kept),
      heardMs: (rule) =>
        this.#stats.heardOf(rule, (tag) => this.#memory.newest(tag, deps.now() + LIVE_AHEAD_MS)),
      upSinceMs: deps.upSinceMs ?? Infinity,
      isUsual: (tag, timeMs) => this.#memory.flagAt(tag, timeMs) === false,
      tell: deps.tellAlarms,
    });
    this.#config = this.#log.readMetaIfIntact<RecorderConfig>("config");
    this.#memory.metrics.setMapped(mappedMetrics(this.#config), mappedSources(this.#config));
    this.#detection.configure(this.#config, false);
    this.#memory.judge.detection = this.#detection;
    this.#memory.metrics.unmappedLimit = MAX_UNMAPPED_METRICS;
    this.logRows = replayLog(this.#log, this.#memory, this.#sealer, this.#stats, deps);
    this.#alarms.resume(this.#config?.alarms ?? [], deps.now());
  }

  get #setTarget(): number | null {
    return this.#config?.targetSheetsPerHour ?? null;
  }

  get config(): RecorderConfig | null {
    return this.#config;
  }

  /** The machine whose samples these are: another one than this recorder is named by, where it took that one's place. */
  get machineId(): number {
    return this.#config?.deviceId ?? this.#deps.deviceId;
  }

  /** False when it is older than what is known. */
  configure(config: RecorderConfig): boolean {
    if (this.#config && config.version < this.#config.version) return false;
    this.#config = config;
    this.#log.writeMeta("config", config);
    this.#memory.metrics.setMapped(mappedMetrics(config), mappedSources(config));
    this.#detection.configure(config, true);
    this.#alarms.await(config.alarms ?? [], this.#deps.now());
    return true;
  }

  async ingest(request: IngestRequest): Promise<IngestOutcome> {
    const now = this.#deps.now();
    const sampler = this.#config?.samplers.find(({ id }) => id === request.samplerId);
    const isActive = sampler?.keys.some(
      (key) => key.hash === request.keyHash && (key.expiresAtMs === null || key.expiresAtMs > now),
    );
    if (!sampler || !isActive) return { status: "unauthorized" };
    if (this.#isBusy) return BUSY;
    await this.#loss.tryToLook();
    const applied = await this.#intake.take(request, sampler, now);
    if (applied === null) return BUSY;
    const { accepted, duplicate, rejected } = applied;
    this.#stats.note(request, now, {
      accepted,
      duplicate,
      rejected: [...rejected, ...(request.rejected ?? [])],
    });
    return { status: "stored", accepted, duplicate, rejected };
  }

  get #isBusy(): boolean {
    return this.handover.moved !== null || this.#memory.samples > MAX_UNSEALED_SAMPLES;
  }

  /** Takes samples that another recorder hands over, under the metrics' own names. */
  async adopt(batch: Uint8Array): Promise<AdoptOutcome> {
    if (this.#isBusy) return BUSY;
    await this.#loss.tryToLook();
    const request = { samplerId: NO_SAMPLER, buffered: 0, dropped: 0, batch };
    const now = this.#deps.now();
    const applied = await this.#intake.take(request, AS_NAMED, now, { isAdopted: true });
    if (applied === null) return BUSY;
    return {
      status: "stored",
      refused: applied.rejected.reduce((sum, { count }) => sum + count, 0),
    };
  }

  /** Judges what came since the last look. Answers when D1 knows what changed; null when nothing did. */
  judgeAlarms(): Promise<void> | null {
    return this.#alarms.look(this.#config?.alarms ?? [], this.#deps.now());
  }

  /** The regular job comes so often. */
  setTurn(turnEveryMs: number): void {
    this.#alarms.turnEveryMs = turnEveryMs;
  }

  /** Throws SegmentDamagedError, SegmentMissingError, SeriesLostError. */
  async snapshot(request: SnapshotRequest): Promise<SeriesSnapshot> {
    await (this.#log.lastSeq === 0 ? this.#loss.look() : this.#loss.tryToLook());
    this.#loss.require(request.startMs);
    const { metrics, startMs, endMs, flags = false } = request;
    const companions = flags
      ? metrics.flatMap((metric) => this.#companionsOf(metric, startMs, endMs))
      : [];
    const answer = await this.#answers.begin({
      ...request,
      metrics: [...new Set([...metrics, ...companions])],
    });
    return {
      ...answer,
      bands: flags ? this.#detection.bandsOf(metrics, startMs, endMs) : {},
      targetSheetsPerHour: this.#productivity.target(this.#setTarget, this.#deps.now()),
      isTargetYoung: this.#productivity.isYoung(this.#setTarget, this.#deps.now()),
    };
  }

  /** What may stand beside the metric in an answer: a first flag may be made of an hour that is behind. */
  #companionsOf(metric: string, startMs: number, endMs: number): string[] {
    const names = answeredCompanions(metric);
    const { hours } = this.#memory;
    const isMade =
      this.#detection.isJudgedIn(metric, startMs, endMs) &&
      lateHour(this.#memory, endMs, hours.opened, new Set()) !== null;
    return isMade ? names : names.filter((name) => this.#detection.hasCompanion(name));
  }

  /** null when it was not asked for in time. */
  snapshotPart(more: string): NextSnapshotPart | null {
    return this.#answers.next(more);
  }

  latest(metrics: string[] | null): LatestValues {
    return this.#live.latest(metrics);
  }

  metrics(): string[] {
    return this.#live.metrics();
  }

  watch(metric: string): Sample | null {
    return this.#live.watch(metric);
  }

  unwatch(metric: string): void {
    this.#live.unwatch(metric);
  }

  takeFresh(): Map<string, Sample[]> {
    return this.#live.takeFresh();
  }

  /** A sampler's batches of the last day, by quarters of an hour. */
  intakeDay(samplerId: number): IntakeSlot[] {
    return this.#stats.day(samplerId, this.#deps.now());
  }

  /** A sampler's mapped tags, those first that need somebody. */
  tagsByNeed(question: TagsQuestion): TagsByNeed {
    const latest = (metrics: string[]) => this.latest(metrics);
    return tagsByNeed({ config: this.#config, latest, nowMs: this.#deps.now() }, question);
  }

  /** How far detection is with each mapped metric. */
  detection(): DetectionStatus {
    return this.#detection.status();
  }

  /** Why UTS' anomalies of the metric began in [startMs, endMs): the newest ones, ascending. */
  reasons(metric: string, startMs: number, endMs: number): UtsReason[] {
    return this.#detection.reasons(metric, startMs, endMs);
  }

  /** Samples up to then may be live. */
  get #liveMs(): number {
    return this.#deps.now() + LIVE_AHEAD_MS;
  }

  /** When a sample that lies ahead is to be published or judged, a silence judged, or D1 told again; Infinity when none is. */
  get nextLiveDueMs(): number {
    const aheadMs = Math.min(this.#live.nextMs, this.#alarms.nextMs) - LIVE_AHEAD_MS;
    return Math.min(aheadMs, this.#alarms.retryMs, this.#alarms.silentMs);
  }

  /** Takes unmapped metrics off the list, with what they stored or, `isKept`, leaving it. By metric, in the order given. */
  forget(metrics: readonly string[], isKept: boolean): Promise<ForgetOutcome[]> {
    return this.upkeep.run(() => metrics.map((name) => this.#forgetter.forget(name, isKept)));
  }

  status(): RecorderStatus {
    const parts = {
      memory: this.#memory,
      manifest: this.#manifest,
      log: this.#log,
      sealer: this.#sealer,
      stats: this.#stats,
    };
    return statusOf(this.machineId, parts);
  }
}
