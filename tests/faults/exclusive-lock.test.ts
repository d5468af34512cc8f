/** The lock of a data folder under processes that race for it, are killed with it, and find its file in bad shape. */
import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isAlive } from "#scripts/runner/is-alive.ts";

const ROUNDS = 20;
const RACERS = 6;
const MODULE = join(import.meta.dirname, "../../scripts/runner/exclusive-lock.ts");
/** Takes and releases as it is told, a line each. */
const SCRIPT = `
import { createInterface } from "node:readline";
import { takeLock } from ${JSON.stringify(MODULE)};
let lock = null;
const take = (path) => { try { return (lock = takeLock(path)) ? "taken" : "held"; } catch (error) { return error.constructor.name; } };
for await (const line of createInterface(process.stdin)) {
  const [order, path] = line.split(" ");
  if (order === "take") console.log(take(path));
  if (order === "release") { lock?.release(); lock = null; console.log("released"); }
}`;

type Racer = { child: ChildProcess; ask(order: string, path?: string): Promise<string> };

let folder: string;
const racers: Racer[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "helios-lock-"));
});
afterEach(() => {
  for (const { child } of racers.splice(0)) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

function startRacer(before: string[] = []): Racer {
  const args = [
    ...before,
    process.execPath,
    "--disable-warning=ExperimentalWarning",
    "--input-type=module",
    "-e",
    SCRIPT,
  ];
  const child = spawn(args[0]!, args.slice(1), { stdio: ["pipe", "pipe", "inherit"] });
  const answers = createInterface(child.stdout)[Symbol.asyncIterator]();
  const racer: Racer = {
    child,
    async ask(order, path = "") {
      child.stdin.write(`${order} ${path}\n`);
      return String((await answers.next()).value);
    },
  };
  racers.push(racer);
  return racer;
}
const killed = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
    child.kill("SIGKILL");
  });

test("of those that race for the lock of a killed process exactly one has it, twenty times", async () => {
  const path = join(folder, "lock");
  const hunters = Array.from({ length: RACERS }, () => startRacer());
  let last: Racer | null = null;
  for (let round = 0; round < ROUNDS; round++) {
    const holder = startRacer();
    await last?.ask("release");
    expect(await holder.ask("take", path)).toBe("taken");
    expect(await hunters[0]!.ask("take", path)).toBe("held");
    await killed(holder.child);
    const answers = await Promise.all(hunters.map((hunter) => hunter.ask("take", path)));
    expect(answers.toSorted()).toEqual([...Array(RACERS - 1).fill("held"), "taken"].toSorted());
    last = hunters[answers.indexOf("taken")]!;
  }
});

test("of those that race for a lock that never was exactly one has it, twenty times", async () => {
  const hunters = Array.from({ length: RACERS }, () => startRacer());
  for (let round = 0; round < ROUNDS; round++) {
    const path = join(folder, `lock-${round}`);
    const answers = await Promise.all(hunters.map((hunter) => hunter.ask("take", path)));
    expect(answers.filter((answer) => answer === "taken")).toHaveLength(1);
    expect(answers.filter((answer) => answer === "held")).toHaveLength(RACERS - 1);
  }
});

test("a file that a killed start left empty is a lock like any other; one that holds something is refused", async () => {
  const racer = startRacer();
  writeFileSync(join(folder, "empty"), "");
  expect(await racer.ask("take", join(folder, "empty"))).toBe("taken");
  expect(await racer.ask("release")).toBe("released");
  writeFileSync(join(folder, "foreign"), "12345\n".repeat(1000));
  expect(await racer.ask("take", join(folder, "foreign"))).toBe("LockFileError");
  expect(existsSync(join(folder, "foreign"))).toBe(true);
});

test("a stopped process keeps its lock", async () => {
  const path = join(folder, "lock");
  const [holder, other] = [startRacer(), startRacer()];
  expect(await holder.ask("take", path)).toBe("taken");
  process.kill(holder.child.pid!, "SIGSTOP");
  expect(await other.ask("take", path)).toBe("held");
  expect(isAlive(holder.child.pid!)).toBe(true);
  await killed(holder.child);
  expect(await other.ask("take", path)).toBe("taken");
});

test("processes of two containers, both with the id 1, exclude each other", async ({ skip }) => {
  const contained = ["unshare", "--user", "--map-root-user", "--pid", "--fork", "--kill-child"];
  const canContain = await new Promise<boolean>((resolve) => {
    spawn(contained[0]!, [...contained.slice(1), "true"])
      .once("error", () => resolve(false))
      .once("exit", (code) => resolve(code === 0));
  });
  if (!canContain) skip("this system starts no process in a namespace of its own");
  const path = join(folder, "lock");
  const [one, two] = [startRacer(contained), startRacer(contained)];
  expect(await one.ask("take", path)).toBe("taken");
  expect(await two.ask("take", path)).toBe("held");
  expect(await one.ask("release")).toBe("released");
  expect(await two.ask("take", path)).toBe("taken");
});
