/**
 * The Numenta Anomaly Benchmark (github.com/numenta/NAB), read from a folder that the user names: `data/`,
 * `labels/combined_windows.json` and, to check this scorer, `results/` and `config/thresholds.json`.
 *
 * The scoring follows NAB's sweeper: the first 15 % of a file (of at most 5,000 rows) is not scored; of each window
 * the earliest flag counts, the more the earlier; each flag outside of the windows costs, less so just after one;
 * the sum is told between the null detector's (0) and the perfect one's (100).
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export type NabFile = {
  /** As NAB names it: `realTweets/Twitter_volume_AAPL.csv`. */
  name: string;
  timesMs: Float64Array;
  values: Float64Array;
  /** First and last row of each labelled window, both inclusive. */
  windows: { from: number; to: number }[];
};

export type Profile = { name: string; missed: number; falseAlarm: number };

/** Weights of a missed window and of a false alarm; a window found weighs 1 (NAB's config/profiles.json). */
export const PROFILES: readonly Profile[] = [
  { name: "standard", missed: 1, falseAlarm: 0.11 },
  { name: "reward_low_FP_rate", missed: 1, falseAlarm: 0.22 },
  { name: "reward_low_FN_rate", missed: 2, falseAlarm: 0.11 },
];

const PROBATION_SHARE = 0.15;
const PROBATION_ROWS = 5_000;

export function readNab(folder: string): NabFile[] {
  const labels = JSON.parse(
    readFileSync(join(folder, "labels", "combined_windows.json"), "utf8"),
  ) as Record<string, [string, string][]>;
  return Object.entries(labels).map(([name, spans]) => {
    const rows = readColumns(join(folder, "data", name), ["timestamp", "value"]);
    const timesMs = Float64Array.from(rows, ([time]) => parseTime(time!));
    const windows = spans.map(([from, to]) => ({
      from: timesMs.indexOf(parseTime(from)),
      to: timesMs.indexOf(parseTime(to)),
    }));
    if (windows.some(({ from, to }) => from < 0 || to < from))
      throw new Error(`${name} lacks a row that combined_windows.json names`);
    return {
      name,
      timesMs,
      values: Float64Array.from(rows, ([, value]) => Number(value)),
      windows,
    };
  });
}

/** Half of the files, by a hash of the name, is for tuning; the other half is looked at only to report. */
export const isTuningHalf = (name: string): boolean =>
  createHash("sha256").update(name).digest()[0]! % 2 === 0;

export function probationRows(rows: number): number {
  return Math.min(Math.floor(PROBATION_SHARE * rows), PROBATION_SHARE * PROBATION_ROWS);
}

export type Scored = {
  /** In NAB's own unit, before it is put between null and perfect. */
  raw: number;
  windows: number;
  found: number;
  /** Scored rows that are flagged outside of all windows. */
  falseRows: number;
  /** Runs of such rows. */
  falseRuns: number;
  rows: number;
};

const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x));
const scaled = (position: number): number => (position > 3 ? -1 : 2 * sigmoid(-5 * position) - 1);

export function scoreFile(file: NabFile, flags: ArrayLike<number>, profile: Profile): Scored {
  const rows = file.timesMs.length;
  const start = probationRows(rows);
  const best = new Map<number, number>();
  let [raw, found, falseRows, falseRuns, wasFalse] = [0, 0, 0, 0, false];
  let next = 0;
  let previous: { to: number; width: number } | null = null;
  for (let row = 0; row < rows; row++) {
    const window = file.windows[next];
    const inside = window !== undefined && row >= window.from;
    const scoredRow = row >= start;
    if (inside) {
      if (scoredRow && !best.has(next)) best.set(next, -profile.missed);
      const width = window.to - window.from + 1;
      if (scoredRow && flags[row]) {
        const gain = scaled(-(window.to - row + 1) / width) / scaled(-1);
        if (best.get(next) === -profile.missed) found++;
        best.set(next, Math.max(best.get(next)!, gain));
      }
      if (row === window.to) {
        previous = { to: row, width };
        next++;
      }
    }
    const isFalse = !inside && scoredRow && Boolean(flags[row]);
    if (isFalse) {
      const position = previous ? (row - previous.to) / (previous.width - 1) : Infinity;
      raw += scaled(position) * profile.falseAlarm;
      falseRows++;
      if (!wasFalse) falseRuns++;
    }
    wasFalse = isFalse;
  }
  for (const gain of best.values()) raw += gain;
  return { raw, windows: file.windows.length, found, falseRows, falseRuns, rows: rows - start };
}

export type Total = Scored & { score: number };

/** Of all files together, between the null detector (0) and the perfect one (100). */
export function scoreAll(
  files: readonly NabFile[],
  flagsOf: (file: NabFile) => ArrayLike<number>,
  profile: Profile,
): Total {
  const total: Total = {
    raw: 0,
    windows: 0,
    found: 0,
    falseRows: 0,
    falseRuns: 0,
    rows: 0,
    score: 0,
  };
  let none = 0;
  for (const file of files) {
    const scored = scoreFile(file, flagsOf(file), profile);
    none += scoreFile(file, [], profile).raw;
    for (const key of ["raw", "windows", "found", "falseRows", "falseRuns", "rows"] as const)
      total[key] += scored[key];
  }
  total.score = (100 * (total.raw - none)) / (total.windows - none);
  return total;
}

/** The scores that NAB's own results files give with its thresholds, by detector and profile. */
export function rescorePublished(
  folder: string,
  files: readonly NabFile[],
): { detector: string; profile: string; ours: number; published: number }[] {
  const read = (...path: string[]): unknown =>
    JSON.parse(readFileSync(join(folder, ...path), "utf8")) as unknown;
  const published = read("results", "final_results.json") as Record<string, Record<string, number>>;
  const thresholds = read("config", "thresholds.json") as Record<
    string,
    Record<string, { threshold: number }>
  >;
  const kept = readdirSync(join(folder, "results"));
  const out: ReturnType<typeof rescorePublished> = [];
  for (const detector of Object.keys(published).filter((each) => kept.includes(each))) {
    const scores = new Map(
      files.map(({ name }) => {
        const [group, base] = name.split("/");
        const path = join(folder, "results", detector, group!, `${detector}_${base}`);
        return [name, readColumns(path, ["anomaly_score"]).map(([score]) => Number(score))];
      }),
    );
    for (const profile of PROFILES) {
      const { threshold } = thresholds[detector]![profile.name]!;
      const flagsOf = ({ name }: NabFile): number[] =>
        scores.get(name)!.map((score) => Number(score >= threshold));
      out.push({
        detector,
        profile: profile.name,
        ours: scoreAll(files, flagsOf, profile).score,
        published: published[detector]![profile.name]!,
      });
    }
  }
  return out;
}

const parseTime = (text: string): number => Date.parse(`${text.slice(0, 19).replace(" ", "T")}Z`);

function readColumns(path: string, names: readonly string[]): string[][] {
  const lines = readFileSync(path, "utf8").split(/\r?\n/).filter(Boolean);
  const header = lines[0]!.split(",");
  const columns = names.map((name) => header.indexOf(name));
  if (columns.includes(-1)) throw new Error(`${path} lacks a column of ${names.join(", ")}`);
  return lines.slice(1).map((line) => {
    const cells = line.split(",");
    return columns.map((column) => cells[column]!);
  });
}
