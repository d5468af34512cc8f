/**
 * What each of a machine's samplers said of itself last, and what became of its samples, in all and by the quarters of the
 * last day. Kept with each seal; log rows since then are counted again.
 */
import type { AlarmRule } from "#app/domain/alarms/judge.ts";
import type { Sample } from "#app/domain/series/types.ts";
import {
  INTAKE_DAY_MS,
  INTAKE_SLOT_MS,
  type IntakeSlot,
  REJECT_REASONS,
  type Rejection,
  type RejectReason,
  type SamplerStatus,
} from "#app/domain/series/recorder-port.ts";
import { maxOf } from "#app/domain/extremes.ts";

export const newestOf = (times: readonly number[]): number | null =>
  times.length === 0 ? null : maxOf(times);

type Word = Pick<SamplerStatus, "samplerId" | "buffered" | "dropped">;
type Fate = { accepted: number; duplicate: number; rejected: readonly Rejection[] };

/** In place of a sampler's id: samples that came from another recorder. They count to no sampler. */
export const NO_SAMPLER = 0;

/** `seq` is the last log row that the counts contain. */
export type KeptStats = {
  seq: number;
  samplers: SamplerStatus[];
  /** By sampler; an older release kept none. */
  days?: [samplerId: number, slots: IntakeSlot[]][];
};

const noRejections = (): Record<RejectReason, number> => ({
  unmapped: 0,
  future: 0,
  too_old: 0,
  bad_value: 0,
  too_many_metrics: 0,
});

export class SamplerStats {
  readonly #statuses = new Map<number, SamplerStatus>();
  /** Slots by sampler, ascending. */
  readonly #days = new Map<number, IntakeSlot[]>();
  #seq = 0;

  restore({ seq, samplers, days = [] }: KeptStats): void {
    this.#seq = seq;
    for (const [samplerId, slots] of days) this.#days.set(samplerId, slots);
    // What an older release kept knows fewer reasons.
    for (const status of samplers)
      this.#statuses.set(status.samplerId, {
        ...status,
        rejectedBy: { ...noRejections(), ...status.rejectedBy },
      });
  }

  keep(seq: number): KeptStats {
    return { seq, samplers: this.list(), days: [...this.#days] };
  }

  note(
    { samplerId, buffered, dropped }: Word,
    nowMs: number,
    { accepted, duplicate, rejected }: Fate,
  ): void {
    if (samplerId === NO_SAMPLER) return;
    const before = this.#statuses.get(samplerId);
    const rejectedBy = { ...(before?.rejectedBy ?? noRejections()) };
    const slot = this.#slotAt(samplerId, nowMs);
    for (const { reason, count } of rejected) {
      rejectedBy[reason] += count;
      slot.rejectedBy[reason] = (slot.rejectedBy[reason] ?? 0) + count;
    }
    slot.batches++;
    slot.accepted += accepted;
    slot.duplicate += duplicate;
    slot.buffered = Math.max(slot.buffered, buffered);
    // A count that fell began anew, and line protocol has none.
    const countedBefore = before?.dropped ?? 0;
    slot.dropped += dropped >= countedBefore ? dropped - countedBefore : dropped;
    this.#statuses.set(samplerId, {
      samplerId,
      lastBatchAtMs: Math.max(nowMs, before?.lastBatchAtMs ?? 0),
      buffered,
      dropped,
      accepted: (before?.accepted ?? 0) + accepted,
      duplicate: (before?.duplicate ?? 0) + duplicate,
      rejected: REJECT_REASONS.reduce((sum, reason) => sum + rejectedBy[reason], 0),
      rejectedBy,
    });
  }

  /** A log row read back; one whose counts were kept says nothing new. */
  noteRow(row: Word & { seq: number; receivedAtMs: number }, fate: Fate): void {
    if (row.seq > this.#seq) this.note(row, row.receivedAtMs, fate);
  }

  #slotAt(samplerId: number, timeMs: number): IntakeSlot {
    const startMs = timeMs - (timeMs % INTAKE_SLOT_MS);
    let slots = this.#days.get(samplerId);
    if (!slots) this.#days.set(samplerId, (slots = []));
    const index = slots.findLastIndex((slot) => slot.startMs <= startMs);
    const known = slots[index];
    if (known?.startMs === startMs) return known;
    const slot: IntakeSlot = {
      ...{ startMs, batches: 0, accepted: 0, duplicate: 0 },
      ...{ rejectedBy: {}, buffered: 0, dropped: 0 },
    };
    slots.splice(index + 1, 0, slot);
    const fromMs = (slots.at(-1) as IntakeSlot).startMs - INTAKE_DAY_MS;
    const kept = slots.filter((each) => each.startMs >= fromMs || each === slot);
    this.#days.set(samplerId, kept);
    return slot;
  }

  /** The quarter of now and the 95 before it, ascending, as far as anything came in them. */
  day(samplerId: number, nowMs: number): IntakeSlot[] {
    const lastMs = nowMs - (nowMs % INTAKE_SLOT_MS);
    return (this.#days.get(samplerId) ?? []).filter(
      ({ startMs }) => startMs > lastMs - INTAKE_DAY_MS && startMs <= lastMs,
    );
  }

  list(): SamplerStatus[] {
    return [...this.#statuses.values()];
  }

  /** When the sampler, the machine or the tag of a no-data alarm was heard of last; null for never. */
  heardOf(
    { arguments: { source, sampler_id: samplerId = 0, tag_name: tag } }: AlarmRule,
    newestOfTag: (tag: string) => Sample | null,
  ): number | null {
    if (source === "tag") return newestOfTag(tag)?.timeMs ?? null;
    if (source !== "sampler") return this.lastBatchAtMs;
    return this.#statuses.get(samplerId)?.lastBatchAtMs ?? null;
  }

  get lastBatchAtMs(): number | null {
    return newestOf(this.list().map((status) => status.lastBatchAtMs));
  }
}
