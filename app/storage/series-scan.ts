/**
 * One question of a series: the recorder's snapshot, part by part, then the wanted columns of each file, folded as they
 * come, in turns with whatever else this thread answers.
 */
import { newRoom, ReusedRoom } from "#app/domain/series/doubles.ts";
import { PRODUCTIVITY, SHEETS_PER_HOUR } from "#app/domain/series/productivity.ts";
import type { RecorderPort, SnapshotRequest } from "#app/domain/series/recorder-port.ts";
import { withinWindows, type RollupColumn } from "#app/domain/series/rollup.ts";
import { fromTable, tableColumnsOf } from "#app/domain/series/rollup-table.ts";
import type {
  NextSnapshotPart,
  SeriesSnapshot,
  SnapshotFile,
} from "#app/domain/series/snapshot.ts";
import type { StateChange } from "#app/domain/series/state-changes.ts";
import { columnOfKey, namesOf, otherKey } from "#app/domain/series/types.ts";
import { forEachBounded } from "./bounded.ts";
import { seriesFailure } from "./damage.ts";
import { fileWithin, hullOf } from "./file-within.ts";
import { MixedKinds } from "./mixed-kinds.ts";
import { readSegment, SegmentMissingError, type TimeSpan } from "./segment-read.ts";
import { addPart, mostOf, PartMissingError, type Fold } from "./series-folds.ts";
import type { ObjectStore } from "./object-store.ts";
import { PIECE_VALUES, type TakesTurns } from "#app/domain/turns.ts";

export type SeriesReaderDeps = {
  store: ObjectStore;
  recorder: (deviceId: number) => Pick<RecorderPort, "snapshot" | "snapshotPart">;
  /** Taken between two pieces of work; none where nobody else waits for this thread. */
  turns?: TakesTurns;
};

/** Files in flight at once: as many connections as a Worker may hold. */
const CONCURRENT_READS = 6;

export type Question<F extends Fold> = Omit<SnapshotRequest, "metrics"> & {
  deviceId: number;
  metrics: readonly string[];
  begin: (metric: string, snapshot: SeriesSnapshot) => F;
  /** Files that hold nothing of these are not read. */
  within?: readonly TimeSpan[];
};
export type Answer<F extends Fold> = {
  folds: Map<string, F>;
  /** Metrics that only their samples can answer. */
  unclear: ReadonlySet<string>;
  states: StateChange[];
  target: number | null;
  isTargetYoung: boolean;
  bands: Record<string, Float64Array>;
};

type Scans = {
  scan: <F extends Fold>(question: Question<F>) => Promise<Answer<F>>;
  /** As `scan`; metrics that only their samples can answer are asked for again. */
  fold: <F extends Fold>(question: Question<F>) => Promise<Answer<F>>;
};

/** `rooms`: of files that are folded already. */
export function createScan({
  store,
  recorder,
  turns,
  rooms,
}: Required<SeriesReaderDeps> & { rooms: ReusedRoom[] }): Scans {
  async function scan<F extends Fold>(question: Question<F>): Promise<Answer<F>> {
    try {
      return await scanOnce(question).catch((error: unknown) => {
        // A file was replaced by its next generation since the snapshot: the newest snapshot names that.
        if (error instanceof SegmentMissingError || error instanceof PartMissingError)
          return scanOnce(question);
        throw error;
      });
    } catch (error) {
      throw seriesFailure(error) ?? error;
    }
  }

  async function scanOnce<F extends Fold>({
    deviceId,
    metrics,
    begin,
    within,
    ...request
  }: Question<F>): Promise<Answer<F>> {
    const port = recorder(deviceId);
    const snapshot = await port.snapshot({ metrics: [...metrics], ...request });
    const mixed = new MixedKinds(snapshot.mixed ?? [], snapshot.samplesFromMs);
    const byKey = new Map(
      snapshot.keys.flatMap(([metric, keys]) => keys.map((key) => [key, begin(metric, snapshot)])),
    );
    // The recorder's upkeep waits while parts are open: files are read after the last one.
    const files: SnapshotFile[] = [];
    for (let part: NextSnapshotPart = snapshot; ;) {
      await addPart(byKey, part, mixed.keys, turns);
      mixed.take(part);
      for (const file of part.files)
        for (const wanted of within ? fileWithin(file, within) : [file]) files.push(wanted);
      if (part.more === null) break;
      const next = await port.snapshotPart(part.more);
      if (!next) throw new PartMissingError(deviceId);
      part = next;
    }
    await mixed.fold(byKey, turns);
    const isPlain = request.plain === true;
    await forEachBounded(files, CONCURRENT_READS, (file) => addFile(byKey, file, mixed, isPlain));
    const folds = new Map(
      snapshot.keys.map(([metric, keys]) => [
        metric,
        mostOf(keys.map((key) => byKey.get(key) as F)),
      ]),
    );
    const { states, targetSheetsPerHour: target, isTargetYoung = false, bands = {} } = snapshot;
    return { folds, unclear: mixed.unclear, states, target, isTargetYoung, bands };
  }

  async function addFile<F extends Fold>(
    /** By column key. */
    folds: ReadonlyMap<string, F>,
    file: SnapshotFile,
    mixed: MixedKinds,
    isPlain: boolean,
  ): Promise<void> {
    const { level, windows } = file;
    const names = [...new Set([...folds.keys(), ...mixed.keys])].flatMap(
      level === "raw" ? namesOf : tableColumnsOf,
    );
    const own = rooms.pop() ?? new ReusedRoom();
    // What is folded of samples may stay, unless values are all that is asked for; rows of roll-ups are done with at once.
    const room = level === "raw" && !isPlain ? newRoom : own.take;
    try {
      const columns = await readSegment(store, file.key, names, file, hullOf(windows), room);
      await turns.take(0);
      let values = 0;
      for (const [key, fold] of folds) {
        if (values >= PIECE_VALUES) {
          await turns.take(values);
          values = 0;
        }
        if (level === "raw") {
          const column = columnOfKey(columns, key);
          const other = mixed.keys.has(key) ? columnOfKey(columns, otherKey(key)) : undefined;
          values += mixed.addSamples(fold, column, other, windows);
        } else {
          const rowsOf = (one: string): RollupColumn | null => {
            const rollups = fromTable(one, columns, { room: own.take, isFolded: true });
            return rollups && withinWindows(rollups, windows);
          };
          const rows = rowsOf(key);
          const other = mixed.keys.has(key) ? rowsOf(otherKey(key)) : null;
          if (rows) mixed.addRows(key, fold, rows, other ? [other] : []);
          if (other) fold.addEndRows?.(other);
          values += (rows?.rows.length ?? 0) + (other?.rows.length ?? 0);
        }
      }
      await turns.take(values);
    } finally {
      own.release();
      rooms.push(own);
    }
  }

  async function fold<F extends Fold>(question: Question<F>): Promise<Answer<F>> {
    const asked = [...new Set(question.metrics)];
    const sources = asked.includes(PRODUCTIVITY)
      ? [...new Set([...asked, SHEETS_PER_HOUR])]
      : asked;
    const answer = await scan({ ...question, metrics: sources });
    const unclear = sources.filter(
      (metric) => answer.unclear.has(metric) || answer.folds.get(metric)?.needsSamples,
    );
    if (unclear.length > 0) {
      const exact = await scan({ ...question, metrics: unclear, exact: true, states: false });
      for (const [metric, samples] of exact.folds) answer.folds.set(metric, samples);
    }
    return answer;
  }

  return { scan, fold };
}
