/** How Helios starts and ends: CONTRACT §1. What stands in its way is told in one line; an end that hangs ends all the same. */
import { execFile } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { isAlive } from "#scripts/runner/is-alive.ts";
import { createSampler, listDevices, postBatch, readSeries, signIn } from "#tests/api.ts";
import { demoDataDir, freePort, READY_MS, startHelios, temporaryDataDir } from "#tests/helios.ts";
import { GIVE_UP_MS } from "#tests/limits.ts";

const DOOR = join(import.meta.dirname, "../../scripts/start.mjs");

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});
function newDataDir(make = temporaryDataDir): string {
  folders.push(make());
  return folders.at(-1)!;
}

const runPathOf = (dataDir: string) => join(dataDir, "run.json");
const runFileOf = (dataDir: string) =>
  JSON.parse(readFileSync(runPathOf(dataDir), "utf8")) as {
    runnerPid: number;
    workerdPid: number | null;
  };
/** It answers a moment before it has written them down. */
const pidsOf = (dataDir: string) =>
  vi.waitFor(() => {
    const { runnerPid, workerdPid } = runFileOf(dataDir);
    return { runnerPid, workerdPid: workerdPid ?? expect.fail("nothing serves yet") };
  }, GIVE_UP_MS);
const expectGone = (pids: number[]) =>
  vi.waitFor(() => expect(pids.filter(isAlive)).toEqual([]), GIVE_UP_MS);

describe("SIGTERM", () => {
  test("ends every process with 0", async () => {
    const helios = await startHelios({ dataDir: newDataDir() });
    const { runnerPid, workerdPid } = await pidsOf(helios.dataDir);
    expect(await helios.stop()).toBe(0);
    await expectGone([runnerPid, workerdPid]);
  });

  // To the runner itself: by way of the door it has ten seconds, which are not enough on every machine, and is killed then.
  test("ends the runner with 0 and no run file left, in the very moment in which it answers first", async () => {
    const { dataDir, ended } = await startHelios({ dataDir: newDataDir(demoDataDir) });
    process.kill(runFileOf(dataDir).runnerPid, "SIGTERM");
    expect(await ended).toBe(0);
    expect(existsSync(runPathOf(dataDir))).toBe(false);
  });

  test("ends a runner that hangs as well, with what was answered on the disk", async () => {
    const dataDir = newDataDir(demoDataDir);
    const first = await startHelios({ dataDir });
    const token = await signIn(first.origin, "admin@acme.example");
    const [device] = await listDevices(first.origin, token);
    const { key } = await createSampler(first.origin, token, device!.id, "End test");
    const now = Date.now();
    await postBatch(first.origin, key, [{ times: [now], tags: { end_test: [1] } }]);
    const { runnerPid, workerdPid } = await pidsOf(dataDir);
    process.kill(runnerPid, "SIGSTOP");
    expect(await first.stop()).toBe(0);
    await expectGone([runnerPid, workerdPid]);

    const second = await startHelios({ dataDir });
    const series = await readSeries(second.origin, token, device!.id, "end_test", now - 1, now + 1);
    expect(await second.stop()).toBe(0);
    expect(series.map(({ value }) => value)).toEqual([1]);
  });
});

/** One that cannot start: its exit code, null where it did not end by itself, and all that it says. */
const startFails = (env: Record<string, string>, before: string[] = []) =>
  new Promise<{ code: unknown; lines: string[] }>((resolve) => {
    const options = {
      env: { ...process.env, NODE_ENV: "production", VITEST: "", HELIOS_SIMULATOR: "off", ...env },
      timeout: READY_MS,
    };
    execFile(process.execPath, [...before, DOOR], options, (error, stdout, stderr) =>
      resolve({
        code: error?.killed ? null : error?.code,
        lines: `${stdout}${stderr}`.trim().split("\n"),
      }),
    );
  });

/** Node may hang as a process exits: here the runner does, and nobody else. */
const HANGS_AT_EXIT = `--import "data:text/javascript,
  if (process.argv[1]?.endsWith('runner/main.ts'))
    process.on('exit', () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));"`.replaceAll(
  "\n",
  "",
);

describe("an end that nobody asked for", () => {
  test("is one with its code, though the runner hangs as it exits", async () => {
    const taken = createServer();
    const port = await freePort();
    await new Promise<void>((resolve) => void taken.listen(port, "127.0.0.1", resolve));
    const { code, lines } = await startFails({
      HELIOS_DATA: newDataDir(),
      PORT: String(port),
      NODE_OPTIONS: HANGS_AT_EXIT,
    });
    taken.close();
    expect(code).toBe(1);
    expect(lines).toHaveLength(1);
  });
});

describe("a runner whose Node crashes", () => {
  test("is started again, with what was acknowledged", async () => {
    const helios = await startHelios({ dataDir: newDataDir(demoDataDir) });
    const token = await signIn(helios.origin, "admin@acme.example");
    const [device] = await listDevices(helios.origin, token);
    const { key } = await createSampler(helios.origin, token, device!.id, "Crash test");
    const now = Date.now();
    await postBatch(helios.origin, key, [{ times: [now], tags: { crash_test: [1] } }]);
    const crashed = await pidsOf(helios.dataDir);
    process.kill(crashed.runnerPid, "SIGSEGV");
    const { runnerPid, workerdPid } = await vi.waitFor(async () => {
      const pids = await pidsOf(helios.dataDir);
      expect(pids.runnerPid).not.toBe(crashed.runnerPid);
      return pids;
    }, GIVE_UP_MS);
    const read = () =>
      readSeries(helios.origin, token, device!.id, "crash_test", now - 1, now + 1).catch(() => []);
    await vi.waitFor(
      async () => expect((await read()).map(({ value }) => value)).toEqual([1]),
      GIVE_UP_MS,
    );
    expect(helios.output()).toContain("Node crashed (SIGSEGV); starting Helios again.");
    expect(await helios.stop()).toBe(0);
    await expectGone([crashed.workerdPid, runnerPid, workerdPid]);
  });

  test("is not started again for ever", async () => {
    const { code, lines } = await startFails({
      HELIOS_DATA: newDataDir(),
      PORT: String(await freePort()),
      NODE_OPTIONS: `--import "data:text/javascript,if (process.argv[1]?.endsWith('runner/main.ts')) process.kill(process.pid, 'SIGABRT')"`,
    });
    expect(code).toBe(1);
    expect(lines.map((line) => line.replace(/;.*/, ""))).toEqual([
      ...Array.from({ length: 3 }, () => "Node crashed (SIGABRT)"),
      "Node crashed (SIGABRT) for the 4th time in ten minutes",
    ]);
  });
});

describe("a start that cannot be is told in one line:", () => {
  test("the port is in use", async () => {
    const taken = createServer();
    const port = await freePort();
    await new Promise<void>((resolve) => void taken.listen(port, "127.0.0.1", resolve));
    const { code, lines } = await startFails({ HELIOS_DATA: newDataDir(), PORT: String(port) });
    taken.close();
    expect(code).toBe(1);
    expect(lines).toEqual([
      `Port ${port} is in use. Stop what uses it, or set PORT to another: PORT=${port + 1} npm start`,
    ]);
  });

  test("another Helios has the data folder", async () => {
    const dataDir = newDataDir(demoDataDir);
    const helios = await startHelios({ dataDir });
    const { code, lines } = await startFails({
      HELIOS_DATA: dataDir,
      PORT: String(await freePort()),
    });
    await helios.stop();
    expect(code).toBe(1);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^Another Helios \(process \d+, port \d+\) uses the data folder/);
  });

  test("the data folder cannot be written", async () => {
    const { code, lines } = await startFails({
      HELIOS_DATA: "/dev/null/data",
      PORT: String(await freePort()),
    });
    expect(code).toBe(1);
    expect(lines).toEqual([
      "The data folder /dev/null/data cannot be written (ENOTDIR). Set HELIOS_DATA to a folder that can.",
    ]);
  });

  test("Node is old", async () => {
    const old = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "18.19.0" } });`;
    const { code, lines } = await startFails({}, [
      "--import",
      `data:text/javascript,${encodeURIComponent(old)}`,
    ]);
    expect(code).toBe(1);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^Helios needs Node 20 or newer/);
  });
});
