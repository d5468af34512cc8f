/**
 * A day of a machine that sends a sample a minute has as many minutes as samples, and a dozen numbers for each of them:
 * where the samples of a day lie in one file, and that is at most half as large as the one of its minutes, they answer
 * instead. A file nearly as large has several samples a minute, and as many numbers to go through.
 */
import { pushWindow } from "./levels.ts";
import type { SeriesManifest } from "./manifest.ts";
import type { PlannedFile, SeriesPlan } from "./plan-sources.ts";

/** The same plan, with as many reads or fewer. `bytesOf` is the size of an object. */
export function preferSamples(
  plan: SeriesPlan,
  manifest: SeriesManifest,
  bytesOf: (key: string) => number,
): SeriesPlan {
  const files = new Map<string, PlannedFile>();
  for (const file of plan.files) {
    const key = samplesOf(file, manifest, bytesOf);
    const wanted: PlannedFile = key === null ? file : { ...file, key, level: "raw" };
    const known = files.get(wanted.key);
    files.set(wanted.key, known ? joined(known, wanted) : wanted);
  }
  return { ...plan, files: [...files.values()] };
}

/** The file that holds all samples of these minutes; null for other files, and where it is the larger one. */
function samplesOf(
  { key, level, windows }: PlannedFile,
  manifest: SeriesManifest,
  bytesOf: (key: string) => number,
): string | null {
  if (level !== "minute") return null;
  const [fromMs, toMs] = [windows[0]?.[0] ?? 0, windows.at(-1)?.[1] ?? 0];
  const minutes = manifest.files("minute", fromMs, toMs).find((file) => file.key === key);
  if (!minutes) return null;
  const hours = manifest.hours.within(minutes.startMs, minutes.endMs);
  const samples = hours[0]?.segment.key;
  if (samples === undefined || hours.some(({ segment }) => segment.key !== samples)) return null;
  return bytesOf(samples) * 2 <= minutes.bytes ? samples : null;
}

function joined(one: PlannedFile, other: PlannedFile): PlannedFile {
  const windows: PlannedFile["windows"] = [];
  for (const [fromMs, toMs] of [...one.windows, ...other.windows].sort(([a], [b]) => a - b))
    pushWindow(windows, fromMs, toMs);
  return { ...one, windows };
}
