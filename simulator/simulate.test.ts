/** The whole program as a process: gateways that enroll themselves, against a local stub of the ingest. */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startStubIngest, until, type StubIngest } from "./fixtures/stub-ingest.ts";
import { NODE_FLAGS } from "./node-flags.ts";

const SIMULATE = fileURLToPath(new URL("./simulate.ts", import.meta.url));
let dir: string;
let helios: StubIngest;
let child: ChildProcess | null = null;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "helios-simulate-"));
  helios = await startStubIngest();
});
afterEach(async () => {
  child?.kill("SIGKILL");
  await helios.close();
  rmSync(dir, { recursive: true, force: true });
});

function start(...args: string[]): Promise<number | null> {
  const options = ["--origin", helios.origin, "--data", dir, "--history-days", "0", ...args];
  child = spawn(process.execPath, [...NODE_FLAGS, SIMULATE, ...options], { stdio: "ignore" });
  const own = child;
  return new Promise((resolve) => own.once("exit", resolve));
}
const plant = () =>
  JSON.parse(readFileSync(join(dir, "simulator.json"), "utf8")) as {
    machines: { serialNumber: string; samplerKey: string }[];
  };

test("machines enroll once, send with their own keys, and go on after a kill", async () => {
  const ended = start("--enroll", "hek_plant", "--machines", "3");
  await until(() => new Set(helios.stored.map(({ key }) => key)).size === 3);
  expect(helios.enrolled.map(({ key }) => key)).toEqual(["hek_plant", "hek_plant", "hek_plant"]);
  const machines = plant().machines.map(({ serialNumber }) => serialNumber);
  expect(new Set(machines).size).toBe(3);
  expect(helios.enrolled.map(({ serial }) => serial)).toEqual(machines);
  child?.kill("SIGKILL");
  await ended;
  helios.stored.length = 0;
  void start("--enroll", "hek_plant", "--machines", "3");
  await until(() => new Set(helios.stored.map(({ key }) => key)).size === 3);
  expect(helios.enrolled).toHaveLength(3);
});

test("a refused key ends it with an error", async () => {
  helios.refusesEnrolling = true;
  expect(await start("--enroll", "hek_wrong")).toBe(1);
  expect(await start()).toBe(1);
});
