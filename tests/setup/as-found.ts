/**
 * Files of unit tests share a process, and what is loaded from packages with it. Each begins with modules of its own,
 * so that their lists, counters and caches are those of a new process, and leaves the process as it found it: clocks,
 * globals, variables and spies are given back, and a file that changes anything else fails by its name.
 */
import { afterAll, vi } from "vitest";
import { changedSince, readProcessState } from "#tests/process-state.ts";

vi.resetModules();
const before = readProcessState();

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  const changed = changedSince(before);
  if (changed.length > 0)
    throw new Error(`This file leaves to the next ones what it changed: ${changed.join(", ")}`);
});
