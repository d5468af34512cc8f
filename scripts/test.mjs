// `npm test`: installs what is missing, runs every check, ends with `N passed, N failed`.
// `npm test -- unit e2e` runs only those parts; `npm test -- quick` types (of what imports it, too), lint and unit tests of what changed since main;
// `npm test -- --shuffle` with the files of each part in an order drawn anew, which it names: `--shuffle=42` repeats it.
// Plain JavaScript for any Node from 20 on.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, totalmem } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { requireHeadless } from "./chromium.mjs";
import { installDependencies, isInstalled } from "./install.mjs";
import { changedFiles, touchedBy } from "./quick.mjs";
import { runWatched } from "./run-watched.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const bin = join(root, "node_modules", ".bin");
const results = join(root, "test-results");
const NODE_MAJOR = 24;
/** In the order in which they are begun; what needs the build waits for it, and lets others go first. */
const PARTS = ["types", "lint", "build", "e2e", "unit", "faults", "workers", "deploy"];
/** They drive what `npm start` serves. */
const AFTER_BUILD = new Set(["e2e", "faults", "deploy"]);
/** Four parts take up to 8 GB. */
const ENOUGH_MEMORY = 12 * 2 ** 30;
/** Parts under way at once: more than there are cores, as faults and the Workers' mostly wait. One that waits to the end alone leaves a core idle. */
const AT_ONCE = Math.max(2, availableParallelism()) + (totalmem() < ENOUGH_MEMORY ? 1 : 2);
/**
 * A part that hangs is a failure, not a lost afternoon: each test has a limit of its own, of half an hour at the most where
 * no other one runs beside it, so one of them ends in this time, on a busy machine too. How long all take says nothing.
 */
const SILENT_MS = 40 * 60_000;
const STILL_RUNNING_MS = 30_000;
const SLOWEST = 20;
/** Of a failed test, and of all of them, what is said once more at the very end: who keeps only an end needs no more. */
const FAILURE_CHARACTERS = 2_000;
const FAILURES_SHOWN = 8;

const shuffle = process.argv.find((arg) => /^--shuffle(?:=\d+)?$/.test(arg));
const seed = shuffle?.split("=")[1] ?? `${Date.now() % 100_000}`;
const named = process.argv.slice(2).filter((arg) => arg !== shuffle);
const isQuick = named[0] === "quick";
const asked = isQuick ? ["types", "lint", "unit"] : named;
const unknown = asked.filter((name) => !PARTS.includes(name));
if (unknown.length > 0)
  fail(
    `There is no part "${unknown.join('", "')}" in the tests; the parts are: ${PARTS.join(", ")}, or quick.`,
  );

install();
if (Number(process.versions.node.split(".")[0]) < NODE_MAJOR) {
  const again = spawnSync(
    join(bin, "node"),
    [fileURLToPath(import.meta.url), ...process.argv.slice(2)],
    { cwd: root, stdio: "inherit" },
  );
  process.exit(again.status ?? 1);
}

const env = {
  ...process.env,
  PATH: `${bin}:${process.env.PATH ?? ""}`,
  CI: "1",
  WRANGLER_SEND_METRICS: "false",
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  NODE_COMPILE_CACHE: join(root, "node_modules", ".cache", "compiled"), // for hundreds of processes
  ...(process.stdout.isTTY ? {} : { NO_COLOR: "1", FORCE_COLOR: undefined }),
};
/** @typedef {{ name: string, part: string, ms: number }} Timed */
/** @typedef {{ part: string, passed: number, failed: number, skipped: number, seconds: number, why?: string }} Line */
/** @type {Line[]} */
const report = [];
/** @type {Timed[]} */
const timed = [];
/** @type {string[]} */
const failures = [];
mkdirSync(results, { recursive: true });
rmSync(join(results, "failed"), { recursive: true, force: true });

const startedAt = Date.now();
const wanted = new Set(asked.length === 0 ? PARTS : asked);
if (PARTS.some((part) => AFTER_BUILD.has(part) && wanted.has(part))) wanted.add("build");
const different = isQuick ? changedFiles(root) : { changed: [], gone: [] };
const { changed } = different;
const touched = isQuick ? touchedBy(root, different) : { typed: null, tests: [] };
/** One part alone speaks as it goes; several keep what they say until they ended. */
const isAlone = wanted.size === 1;
let built = !wanted.has("build");
/** Installed, where it is missing, while the build is made. */
const browser = wanted.has("e2e") ? requireHeadless() : undefined;
browser?.catch(() => undefined); // told by the part that needs it
if (shuffle) console.log(`files in the order of --shuffle=${seed}`);

await runAll(PARTS.filter((part) => wanted.has(part)));
finish();

/** @param {string[]} parts */
async function runAll(parts) {
  const waiting = [...parts];
  /** @type {Map<string, Promise<void>>} */
  const running = new Map();
  const still = setInterval(
    () => say(`under way: ${[...running.keys()].join(", ")}`),
    STILL_RUNNING_MS,
  );
  while (waiting.length > 0 || running.size > 0) {
    const ready = waiting.findIndex(
      (part) => !AFTER_BUILD.has(part) || (!waiting.includes("build") && !running.has("build")),
    );
    if (ready !== -1 && running.size < AT_ONCE) {
      const [part = ""] = waiting.splice(ready, 1);
      if (!isAlone) say(`${part} begins`);
      running.set(
        part,
        runPart(part).then(() => void running.delete(part)),
      );
    } else await Promise.race(running.values());
  }
  clearInterval(still);
}

/** @param {string} part */
async function runPart(part) {
  const quickCode = changed.filter((file) => /\.(ts|tsx|js|mjs)$/.test(file));
  switch (part) {
    case "types": {
      const { typed } = touched;
      const isNone = typed?.length === 0;
      return void (await check(
        part,
        isNone ? [] : [["oxlint", "--type-aware", "--type-check", ...(typed ?? [])]],
      ));
    }
    case "lint":
      if (!isQuick)
        return void (await check(part, [
          ["eslint", "."],
          ["oxfmt", "--check"],
        ]));
      return void (await check(part, [
        ...(quickCode.length > 0 ? [["eslint", "--no-warn-ignored", ...quickCode]] : []),
        ...(changed.length > 0
          ? [["oxfmt", "--check", "--no-error-on-unmatched-pattern", ...changed]]
          : []),
      ]));
    case "build":
      built = await check(part, [["node", "scripts/build.ts"]]);
      return;
    case "unit":
      return tests(part, ["--project", "unit*"], isQuick ? touched.tests : null);
    case "workers":
      return tests(part, ["--project", "workers*"]);
    default:
      return journeys(part);
  }
}

function install() {
  if (isInstalled(root)) return;
  console.log("Installing dependencies …");
  try {
    installDependencies(root);
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
  }
}

/**
 * Programs that are right or wrong as a whole: one check.
 * @param {string} part @param {string[][]} commands
 */
async function check(part, commands) {
  const started = Date.now();
  let failed = false;
  let output = "";
  for (const [command = "", ...args] of commands) {
    const run = await spawnPart(command, args, "collect");
    output += run.output;
    if (run.code !== 0) failed = true;
  }
  record(
    {
      part,
      passed: failed ? 0 : 1,
      failed: failed ? 1 : 0,
      skipped: 0,
      seconds: secondsSince(started),
    },
    failed ? output : "",
  );
  return !failed;
}

/**
 * @param {string} part @param {string[]} which
 * @param {string[] | null} files of tests; all without
 */
async function tests(part, which, files = null) {
  const started = Date.now();
  const file = join(results, `${part}.json`);
  rmSync(file, { force: true });
  if (isAlone) heading(part);
  const args = [
    ...["run", ...(files ? [...files, "--passWithNoTests"] : [])],
    ...which,
    ...(shuffle ? ["--sequence.shuffle.files", `--sequence.seed=${seed}`] : []),
    "--reporter=default",
    "--reporter=json",
    "--reporter=./tests/setup/tell-progress.ts",
    `--outputFile.json=${file}`,
  ];
  // Without files it would be every test.
  const isEmpty = files?.length === 0;
  const { code, output } = isEmpty
    ? { code: 0, output: "" }
    : await spawnPart("vitest", args, isAlone ? "show" : "collect");
  const json = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : { testResults: [] };
  const counted = count(part, json);
  const ranNothing = counted.passed + counted.failed === 0 && !files;
  // A crash, an unhandled rejection or an empty project shows in no test's result.
  const why = ranNothing
    ? "no test ran"
    : code !== 0 && counted.failed === 0
      ? `vitest ended with ${code}`
      : undefined;
  if (why) counted.failed += 1;
  record({ part, ...counted, seconds: secondsSince(started), ...(why ? { why } : {}) }, output);
}

/** @param {string} part */
async function journeys(part) {
  const notRun = (/** @type {string} */ why) =>
    record({ part, passed: 0, failed: 1, skipped: 0, seconds: 0, why });
  if (!built) return notRun("not run, the build failed");
  try {
    if (part === "e2e") env.CHROMIUM_PATH = await browser;
  } catch (error) {
    return notRun(error instanceof Error ? error.message : String(error));
  }
  await tests(part, ["--project", part]);
}

/**
 * @param {string} part
 * @param {{ testResults: { name: string, status: string, message?: string, assertionResults: { status: string, fullName: string, duration?: number, failureMessages?: string[] }[] }[] }} json
 */
function count(part, json) {
  for (const { name, status, message = "", assertionResults } of json.testResults) {
    const file = relative(root, name);
    for (const { status, fullName, duration = 0, failureMessages = [] } of assertionResults) {
      timed.push({ part, name: `${file}: ${fullName.trim()}`, ms: duration });
      if (status === "failed")
        addFailure(`${part} ${file}: ${fullName.trim()}`, failureMessages.join("\n"));
    }
    if (hasFailedItself({ status, assertionResults })) addFailure(`${part} ${file}`, message);
  }
  const each = json.testResults.flatMap((file) => [
    ...file.assertionResults,
    ...(hasFailedItself(file) ? [{ status: "failed" }] : []),
  ]);
  const number = (/** @type {string[]} */ ...statuses) =>
    each.filter((one) => statuses.includes(one.status)).length;
  return {
    passed: number("passed"),
    failed: number("failed"),
    skipped: number("skipped", "pending", "todo", "disabled"),
  };
}

/**
 * As it was loaded, or before or after its tests.
 * @param {{ status: string, assertionResults: { status: string }[] }} file
 */
function hasFailedItself({ status, assertionResults }) {
  return status === "failed" && assertionResults.every((one) => one.status !== "failed");
}

/** @param {string} name @param {string} message */
function addFailure(name, message) {
  const lines = message.split("\n").filter((line) => !line.includes("/node_modules/"));
  failures.push(`${name}\n${lines.join("\n").slice(0, FAILURE_CHARACTERS)}`);
}

/** @param {string} command @param {string[]} args @param {"show" | "collect"} output */
function spawnPart(command, args, output) {
  return runWatched(join(bin, command), args, { cwd: root, env, output, silentMs: SILENT_MS });
}

/** @param {string} part */
function heading(part) {
  console.log(`\n── ${part} ${"─".repeat(Math.max(0, 60 - part.length))}`);
}

/**
 * What several parts say at the same time would be read by nobody: a part's output follows its end, in one piece.
 * @param {Line} line @param {string} output
 */
function record(line, output = "") {
  report.push(line);
  if (output) writeFileSync(join(results, `${line.part}.log`), output);
  if (output && !isAlone) {
    heading(line.part);
    process.stdout.write(`${output.trimEnd()}\n`);
  }
  const why = line.why ? `: ${line.why}` : "";
  say(`${line.failed === 0 ? "ok" : "FAILED"} ${line.part} (${line.seconds} s)${why}`);
}

/** A line of progress, with the minutes and seconds since the start. */
function say(/** @type {string} */ text) {
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  console.log(`[${clock}] ${text}`);
}

function secondsSince(/** @type {number} */ started) {
  return Math.round((Date.now() - started) / 100) / 10;
}

function finish() {
  const slow = timed.toSorted((one, other) => other.ms - one.ms).slice(0, SLOWEST);
  if (slow.length > 0) console.log(`\nThe slowest ${slow.length} tests:`);
  for (const { part, name, ms } of slow)
    console.log(`${(ms / 1000).toFixed(1).padStart(7)} s  ${part.padEnd(8)} ${name}`);
  console.log(`\nThe parts, ${secondsSince(startedAt)} s in all:`);
  for (const { part, passed, failed, skipped, seconds } of report) {
    console.log(
      `${part.padEnd(8)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed${skipped ? `, ${skipped} skipped` : ""}  ${seconds} s`,
    );
  }
  for (const failure of failures.slice(0, FAILURES_SHOWN)) console.log(`\nFAILED ${failure}`);
  const seen = join(results, "failed");
  for (const folder of existsSync(seen) ? readdirSync(seen).slice(0, FAILURES_SHOWN) : []) {
    const file = join(seen, folder, "in-short.txt");
    if (!existsSync(file)) continue;
    console.log(`\nSeen in ${folder}:\n${readFileSync(file, "utf8").slice(0, FAILURE_CHARACTERS)}`);
  }
  if (failures.length > FAILURES_SHOWN)
    console.log(`\n${failures.length - FAILURES_SHOWN} more failed; see above.`);
  const sum = (/** @type {"passed" | "failed"} */ key) =>
    report.reduce((total, line) => total + line[key], 0);
  console.log(`\n${sum("passed")} passed, ${sum("failed")} failed`);
  process.exitCode = sum("failed") === 0 ? 0 : 1;
}

/** @param {string} message @returns {never} */
function fail(message) {
  console.error(message);
  process.exit(1);
}
