import type { AlarmRule } from "#app/domain/alarms/judge.ts";
import type { DetectionRules } from "#app/domain/detection/rules.ts";
import type { UtsReason } from "#app/domain/detection/why.ts";
import { DAY_MS, MINUTE_MS } from "#app/domain/durations.ts";
import type { Kind, Sample } from "./types.ts";
import type { NextSnapshotPart, SeriesSnapshot } from "./snapshot.ts";

/** One sampler batch as the ingest Worker hands it to the machine's recorder. */
export type IngestRequest = {
  samplerId: number;
  /** SHA-256 of the sampler key, hex: the recorder refuses a key that was revoked meanwhile. */
  keyHash: string;
  batchId: string;
  /** The encoded samples, see domain/series/batch.ts. Written to the log as it is. */
  batch: Uint8Array;
  /** The sampler's own counts of samples waiting and given up. */
  buffered: number;
  dropped: number;
  /** What the ingest Worker refused of the batch already; counted for the sampler's status only. */
  rejected?: Rejection[];
};

export const REJECT_REASONS = [
  "unmapped",
  "future",
  "too_old",
  "bad_value",
  "too_many_metrics",
] as const;
export type RejectReason = (typeof REJECT_REASONS)[number];
export type Rejection = { tag: string; reason: RejectReason; count: number };

export type IngestOutcome =
  | { status: "stored"; accepted: number; duplicate: number; rejected: Rejection[] }
  | { status: "unauthorized" }
  | { status: "busy"; retryAfterSeconds: number };

/** `refused`: samples past retention. */
export type AdoptOutcome =
  | { status: "stored"; refused: number }
  | { status: "busy"; retryAfterSeconds: number };

/** Everything a recorder needs to know about its machine, kept in its own storage, pushed when it changes. */
export type RecorderConfig = {
  deviceId: number;
  /** Grows with every change; a push with an older one is ignored. */
  version: number;
  timezone: string;
  /** How late Helios held it to be when this was told (domain/kept-clock.ts), Unix ms. Left out: as late as its clock says. */
  believedMs?: number;
  /** Name of the machine's service tier; null without one. */
  tier?: string | null;
  targetSheetsPerHour: number | null;
  samplers: {
    id: number;
    onlyMappedTags: boolean;
    keys: { hash: string; expiresAtMs: number | null }[];
    /** machine_key to human_key. */
    mappings: Record<string, string>;
    /** Of human keys whose type is known, what they are read as. Left out: none, as an older release told it. */
    kinds?: Record<string, Kind>;
    /** Of human keys, how they are judged. Left out: not at all, as an older release told it. */
    detection?: DetectionRules;
  }[];
  /** Left out: none, as a recorder remembers that was told before there were any. */
  alarms?: AlarmRule[];
};

/** `expected`: known by name or mapped, which stays; `unknown`: it never had a sample, or none that is left. */
export type ForgetOutcome = "forgotten" | "expected" | "unknown";

/** Newest sample per metric, raw and derived. */
export type LatestValues = Record<string, Sample>;

/** Which of a sampler's mapped tags are asked for, by the settings of `version` at least. */
export type TagsQuestion = {
  samplerId: number;
  version: number;
  /** From 1. */
  page: number;
  limit: number;
  /** Up to so many are answered all, whichever the page. */
  atOnce: number;
};
/** `sample`: the newest; null when none ever came. */
export type ListedTag = { machineKey: string; metric: string; sample: Sample | null };
export type TagsByNeed = {
  /** Of all mapped tags. */
  count: number;
  never: number;
  silent: number;
  /** The one that was answered: the last where the asked one is beyond it. */
  page: number;
  /** Those that never came first, then the silent ones, the longest first; the rest by machine key. */
  tags: ListedTag[];
};

export type SnapshotRequest = {
  metrics: string[];
  startMs: number;
  endMs: number;
  /** Equal buckets that will be made of it: how coarse the parts may be. */
  buckets: number;
  /** Nothing but samples will do. */
  exact?: boolean;
  /** The states of the range too. */
  states?: boolean;
  /** Flags and bounds of the metrics too, as far as there are any. */
  flags?: boolean;
  /** What each bucket is worth and nothing else: samples may answer in place of minutes that are hardly fewer. */
  plain?: boolean;
};

/** Questions that go in one call, and the answer to each. */
export type RecorderQuestion =
  | { latest: string[] | null }
  | { status: true }
  | { snapshot: SnapshotRequest };
export type RecorderAnswer = LatestValues | RecorderStatus | SeriesSnapshot;

/** How far detection is, by mapped metric. */
export type DetectionStatus = Record<
  string,
  {
    threshold: boolean;
    uts: boolean;
    /** Of the last 30 days, while the machine ran; from `needed` on it is judged by its thresholds. */
    samples: number;
    needed: number;
    /** It only grows: no threshold is found for it. */
    isCounter: boolean;
    isJudged: boolean;
  }
>;

/**
 * What a sampler said of itself last, and what became of its samples. The counts outlive a restart, but for
 * the duplicates and rejections since the last seal.
 */
export type SamplerStatus = {
  samplerId: number;
  lastBatchAtMs: number;
  buffered: number;
  dropped: number;
  accepted: number;
  duplicate: number;
  rejected: number;
  rejectedBy: Record<RejectReason, number>;
};

/** A quarter of an hour in which a sampler sent something. */
export type IntakeSlot = {
  /** When it begins, Unix milliseconds. */
  startMs: number;
  batches: number;
  accepted: number;
  duplicate: number;
  rejectedBy: Partial<Record<RejectReason, number>>;
  /** The most samples that waited at the sampler, as it said. */
  buffered: number;
  /** Samples that the sampler gave up in it, as it said. */
  dropped: number;
};
export const INTAKE_SLOT_MS = 15 * MINUTE_MS;
export const INTAKE_DAY_MS = DAY_MS;

export type RecorderStatus = {
  deviceId: number;
  /** Newest sample's time and when the last batch came; null before the first. */
  newestSampleMs: number | null;
  lastBatchAtMs: number | null;
  unsealedSamples: number;
  unsealedBytes: number;
  /** Objects that hold samples: hours, parts of days, days. */
  segments: number;
  /** Files of roll-ups. */
  rollupFiles: number;
  /** Hours in memory that are past their sealing time. */
  overdueHours: number;
  /** Of all objects. */
  storedBytes: number;
  /** By the recorder's clock; null when no hour was sealed yet. */
  lastSealAtMs: number | null;
  metrics: MetricCounts;
  samplers: SamplerStatus[];
};

/** Metrics that the machine's samplers sent; those that are neither known by name nor mapped have `unmappedLimit` places. */
export type MetricCounts = { count: number; unmapped: number; unmappedLimit: number };

/**
 * The RPC surface of DeviceRecorder (a Durable Object, one per machine, named `device:{id}`). One that was moved hands
 * every call on.
 */
export type RecorderPort = {
  ingest(request: IngestRequest): Promise<IngestOutcome>;
  /** Newest values; all metrics when `metrics` is null. */
  latest(metrics: string[] | null): Promise<LatestValues>;
  /** Every acknowledged sample of the range is in a segment or in the tail. */
  snapshot(request: SnapshotRequest): Promise<SeriesSnapshot>;
  /** As `latest`, `status` and `snapshot`, several in one call, in their order. Rejects when one of them does. */
  answers(questions: RecorderQuestion[]): Promise<RecorderAnswer[]>;
  /** The next part of an answer in several, of the same instant; null when it was not asked for in time. */
  snapshotPart(more: string): Promise<NextSnapshotPart | null>;
  /** Names of the metrics that ever had a sample, sorted; flags and bounds of others are none. */
  metrics(): Promise<string[]>;
  configure(config: RecorderConfig): Promise<void>;
  /** Of the settings that it has; null without any. */
  configVersion(): Promise<number | null>;
  /** Judges silence now, by settings of this version at least; asked again every `turnEveryMs`. */
  listen(version: number, turnEveryMs: number): Promise<void>;
  /** A channel's first subscriber came: from now on new samples of the metric are published to it. Answers the newest sample. */
  watch(metric: string): Promise<Sample | null>;
  unwatch(metric: string): Promise<void>;
  status(): Promise<RecorderStatus>;
  /** What became of a sampler's batches in the last 24 hours, ascending; a quarter without any batch is left out. */
  intakeDay(samplerId: number): Promise<IntakeSlot[]>;
  /** A sampler's mapped tags, those first that need somebody. */
  tagsByNeed(question: TagsQuestion): Promise<TagsByNeed>;
  detection(): Promise<DetectionStatus>;
  /** Why UTS detection found that anomalies of the metric began in [startMs, endMs): the newest ones, ascending. */
  reasons(metric: string, startMs: number, endMs: number): Promise<UtsReason[]>;
  /** Samples of another recorder, encoded, tags as metrics (recorder/handover.ts). */
  adopt(batch: Uint8Array): Promise<AdoptOutcome>;
  /**
   * The machine took the place of another one, whose recorder keeps all samples from now on: hands over what is here. True
   * when all of it is there; it goes on by itself when it is not, and may be called again.
   */
  moveTo(recorderId: number): Promise<boolean>;
  /** The id by which the recorder of this machine's samples is named: another one than its own where it was moved. */
  home(): Promise<number>;
  /** Takes unmapped metrics off the list, with what they stored or, `isKept`, leaving it. By metric, in the order given. */
  forget(metrics: string[], isKept: boolean): Promise<ForgetOutcome[]>;
};

export const recorderName = (deviceId: number): string => `device:${deviceId}`;

/** What the recorder says to one question. */
export async function answerOf(
  port: Pick<RecorderPort, "latest" | "status" | "snapshot">,
  question: RecorderQuestion,
): Promise<RecorderAnswer> {
  if ("latest" in question) return port.latest(question.latest);
  if ("snapshot" in question) return port.snapshot(question.snapshot);
  return port.status();
}
