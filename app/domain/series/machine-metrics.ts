/**
 * The metrics of a machine: of which kinds each is, which ones are expected, known by name or mapped, and how many others
 * have a place.
 */
import { findMetric } from "#app/domain/metrics/registry.ts";
import { JOB_TAGS } from "#app/domain/orders/jobs-of.ts";
import { ownerOf } from "#app/domain/detection/companions.ts";
import { isDerived } from "./derive.ts";
import type { RejectReason } from "./recorder-port.ts";
import { keysOf, type Kind, type MetricKinds } from "./types.ts";

/** Metrics of a machine that are neither known by name (registry.ts) nor mapped. */
export const MAX_UNMAPPED_METRICS = 1000;
/** Stands in the log for a metric that had no room: it stays refused when the log is read back, even if it had room later. */
export const REFUSED_METRIC = "\u0000refused";
/** What jobs are made of: the order system's own names, of which the registry has some. */
const ORDER_METRICS: ReadonlySet<string> = new Set(JOB_TAGS);
const NAME = /^[^\u0000-\u001f\u007f]{1,128}$/;

export class MachineMetrics {
  /** Of every metric that ever had a sample. */
  readonly kinds = new Map<string, MetricKinds>();
  /** Of those that were forgotten while their samples stay: one that comes again may have the other kind already. */
  readonly unlisted = new Map<string, MetricKinds>();
  unmappedLimit = Infinity;
  /** While the log is replayed nothing is new: a metric that is not known here was refused when its samples came. */
  isReplayingLog = false;
  /** Metrics are missing here, or their kinds: what the log names is one, and one that comes may have been of both kinds. */
  isListDamaged = false;
  #mapped: ReadonlyMap<string, Kind | null> = new Map();
  /** Names that mappings read from: what was stored under one before it was mapped counts to no share. */
  #sources: ReadonlySet<string> = new Set();
  /** null while it must be counted. */
  #unmapped: Set<string> | null = null;

  /** Metrics that count to the share, as the mappings are now. */
  get unmapped(): ReadonlySet<string> {
    return this.#unmappedMetrics();
  }

  #unmappedMetrics(): Set<string> {
    return (this.#unmapped ??= new Set(
      [...this.kinds.keys()].filter((metric) => this.#isCounted(metric)),
    ));
  }

  /** Whether a sampler ever sent a flag. */
  get hasCompanions(): boolean {
    for (const metric of this.kinds.keys()) if (metric.endsWith("_ad_flag")) return true;
    return false;
  }

  #hasRoom(metric: string): boolean {
    return !this.#isCounted(metric) || this.#unmappedMetrics().size < this.unmappedLimit;
  }

  #isCounted(metric: string): boolean {
    return !this.isExpected(metric) && !this.#sources.has(metric);
  }

  /** Known by name or mapped, or a companion of such a one. */
  isExpected(metric: string): boolean {
    return [metric, ownerOf(metric) ?? metric].some(
      (name) => findMetric(name) !== undefined || this.#mapped.has(name) || ORDER_METRICS.has(name),
    );
  }

  /** Why a new metric is not taken; null when it is. */
  refusalOf(metric: string): RejectReason | null {
    if (this.isReplayingLog && metric === REFUSED_METRIC) return "too_many_metrics";
    if (!NAME.test(metric)) return "bad_value";
    if (this.isReplayingLog)
      return this.isListDamaged || this.unlisted.has(metric) ? null : "too_many_metrics";
    return this.#hasRoom(metric) ? null : "too_many_metrics";
  }

  /** The metric has sent that kind. Answers what it is now. */
  note(metric: string, kind: Kind): MetricKinds {
    const unknown = this.isListDamaged ? "both" : kind;
    const before = this.kinds.get(metric) ?? this.unlisted.get(metric) ?? unknown;
    const kinds = before === kind ? kind : "both";
    this.kinds.set(metric, kinds);
    if (this.#isCounted(metric)) this.#unmapped?.add(metric);
    return kinds;
  }

  /** As if the metric had never been sent, but for the samples that stay. */
  forget(metric: string, areSamplesKept: boolean): void {
    const kinds = this.kinds.get(metric);
    if (!areSamplesKept) this.unlisted.delete(metric);
    else if (kinds) this.unlisted.set(metric, kinds);
    this.kinds.delete(metric);
    this.#unmapped?.delete(metric);
  }

  /** The metrics that the machine's mappings name, which always have room, what their types say they are, and the names sent. */
  setMapped(
    metrics: Iterable<readonly [metric: string, kind: Kind | null]>,
    sources: Iterable<string> = [],
  ): void {
    this.#mapped = new Map(metrics);
    this.#sources = new Set(sources);
    this.#unmapped = null;
  }

  /** What a metric of both kinds is read as; null when neither the registry nor a mapping says. */
  shownKind(metric: string): Kind | null {
    return registeredKind(metric) ?? this.#mapped.get(metric) ?? null;
  }

  /** Whether samples of the kind are what the metric is shown as. */
  isShown(metric: string, kind: Kind): boolean {
    return (this.shownKind(metric) ?? kind) === kind;
  }

  /** Keys of the columns that answer for a metric: both where nothing but its samples says which. */
  keysShown(metric: string): string[] {
    const kinds = this.kinds.get(metric) ?? this.unlisted.get(metric) ?? "both";
    return keysOf(metric, kinds === "both" ? (this.shownKind(metric) ?? "both") : kinds);
  }

  /** Whether it was sent as numbers and as texts, or may have been: then what is not shown ends what holds. */
  isMixed(metric: string): boolean {
    const kinds = this.kinds.get(metric) ?? this.unlisted.get(metric);
    return kinds === "both" || (kinds === undefined && this.shownKind(metric) === null);
  }

  /** Whether a column of numbers under the metric's name may be one of texts, in what an older release wrote. */
  mayBeText(metric: string): boolean {
    const kinds = this.kinds.get(metric);
    const isMade = isDerived(metric) || (kinds === undefined && ownerOf(metric) !== null);
    return kinds !== "number" && !isMade;
  }
}

/** What the registry says; null for what it does not know. */
export function registeredKind(metric: string): Kind | null {
  const known = findMetric(metric);
  if (!known) return null;
  return known.type === "passthrough" ? "text" : "number";
}
