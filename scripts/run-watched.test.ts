import { EventEmitter } from "node:events";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import TellProgress from "#tests/setup/tell-progress.ts";
import { runWatched } from "./run-watched.mjs";

const SILENT_MS = 60_000;
const options = { cwd: import.meta.dirname, env: process.env, silentMs: SILENT_MS };

describe("by a clock that is ours", () => {
  class Child extends EventEmitter {
    stdout = new EventEmitter();
    stderr = new EventEmitter();
    killed: string[] = [];
    kill(signal: string) {
      this.killed.push(signal);
    }
  }
  let child: Child;
  let ended: ReturnType<typeof runWatched>;
  beforeEach(() => {
    vi.useFakeTimers();
    child = new Child();
    ended = runWatched("tests", [], {
      ...options,
      output: "collect",
      start: (() => child) as never,
    });
  });
  afterEach(() => void vi.useRealTimers());

  it.each([
    ["a line", () => child.stdout.emit("data", "one\n")],
    ["an error's line", () => child.stderr.emit("data", "one\n")],
    ["a test's end", () => child.emit("message", "a test ended")],
  ])("%s within the limit is a sign of life, however long it takes in all", async (_, tell) => {
    for (let n = 0; n < 10; n++) {
      vi.advanceTimersByTime(SILENT_MS - 1);
      tell();
    }
    vi.advanceTimersByTime(SILENT_MS - 1);
    expect(child.killed).toEqual([]);
    child.emit("exit", 0);
    const { code, output } = await ended;
    expect(code).toBe(0);
    expect(output).not.toContain("given up");
    // What comes late finds nobody waiting.
    tell();
    vi.advanceTimersByTime(2 * SILENT_MS);
    expect(child.killed).toEqual([]);
  });

  it("who says nothing any more is asked to end, and then ended", async () => {
    child.stdout.emit("data", "one\n");
    vi.advanceTimersByTime(SILENT_MS);
    expect(child.killed).toEqual(["SIGTERM"]);
    vi.advanceTimersByTime(10_000);
    expect(child.killed).toEqual(["SIGTERM", "SIGKILL"]);
    child.emit("exit", null);
    expect(await ended).toEqual({
      code: null,
      output: "one\n\ntests said nothing for 1 minutes, and was given up.\n",
    });
  });
});

describe("of a process", () => {
  const run = (script: string, silentMs = 600_000) =>
    runWatched(process.execPath, ["-e", script], { ...options, silentMs, output: "collect" });

  it("that can tell of its tests, its end is known", async () => {
    const script = `process.send("a test ended", () => { process.exitCode = 3; process.disconnect(); })`;
    expect((await run(script)).code).toBe(3);
  });
  it("that hangs, none is left", async () => {
    const { code, output } = await run("setInterval(() => {}, 1000)", 1);
    expect(code).toBeNull();
    expect(output).toContain("given up");
  });
  it("that is not there, it is said so", async () => {
    const { code, output } = await runWatched("/nowhere", [], { ...options, output: "collect" });
    expect(code).toBe(1);
    expect(output).toContain("ENOENT");
  });
});

it("a test that ended is told to whoever runs them", () => {
  const send = vi.fn();
  const before = Object.getOwnPropertyDescriptor(process, "send");
  Object.defineProperty(process, "send", { value: send, configurable: true });
  new TellProgress().onTestCaseResult();
  if (before) Object.defineProperty(process, "send", before);
  else delete process.send;
  expect(send).toHaveBeenCalledOnce();
});
