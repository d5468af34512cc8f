/**
 * Moves roll-ups of hours and days from the recorder's tables into files: hours into their quarter's when the month is
 * over, days into their year's when the year is. Rows that came late are laid over the file's. And retires what is past
 * retention: samples of days whose roll-ups are there, then minutes.
 */
import { floorTo, periodOf, UNIT_MS, type RollupLevel } from "#app/domain/series/levels.ts";
import { mergeRollups, withoutUnits, type Rollups } from "#app/domain/series/rollup.ts";
import { fromTable, tableColumnsOf, tableKeys } from "#app/domain/series/rollup-table.ts";
import type { Retention } from "#app/domain/series/retention.ts";
import { keysOf, metricOf, type Columns } from "#app/domain/series/types.ts";
import { rollupKey } from "#app/storage/keys.ts";
import { SegmentDamagedError } from "#app/storage/damage.ts";
import { loadSegment } from "#app/storage/segment-read.ts";
import type { WrittenSegment } from "#app/storage/segment-write.ts";
import { unlessAhead, type RetentionClock } from "./retention-clock.ts";
import { GARBAGE_MS, RETENTION_PAUSE_MS, ROLL_GRACE_MS, ROLL_PAUSE_MS } from "./limits.ts";
import { blockName } from "./block-checksum.ts";
import { buildTable } from "./build-table.ts";
import type { PackerDeps } from "./packer.ts";
import { DAY_MS } from "#app/domain/durations.ts";

type Deps = PackerDeps & { retention: () => Retention; clock: RetentionClock };
export type Roll = { level: "hour" | "day"; startMs: number; endMs: number; dueMs: number };

export class Roller {
  readonly #deps: Deps;
  #retiredAtMs: number;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#retiredAtMs = deps.log.readMetaIfIntact<number>("retired_at") ?? -Infinity;
  }

  /** What is to go into a file next; null when nothing ever is. */
  next(): Roll | null {
    const { manifest } = this.#deps.memory;
    const rolls = (
      [
        ["hour", manifest.heldHours],
        ["day", manifest.heldDays],
      ] as const
    ).map(([level, held]) => this.#next(level, held));
    return rolls.reduce(
      (first, roll) => (roll && (!first || roll.dueMs < first.dueMs) ? roll : first),
      null,
    );
  }

  #next(level: "hour" | "day", held: ReadonlySet<number>): Roll | null {
    const { memory, unreadable } = this.#deps;
    const stuck = memory.manifest.files(level).filter(({ key }) => unreadable.has(key));
    let oldest = Infinity;
    for (const unit of held)
      if (
        unit < oldest &&
        !stuck.some(({ startMs, endMs }) => unit >= startMs && unit < endMs) &&
        this.#isReadable(level, unit)
      )
        oldest = unit;
    if (oldest === Infinity) return null;
    const rolledMs = unlessAhead(
      this.#deps.log.readMetaIfIntact<number>(`rolled_${level}`) ?? -Infinity,
      this.#deps.now(),
    );
    const dueMs = Math.max(closesAt(level, oldest) + ROLL_GRACE_MS, rolledMs + ROLL_PAUSE_MS);
    return { level, ...periodOf(level, oldest), dueMs };
  }

  /** A damaged one stays where it is, and holds up no other. */
  #isReadable(level: "hour" | "day", unitMs: number): boolean {
    return !this.#deps.unreadable.has(blockName({ level, unitMs }));
  }

  /** Writes the period's file anew, with all rows whose month, or year, is over. */
  async roll({ level, startMs, endMs }: Roll): Promise<{ bytes: number }> {
    const { deviceId, memory, log, manifest, store, now, yieldToEvents } = this.#deps;
    const held = memory.manifest.held(level);
    this.#leaveUnlisted(level, held);
    const units = [...held]
      .filter(
        (unit) =>
          unit >= startMs &&
          unit < endMs &&
          closesAt(level, unit) <= now() &&
          this.#isReadable(level, unit),
      )
      .sort((a, b) => a - b);
    if (units.length === 0) return { bytes: 0 };
    const rollups = await this.#merge(level, startMs, endMs, units);
    if (Object.keys(rollups).length === 0) {
      // All of them were forgotten.
      manifest.transaction(() => manifest.forgetBlocks(level, units));
      return { bytes: 0 };
    }
    const file = await buildTable(rollups, yieldToEvents);
    const [key] = manifest.reserve(now() + GARBAGE_MS, (generation) => [
      rollupKey(level, deviceId, startMs, generation),
    ]);
    await store.put(key, file.bytes);
    this.#commit(level, { key, startMs, endMs }, file, units);
    // Other periods may wait too: the pause is between rounds of the same one.
    const remaining = [...held].some(
      (unit) => closesAt(level, unit) + ROLL_GRACE_MS <= now() && this.#isReadable(level, unit),
    );
    if (!remaining) log.writeMeta(`rolled_${level}`, now());
    return { bytes: file.bytes.length };
  }

  /** Rows whose list of metrics is damaged stay where they are, all of them at once; where samples are left they are made anew. */
  #leaveUnlisted(level: "hour" | "day", held: ReadonlySet<number>): void {
    const { memory, manifest, unreadable, now } = this.#deps;
    const readable = new Set([...held].filter((unit) => this.#isReadable(level, unit)));
    const unlisted = manifest.unitsWithoutList(level, readable);
    for (const unitMs of unlisted)
      unreadable.note(
        new SegmentDamagedError(blockName({ level, unitMs }), "its list of metrics is damaged"),
      );
    const days = new Set(unlisted.map((unitMs) => floorTo(unitMs, DAY_MS)));
    manifest.transaction(() => {
      for (const day of days)
        if (memory.sealed.within(day, day + DAY_MS).length > 0) manifest.remakeDay(day, now());
    });
  }

  async #merge(
    level: RollupLevel,
    startMs: number,
    endMs: number,
    units: readonly number[],
  ): Promise<Rollups> {
    const { memory, manifest, store, yieldToEvents } = this.#deps;
    const [file] = memory.manifest.files(level, startMs, endMs);
    const loaded = file
      ? await loadSegment(
          store,
          file.key,
          manifest.objects.require(file.key, file.startMs, file.endMs),
        )
      : null;
    const inTables = [...manifest.metricsIn(level, new Set(units))].flatMap((metric) =>
      keysOf(metric, "both"),
    );
    const keys = new Set([
      ...inTables,
      ...(loaded ? tableKeys(loaded.metrics, loaded.kindOf) : []),
    ]);
    const held = new Set(units);
    const windows = units.map((unit) => [unit, unit + UNIT_MS[level]] as const);
    const rollups: Rollups = Object.create(null) as Rollups;
    for (const key of keys) {
      const columns: Columns = loaded
        ? Object.fromEntries(
            tableColumnsOf(key).flatMap((name) => {
              const column = loaded.column(name);
              return column ? [[name, column]] : [];
            }),
          )
        : {};
      // What the file has of these units was made of fewer samples, or of one that another kind has replaced.
      const before = loaded && withoutUnits(fromTable(key, columns), held);
      const rows = manifest.rollups.read(
        level,
        key,
        joined(windows),
        memory.metrics.mayBeText(metricOf(key)),
      );
      const merged = mergeRollups([...(before ? [before] : []), ...rows]);
      if (merged.rows.length > 0) rollups[key] = merged;
      await yieldToEvents();
    }
    return rollups;
  }

  #commit(
    level: "hour" | "day",
    file: { key: string; startMs: number; endMs: number },
    { bytes, chunks }: WrittenSegment,
    units: readonly number[],
  ): void {
    const { memory, manifest, now } = this.#deps;
    const [old] = memory.manifest.files(level, file.startMs, file.endMs);
    manifest.transaction(() => {
      manifest.objects.add(
        { key: file.key, bytes: bytes.length, chunks },
        { level, startMs: file.startMs, endMs: file.endMs },
      );
      if (old) manifest.objects.discard(old.key, now() + GARBAGE_MS);
      manifest.forgetBlocks(level, units);
    });
  }

  /** When retention is looked after next. */
  get retireDueMs(): number {
    return unlessAhead(this.#retiredAtMs, this.#deps.now()) + RETENTION_PAUSE_MS;
  }

  /** Lets go of what is past retention and replaced; answers how many days and files. */
  retire(): { days: number; files: number } {
    const { memory, log, manifest, now, retention, clock } = this.#deps;
    const { rawMs, minuteMs } = retention();
    const retiresMs = clock.retiresMs();
    this.#retiredAtMs = now();
    log.writeMeta("retired_at", this.#retiredAtMs);
    let days = 0;
    for (const day of this.#expiredDays(retiresMs - rawMs)) {
      this.#retireDay(day);
      days++;
    }
    const files = memory.manifest
      .files("minute", -Infinity, retiresMs - minuteMs)
      .filter(
        ({ startMs, endMs }) =>
          endMs <= retiresMs - minuteMs && !memory.manifest.dirtyDays.has(startMs),
      );
    for (const file of files)
      manifest.transaction(() => manifest.objects.discard(file.key, now() + GARBAGE_MS));
    return { days, files: files.length };
  }

  /** Days whose samples are all older, in time and in their writing, and whose roll-ups are there. */
  #expiredDays(beforeMs: number): number[] {
    const { memory, now } = this.#deps;
    const young = new Set<number>([
      ...memory.manifest.dirtyDays.keys(),
      ...[...memory.hours.keys()].map((hour) => floorTo(hour, DAY_MS)),
    ]);
    const days = new Set<number>();
    for (const { segment, sealedAtMs, rederive } of memory.sealed.within(-Infinity, beforeMs)) {
      const day = floorTo(segment.hourMs, DAY_MS);
      if (unlessAhead(sealedAtMs, now()) > beforeMs || rederive || day + DAY_MS > beforeMs)
        young.add(day);
      else days.add(day);
    }
    return [...days].filter((day) => !young.has(day));
  }

  #retireDay(day: number): void {
    const { memory, manifest, now } = this.#deps;
    const hours = memory.sealed.within(day, day + DAY_MS);
    const carry = hours.at(-1)?.carry ?? null;
    manifest.transaction(() => {
      for (const { segment } of hours) manifest.segments.forget(segment.hourMs);
      for (const key of new Set(hours.map(({ segment }) => segment.key)))
        manifest.objects.discard(key, now() + GARBAGE_MS);
      manifest.markRetired(day, carry);
    });
  }
}

/** When the part of its file's period that a unit lies in is over: an hour's month, a day's year. */
function closesAt(level: "hour" | "day", unitMs: number): number {
  const time = new Date(unitMs);
  return level === "day"
    ? Date.UTC(time.getUTCFullYear() + 1, 0)
    : Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + 1);
}

/** Neighbouring windows as one: a question each is dear. */
function joined(windows: readonly (readonly [number, number])[]): [number, number][] {
  const all: [number, number][] = [];
  for (const [from, to] of windows) {
    const last = all.at(-1);
    if (last && last[1] === from) last[1] = to;
    else all.push([from, to]);
  }
  return all;
}
