import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { whenHistoryIsWritten } from "./simulator.ts";

let dataDir: string;
beforeEach(() => {
  vi.useFakeTimers();
  dataDir = mkdtempSync(join(tmpdir(), "helios-history-"));
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(dataDir, { recursive: true });
});

it("a new demo's history is written when the simulator says so, half a file or none says nothing", async () => {
  let isWritten = false;
  void whenHistoryIsWritten(dataDir).then(() => (isWritten = true));
  const tell = (text: string) =>
    writeFileSync(join(dataDir, "simulator", "simulator-progress.json"), text);
  const looked = () => vi.advanceTimersByTimeAsync(1_000);
  await looked();
  mkdirSync(join(dataDir, "simulator"));
  for (const text of ['{"finished":', '{"finished":false,"done":3}']) {
    tell(text);
    await looked();
    expect(isWritten).toBe(false);
  }
  tell('{"finished":true,"done":3}');
  await looked();
  expect(isWritten).toBe(true);
});

it("nobody waits for it for ever", async () => {
  let isLeft = false;
  void whenHistoryIsWritten(dataDir).then(() => (isLeft = true));
  await vi.advanceTimersByTimeAsync(6 * 60_000);
  expect(isLeft).toBe(true);
});
