import { expect, test, vi } from "vitest";
import { changedSince, readProcessState } from "./process-state.ts";

const REAL_NOW = Date.now;
const ignore = (): void => undefined;

test.each<[name: string, change: () => void, undo: () => void]>([
  ["document", () => vi.stubGlobal("document", {}), () => vi.unstubAllGlobals()],
  ["fetch", () => vi.stubGlobal("fetch", ignore), () => vi.unstubAllGlobals()],
  ["Date.now", () => (Date.now = () => 0), () => (Date.now = REAL_NOW)],
  [
    "Array.prototype.last",
    () => Object.assign(Array.prototype, { last: ignore }),
    () => Reflect.deleteProperty(Array.prototype, "last"),
  ],
  ["console.log", () => vi.spyOn(console, "log"), () => vi.restoreAllMocks()],
  ["process.env.HELIOS_X", () => vi.stubEnv("HELIOS_X", "1"), () => vi.unstubAllEnvs()],
  [
    "listeners of process for SIGUSR2",
    () => process.on("SIGUSR2", ignore),
    () => process.off("SIGUSR2", ignore),
  ],
  ["process.stderr.write", () => vi.spyOn(process.stderr, "write"), () => vi.restoreAllMocks()],
  ["process.exitCode", () => (process.exitCode = 3), () => (process.exitCode = undefined)],
])("%s is named when it is not as it was, and not any more when it is", (name, change, undo) => {
  const before = readProcessState();
  change();
  const changed = changedSince(before);
  undo();
  expect(changed).toContain(name);
  expect(changedSince(before)).toEqual([]);
});

test("a clock that stands is named by what reads it", () => {
  const before = readProcessState();
  vi.useFakeTimers();
  const changed = changedSince(before);
  vi.useRealTimers();
  expect(changed).toContain("setTimeout");
  expect(changed).toContain("Date");
  expect(changedSince(before)).toEqual([]);
});
