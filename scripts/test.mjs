// `npm test`: installs what is missing, runs every check, ends with `N passed, N failed`.
// `npm test -- unit e2e` runs only those parts. Plain JavaScript for any Node from 20 on.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { requireChromium } from "./chromium.mjs";
import { installDependencies, isInstalled } from "./install.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const bin = join(root, "node_modules", ".bin");
const results = join(root, "test-results");
const NODE_MAJOR = 24;
const PARTS = ["types", "lint", "unit", "workers", "build", "deploy", "e2e", "faults"];
/** A part that hangs is a failure, not a lost afternoon. */
const PART_LIMIT_MS = 40 * 60_000;

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !PARTS.includes(name));
if (unknown.length > 0)
  fail(
    `There is no part "${unknown.join('", "')}" in the tests; the parts are: ${PARTS.join(", ")}.`,
  );

install();
if (Number(process.versions.node.split(".")[0]) < NODE_MAJOR) {
  const again = spawnSync(join(bin, "node"), [fileURLToPath(import.meta.url), ...asked], {
    cwd: root,
    stdio: "inherit",
  });
  process.exit(again.status ?? 1);
}

const env = {
  ...process.env,
  PATH: `${bin}:${process.env.PATH ?? ""}`,
  CI: "1",
  WRANGLER_SEND_METRICS: "false",
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  ...(process.stdout.isTTY ? {} : { NO_COLOR: "1", FORCE_COLOR: undefined }),
};
/** @type {{ part: string, passed: number, failed: number, skipped: number, seconds: number, why?: string }[]} */
const report = [];
mkdirSync(results, { recursive: true });

const wanted = (/** @type {string} */ part) => asked.length === 0 || asked.includes(part);
/** The journeys drive what `npm start` serves. */
const needsBuild = wanted("build") || wanted("deploy") || wanted("e2e") || wanted("faults");
let built = true;

if (wanted("types") || wanted("lint")) {
  await Promise.all([
    wanted("types") && check("types", [["tsc", "--noEmit"]]),
    wanted("lint") &&
      check("lint", [
        ["eslint", "."],
        ["prettier", "--check", "--log-level", "warn", "."],
      ]),
  ]);
}
if (wanted("unit")) await tests("unit", "unit");
if (wanted("workers")) await tests("workers", "workers*");
if (needsBuild) built = await check("build", [["node", "scripts/build.ts"]]);
if (wanted("deploy")) await journeys("deploy", false);
if (wanted("e2e")) await journeys("e2e", true);
if (wanted("faults")) await journeys("faults", false);
finish();

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
 * Programs that are right or wrong as a whole: one check. Their output is kept back until they ended.
 * @param {string} part @param {string[][]} commands
 */
async function check(part, commands) {
  const started = Date.now();
  let failed = false;
  let output = "";
  for (const [command, ...args] of commands) {
    const run = await spawnPart(command, args, "collect");
    output += run.output;
    if (run.code !== 0) failed = true;
  }
  heading(part);
  if (failed) process.stdout.write(output);
  record({
    part,
    passed: failed ? 0 : 1,
    failed: failed ? 1 : 0,
    skipped: 0,
    seconds: secondsSince(started),
  });
  return !failed;
}

/** @param {string} part @param {string} project */
async function tests(part, project) {
  const started = Date.now();
  const file = join(results, `${part}.json`);
  rmSync(file, { force: true });
  heading(part);
  const args = [
    "run",
    "--project",
    project,
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${file}`,
  ];
  const { code } = await spawnPart("vitest", args, "show");
  const counted = existsSync(file)
    ? count(JSON.parse(readFileSync(file, "utf8")))
    : { passed: 0, failed: 0, skipped: 0 };
  const ranNothing = counted.passed + counted.failed === 0;
  // A crash, an unhandled rejection or an empty project shows in no test's result.
  if ((code !== 0 && counted.failed === 0) || ranNothing) {
    counted.failed += 1;
    record({
      part,
      ...counted,
      seconds: secondsSince(started),
      why: ranNothing ? "no test ran" : `vitest ended with ${code}`,
    });
  } else record({ part, ...counted, seconds: secondsSince(started) });
}

/** @param {string} part @param {boolean} browser */
async function journeys(part, browser) {
  if (!built)
    return record({
      part,
      passed: 0,
      failed: 1,
      skipped: 0,
      seconds: 0,
      why: "not run, the build failed",
    });
  try {
    if (browser) env.CHROMIUM_PATH = requireChromium();
  } catch (error) {
    return record({
      part,
      passed: 0,
      failed: 1,
      skipped: 0,
      seconds: 0,
      why: error instanceof Error ? error.message : String(error),
    });
  }
  await tests(part, part);
}

/** @param {{ testResults: { status: string, assertionResults: { status: string }[] }[] }} json */
function count(json) {
  const each = json.testResults.flatMap((file) =>
    file.assertionResults.length === 0 && file.status === "failed"
      ? [{ status: "failed" }]
      : file.assertionResults,
  );
  const number = (/** @type {string[]} */ ...statuses) =>
    each.filter((one) => statuses.includes(one.status)).length;
  return {
    passed: number("passed"),
    failed: number("failed"),
    skipped: number("skipped", "pending", "todo", "disabled"),
  };
}

/**
 * @param {string} command @param {string[]} args @param {"show" | "collect"} output
 * @returns {Promise<{ code: number | null, output: string }>}
 */
function spawnPart(command, args, output) {
  return new Promise((resolve) => {
    const child = spawn(join(bin, command), args, {
      cwd: root,
      env,
      stdio: output === "show" ? "inherit" : ["ignore", "pipe", "pipe"],
      detached: false,
    });
    let text = "";
    child.stdout?.on("data", (chunk) => (text += chunk));
    child.stderr?.on("data", (chunk) => (text += chunk));
    const timer = setTimeout(() => {
      text += `\n${command} did not end within ${PART_LIMIT_MS / 60_000} minutes.\n`;
      child.kill("SIGTERM");
      setTimeout(() => child.kill("SIGKILL"), 10_000).unref();
    }, PART_LIMIT_MS);
    const end = (/** @type {number | null} */ code) => {
      clearTimeout(timer);
      resolve({ code, output: text });
    };
    child.on("error", (error) => {
      text += `${error}\n`;
      end(1);
    });
    child.on("exit", end);
  });
}

/** @param {string} part */
function heading(part) {
  console.log(`\n── ${part} ${"─".repeat(Math.max(0, 60 - part.length))}`);
}

/** @param {(typeof report)[number]} line */
function record(line) {
  report.push(line);
  const why = line.why ? `: ${line.why}` : "";
  console.log(`${line.failed === 0 ? "ok" : "FAILED"} ${line.part} (${line.seconds} s)${why}`);
}

/** @param {number} started */
function secondsSince(started) {
  return Math.round((Date.now() - started) / 100) / 10;
}

function finish() {
  console.log("");
  for (const { part, passed, failed, skipped, seconds } of report) {
    console.log(
      `${part.padEnd(8)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed${skipped ? `, ${skipped} skipped` : ""}  ${seconds} s`,
    );
  }
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
