import { isTextTooLong, MAX_TEXT_LENGTH } from "#app/domain/series/sample-value.ts";
import { MAX_TAG_LENGTH } from "./json-batch.ts";
import { show } from "./line-tokens.ts";
import type { Line, LineFault } from "./line-types.ts";

/** How far ahead of Helios' clock a sample may be (CONTRACT §3). */
const MAX_AHEAD_MS = 5 * 60_000;
const CONTROL = /[\u0000-\u001f\u007f]/;

/** Why a name cannot be a tag's, or null. */
export function nameProblem(name: string): string | null {
  if (name.length > MAX_TAG_LENGTH) return `is longer than ${MAX_TAG_LENGTH} characters`;
  return CONTROL.test(name) ? "holds a control character" : null;
}

/**
 * What a line may not hold though it is well written, found here so that its line can be named.
 * A time too far ahead costs the line; a text or name that cannot be stored costs only that field.
 */
export function checkLines(
  lines: readonly Line[],
  faults: readonly LineFault[],
  nowMs: number,
): { lines: Line[]; faults: LineFault[] } {
  const kept: Line[] = [];
  const found = [...faults];
  const checkedNames = new Set<readonly string[]>();
  for (const line of lines) {
    if (line.timeMs > nowMs + MAX_AHEAD_MS) {
      found.push({ line: line.line, reason: "the time is more than 5 minutes ahead" });
      continue;
    }
    const reasons = faultyFields(line, checkedNames);
    if (reasons === null) {
      kept.push(line);
      continue;
    }
    for (const reason of reasons.values()) found.push({ line: line.line, reason });
    const left = line.names.map((_, i) => i).filter((i) => !reasons.has(i));
    if (left.length > 0)
      kept.push({
        ...line,
        names: left.map((i) => line.names[i]!),
        values: left.map((i) => line.values[i]!),
      });
  }
  return {
    lines: kept,
    faults: found.length > faults.length ? found.sort((a, b) => a.line - b.line) : found,
  };
}

/** Reason by field index; null when all is well, which is nearly always. */
function faultyFields(
  line: Line,
  checkedNames: Set<readonly string[]>,
): Map<number, string> | null {
  let reasons: Map<number, string> | null = null;
  const { names, values } = line;
  if (!checkedNames.has(names)) {
    names.forEach((name, i) => {
      const problem = nameProblem(name);
      if (problem !== null) (reasons ??= new Map()).set(i, `field key ${show(name)} ${problem}`);
    });
    if (reasons === null) checkedNames.add(names);
  }
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i];
    if (typeof value === "string" && isTextTooLong(value)) {
      (reasons ??= new Map<number, string>()).set(
        i,
        `the text of field ${show(names[i]!)} is longer than ${MAX_TEXT_LENGTH} characters`,
      );
    }
  }
  return reasons;
}
