/** A data folder has one Helios, however many are started on it and whatever happens to its lock. */
import { spawn, type ChildProcess } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { keepLogOf } from "#tests/evidence.ts";
import { demoDataDir, freePort, startHelios, temporaryDataDir } from "#tests/helios.ts";
import { isAlive } from "#scripts/runner/is-alive.ts";

const DOOR = join(import.meta.dirname, "../../scripts/start.mjs");
const STARTS = 10;
const WAIT_MS = 120_000;
const REFUSAL = /^Another Helios( \(process \d+, port \d+\))? uses the data folder .+\. Stop it, /;

const folders: string[] = [];
const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) if (child.pid) killGroup(child.pid);
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});
function newDataDir(make = temporaryDataDir): string {
  folders.push(make());
  return folders.at(-1)!;
}
function killGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It has ended.
  }
}

type Start = { child: ChildProcess; output: () => string; code: () => number | null };

async function begin(dataDir: string, env: Record<string, string> = {}): Promise<Start> {
  const port = await freePort();
  const child = spawn(process.execPath, [DOOR], {
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      NODE_ENV: "production",
      VITEST: "",
      HELIOS_DATA: dataDir,
      PORT: String(port),
      HELIOS_SIMULATOR: "off",
      ...env,
    },
  });
  started.push(child);
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (text += chunk.toString()));
  keepLogOf(`start-${port}`, () => text);
  return { child, output: () => text, code: () => child.exitCode };
}
const isServing = (start: Start) => / s {2}ready$/m.test(start.output());
const refusalOf = (start: Start) =>
  vi.waitFor(() => {
    expect(start.code()).toBe(1);
    return start.output().trim();
  }, WAIT_MS);
const runFileOf = (dataDir: string) =>
  JSON.parse(readFileSync(join(dataDir, "run.json"), "utf8")) as {
    runnerPid: number;
    workerdPid: number | null;
  };
const servingPids = (dataDir: string) =>
  vi.waitFor(() => {
    const { runnerPid, workerdPid } = runFileOf(dataDir);
    return { runnerPid, workerdPid: workerdPid ?? expect.fail("nothing serves yet") };
  }, WAIT_MS);

test("of ten starts at once on one folder exactly one serves; the others say why in one line", async () => {
  const dataDir = newDataDir();
  const starts = await Promise.all(Array.from({ length: STARTS }, () => begin(dataDir)));
  await vi.waitFor(
    () => expect(starts.every((start) => start.code() !== null || isServing(start))).toBe(true),
    WAIT_MS,
  );
  expect(starts.filter(isServing)).toHaveLength(1);
  const refused = starts.filter((start) => start.code() !== null);
  expect(refused.map((start) => start.code())).toEqual(Array(STARTS - 1).fill(1));
  for (const start of refused) {
    expect(start.output().trim()).toMatch(REFUSAL);
    expect(start.output().trim().split("\n")).toHaveLength(1);
  }
});

test("a stopped holder keeps its folder, by whatever path it is reached; a killed one does not", async () => {
  const dataDir = newDataDir(demoDataDir);
  const link = `${dataDir}-link`;
  symlinkSync(dataDir, link);
  folders.push(link);
  const helios = await startHelios({ dataDir });
  const { runnerPid, workerdPid } = await servingPids(dataDir);
  process.kill(runnerPid, "SIGSTOP");
  expect(await refusalOf(await begin(dataDir))).toMatch(REFUSAL);
  expect(await refusalOf(await begin(link))).toMatch(REFUSAL);

  process.kill(runnerPid, "SIGKILL");
  const next = await startHelios({ dataDir: link });
  expect(isAlive(workerdPid), "the workerd that the killed runner left").toBe(false);
  expect(await next.stop()).toBe(0);
  await helios.kill9();
});

test("a removed lock file is put back, and the folder is refused meanwhile", async () => {
  const dataDir = newDataDir(demoDataDir);
  const helios = await startHelios({ dataDir });
  await servingPids(dataDir);
  const lock = join(dataDir, "lock");
  const inode = statSync(lock).ino;
  rmSync(lock);
  expect(await refusalOf(await begin(dataDir))).toMatch(REFUSAL);
  await vi.waitFor(() => expect(existsSync(lock)).toBe(true), WAIT_MS);
  await vi.waitFor(() => expect(helios.output()).toContain("it is in place again"), WAIT_MS);
  expect(statSync(lock).ino).not.toBe(inode);

  // Without its run file as well, only the new lock speaks for it.
  rmSync(join(dataDir, "run.json"));
  expect(await refusalOf(await begin(dataDir))).toMatch(REFUSAL);
  expect((await fetch(`${helios.origin}/healthz`)).status).toBe(200);
  expect(await helios.stop()).toBe(0);
});

test("a Helios whose folder is removed ends and says so", async () => {
  const dataDir = newDataDir(demoDataDir);
  const start = await begin(dataDir);
  await vi.waitFor(() => expect(isServing(start)).toBe(true), WAIT_MS);
  const { runnerPid, workerdPid } = await servingPids(dataDir);
  // Helios goes on writing into it: what came meanwhile is removed by the next try.
  await vi.waitFor(() => rmSync(dataDir, { recursive: true, force: true }), WAIT_MS);
  await vi.waitFor(() => expect(start.code()).toBe(1), WAIT_MS);
  expect(start.output()).toContain("was removed; Helios ends");
  await vi.waitFor(() => expect([runnerPid, workerdPid].filter(isAlive)).toEqual([]), WAIT_MS);
});

test("a Helios of whose folder nothing but a lock is left ends and says so", async () => {
  const dataDir = newDataDir(demoDataDir);
  const start = await begin(dataDir);
  await vi.waitFor(() => expect(isServing(start)).toBe(true), WAIT_MS);
  await servingPids(dataDir);
  // As when the folder is removed just as a lock that was missing is put in place again.
  await vi.waitFor(() => {
    for (const name of readdirSync(dataDir))
      if (name !== "lock") rmSync(join(dataDir, name), { recursive: true, force: true });
  }, WAIT_MS);
  await vi.waitFor(() => expect(start.code()).toBe(1), WAIT_MS);
  expect(start.output()).toContain("was removed; Helios ends");
});

test("a copied folder starts beside its original, run file and all", async () => {
  const dataDir = newDataDir(demoDataDir);
  const original = await startHelios({ dataDir });
  const { workerdPid } = await servingPids(dataDir);
  const copy = `${dataDir}-copy`;
  folders.push(copy);
  cpSync(dataDir, copy, { recursive: true });
  const beside = await startHelios({ dataDir: copy });
  expect((await fetch(`${original.origin}/healthz`)).status).toBe(200);
  expect(isAlive(workerdPid), "the original's workerd").toBe(true);
  expect(await beside.stop()).toBe(0);
  expect(await original.stop()).toBe(0);
});

test("a folder that was open to others is closed, with a line; what is made in it is its owner's", async () => {
  const dataDir = newDataDir();
  chmodSync(dataDir, 0o755);
  const helios = await startHelios({ dataDir });
  await servingPids(dataDir);
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  expect(helios.output()).toContain("was open to others (mode 755); now only its owner reads it.");
  // The copy of the build has the modes of the build, which is no secret.
  const names = (await readdir(dataDir, { recursive: true })).filter(
    (name) => !name.startsWith("build/"),
  );
  expect(names).toContain("simulator.json");
  const open = names.filter((name) => (statSync(join(dataDir, name)).mode & 0o077) !== 0);
  expect(open).toEqual([]);
  expect(await helios.stop()).toBe(0);

  // A folder that others use as well is left to them.
  const shared = newDataDir();
  mkdirSync(join(shared, "letters"));
  chmodSync(shared, 0o755);
  const guest = await startHelios({ dataDir: shared });
  expect(statSync(shared).mode & 0o777).toBe(0o755);
  expect(guest.output()).toContain("is left so");
  expect(await guest.stop()).toBe(0);
});
