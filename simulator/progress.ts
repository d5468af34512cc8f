import { join } from "node:path";
import { writeWhole } from "./files.ts";

/** What simulator-progress.json says; `total` and `done` in machine-hours of history. */
export type Progress = {
  total: number;
  done: number;
  finished: boolean;
  unit: "machine-hours";
  samples: number;
};

export function writeProgress(dataDir: string, progress: Progress): void {
  const hours = (value: number): number => Math.round(value * 100) / 100;
  writeWhole(join(dataDir, "simulator-progress.json"), {
    ...progress,
    total: hours(progress.total),
    done: hours(progress.done),
  });
}
