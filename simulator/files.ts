import { readFileSync, renameSync, writeFileSync } from "node:fs";

/** A kill leaves the old content or the new one, never half of it. */
export function writeWhole(path: string, content: unknown): void {
  const next = `${path}.next`;
  writeFileSync(next, JSON.stringify(content));
  renameSync(next, path);
}

/** null when there is no such file, or none that can be read. */
export function readWhole(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return null;
  }
}
