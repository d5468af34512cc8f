/**
 * A range as the recorder knows it at one instant: the sealed segments that hold it alone, and the
 * samples of every hour that is (also) in memory. An hour with late samples is merged here with its segment,
 * so that segments and tail never speak of the same hour.
 */
import { DERIVE_INPUTS, isDerived } from "../../../app/domain/series/derive.ts";
import { hourOf, type MachineMemory } from "../../../app/domain/series/machine-memory.ts";
import { ColumnBuffer } from "../../../app/domain/series/column-buffer.ts";
import type { SnapshotRequest } from "../../../app/domain/series/recorder-port.ts";
import { readRollup, type RollupRow, type Rollups } from "../../../app/domain/series/rollup.ts";
import type { LogStore } from "./log-store.ts";
import { HOUR_MS, columnOf, type Columns, type Sample, type Segment, type SeriesSnapshot } from "../../../app/domain/series/types.ts";
import type { ObjectStore } from "../../../app/storage/object-store.ts";
import { readSegment } from "../../../app/storage/segment-read.ts";

type Deps = { memory: MachineMemory; log: LogStore; store: ObjectStore; settle: (hourMs: number) => Promise<void> };
type Taken = Omit<SeriesSnapshot, "targetSheetsPerHour">;

export async function takeSnapshot(deps: Deps, request: SnapshotRequest): Promise<Taken> {
  const { memory, store, settle } = deps;
  const { metrics, startMs, endMs } = request;
  const overlaps = (hourMs: number): boolean => hourMs < endMs && hourMs + HOUR_MS > startMs;
  if (metrics.some(isDerived)) {
    // Derived values of late hours are made by sealing them again, each of which may make the next one late;
    // only readers of derived values wait for that.
    for (let late = lateHour(memory, endMs); late !== null; late = lateHour(memory, endMs)) await settle(late);
  }
  const patched = [...memory.hours.values()].filter((hour) => !hour.complete && overlaps(hour.hourMs)).map((hour) => hour.hourMs);
  const read = new Map<string, Columns>();
  for (const hourMs of patched) {
    const sealed = memory.sealed.get(hourMs);
    if (sealed) read.set(sealed.segment.key, await readSegment(store, sealed.segment.key, metrics, sealed.segment.bytes));
  }
  const stateBefore = metrics.includes("machine_state") ? await stateAt(memory, store, startMs) : null;

  // From here on nothing waits: what follows is one instant. An hour that was sealed anew while we read is in its segment.
  const tail = new Map<string, ColumnBuffer>();
  const inTail = new Set<number>();
  for (const hour of [...memory.hours.values()].sort((a, b) => a.hourMs - b.hourMs)) {
    if (!overlaps(hour.hourMs)) continue;
    const under = hour.complete ? undefined : read.get(memory.sealed.get(hour.hourMs)?.segment.key ?? "");
    if (!hour.complete && !under) return takeSnapshot(deps, request);
    inTail.add(hour.hourMs);
    if (hour.complete && metrics.some((metric) => isDerived(metric)) && [...hour.raw.keys()].some((metric) => DERIVE_INPUTS.has(metric)))
      memory.deriveHour(hour.hourMs);
    for (const metric of metrics) {
      const segment = columnOf(under, metric);
      if (segment) append(tail, metric, ColumnBuffer.from(segment), startMs, endMs);
      const held = hour.column(metric);
      if (held) append(tail, metric, held, startMs, endMs);
    }
  }
  const { rollups, rolledUp } = readRollups(deps, request, inTail);
  const segments: Segment[] = [];
  for (const { segment } of memory.sealed.from(hourOf(startMs))) {
    if (segment.hourMs >= endMs) break;
    const isElsewhere = inTail.has(segment.hourMs) || rolledUp.has(segment.hourMs);
    if (!isElsewhere && segment.firstMs < endMs && segment.lastMs >= startMs) segments.push(segment);
  }
  return { segments, rollups, tail: Object.fromEntries([...tail].map(([metric, buffer]) => [metric, buffer.slice()])), stateBefore };
}

/** Sealed hours that the question lets come as roll-ups; texts have none, so a question with a text gets samples. */
function readRollups(
  { memory, log }: Deps,
  { metrics, rollups: asked }: SnapshotRequest,
  inTail: ReadonlySet<number>,
): { rollups: Rollups; rolledUp: Set<number> } {
  const rolledUp = new Set<number>();
  const found = new Map<string, { hours: number[]; rows: RollupRow[] }>();
  if (asked && !metrics.some((metric) => memory.kinds.get(metric) === "text")) {
    const except = new Set([...asked.except, ...inTail]);
    for (const { hourMs, indexOf, bytes } of log.rollups(asked.fromMs, asked.toMs)) {
      if (except.has(hourMs) || !memory.sealed.has(hourMs)) continue;
      rolledUp.add(hourMs);
      for (const metric of metrics) {
        const index = indexOf(metric);
        if (index < 0) continue;
        let column = found.get(metric);
        if (!column) found.set(metric, (column = { hours: [], rows: [] }));
        column.hours.push(hourMs);
        column.rows.push(readRollup(bytes, index));
      }
    }
  }
  const rollups = Object.fromEntries([...found].map(([metric, { hours, rows }]) => [metric, { hours: Float64Array.from(hours), rows }]));
  return { rollups, rolledUp };
}

/**
 * The oldest hour before the time that must be sealed before sealed derived values can be believed: one with late
 * samples, one that rests on an hour that changed, or one in memory with sealed hours after it that rest on it.
 */
function lateHour(memory: MachineMemory, endMs: number): number | null {
  const newestSealed = memory.sealed.before(endMs);
  let oldest = memory.sealed.oldestLate();
  for (const { hourMs, complete } of memory.hours.values()) if ((!complete || hourMs < newestSealed) && hourMs < oldest) oldest = hourMs;
  return oldest < endMs ? oldest : null;
}

function append(tail: Map<string, ColumnBuffer>, metric: string, column: ColumnBuffer, startMs: number, endMs: number): void {
  let buffer = tail.get(metric);
  if (!buffer) tail.set(metric, (buffer = new ColumnBuffer(column.kind)));
  const to = endMs === Infinity ? column.length : column.lowerBound(endMs);
  for (let index = column.lowerBound(startMs); index < to; index++) buffer.put(column.timeAt(index), column.valueAt(index));
}

/** The machine_state that held at the instant, its sample at or before it. */
async function stateAt(memory: MachineMemory, store: ObjectStore, timeMs: number): Promise<Sample | null> {
  for (let hourMs = hourBefore(memory, timeMs + 1); hourMs !== -Infinity; hourMs = hourBefore(memory, hourMs)) {
    const held = memory.hours.get(hourMs)?.raw.get("machine_state");
    const fromMemory = lastAtOrBefore(held, timeMs);
    const sealed = memory.sealed.get(hourMs);
    let fromSegment: Sample | null = null;
    if (sealed && !memory.hours.get(hourMs)?.complete) {
      if (hourMs + HOUR_MS <= timeMs && hourMs !== hourOf(timeMs)) {
        const { state } = sealed.carry;
        fromSegment = state && { timeMs: state.timeMs, value: state.code };
      } else {
        const { machine_state: column } = await readSegment(store, sealed.segment.key, ["machine_state"], sealed.segment.bytes);
        fromSegment = column ? lastAtOrBefore(ColumnBuffer.from(column), timeMs) : null;
      }
    }
    const best =
      fromMemory && fromSegment ? (fromMemory.timeMs >= fromSegment.timeMs ? fromMemory : fromSegment) : (fromMemory ?? fromSegment);
    if (best) return best;
  }
  return null;
}

/** The nearest hour that starts before the time and has samples; -Infinity when there is none. */
function hourBefore(memory: MachineMemory, timeMs: number): number {
  let nearest = memory.sealed.before(timeMs);
  for (const known of memory.hours.keys()) if (known < timeMs && known > nearest) nearest = known;
  return nearest;
}

function lastAtOrBefore(column: ColumnBuffer | undefined, timeMs: number): Sample | null {
  if (!column) return null;
  const index = column.lowerBound(timeMs + 1) - 1;
  return index < 0 ? null : { timeMs: column.timeAt(index), value: column.valueAt(index) };
}
