// The door to `npm start`: plain JavaScript for any Node from 20 on, without a dependency. It installs
// what is missing and hands over to the runner on the Node that comes with the npm package `node`.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { installDependencies, isInstalled } from "./install.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const [major] = process.versions.node.split(".").map(Number);
if (major < 20)
  fail(
    `Helios needs Node 20 or newer; this is ${process.version}. Install a newer Node (https://nodejs.org) and try again.`,
  );

if (!isInstalled(root)) {
  console.log("Installing dependencies (first start, about a minute) …");
  try {
    installDependencies(root);
  } catch (error) {
    fail(error.message);
  }
}

const node = join(
  root,
  "node_modules",
  "node",
  "bin",
  process.platform === "win32" ? "node.exe" : "node",
);
if (!existsSync(node))
  fail(
    "The npm package `node` is not complete (were install scripts switched off?). Run: npm rebuild node",
  );

const open = () =>
  spawn(
    node,
    [
      "--disable-warning=ExperimentalWarning",
      "--import",
      pathToFileURL(join(root, "scripts", "runner", "quick-imports.mjs")).href,
      join(root, "scripts", "runner", "main.ts"),
      ...process.argv.slice(2),
    ],
    {
      cwd: root,
      // The channel tells that Helios ends by itself, and as what.
      stdio: ["inherit", "inherit", "inherit", "ipc"],
      env: {
        ...process.env,
        PATH: `${join(root, "node_modules", ".bin")}${process.platform === "win32" ? ";" : ":"}${process.env.PATH ?? ""}`,
      },
    },
  );

// Ending takes a second. Node itself may hang as a process exits (nodejs/node#54918), and everything that was answered is on
// the disk: a runner that does not end is ended, and its watchdog ends the rest.
const END_MS = 10_000;
// By these a process ends whose Node failed: a fault of V8's, or no memory left. Everything that was answered is on the disk, so
// the runner is started again, unless that happens again and again.
const CRASHES = ["SIGABRT", "SIGBUS", "SIGFPE", "SIGILL", "SIGSEGV", "SIGTRAP"];
const MOST_CRASHES = { count: 3, withinMs: 600_000 };

let child;
/** What the door answers should the runner's end be overdue. */
let code = 0;
let isEnding = false;
let isOverdue = false;
/** When the runner crashed, newest last. */
let crashes = [];
const expectEnd = () => {
  isEnding = true;
  setTimeout(() => {
    isOverdue = true;
    child.kill("SIGKILL");
  }, END_MS).unref();
};
// Ctrl-C reaches the whole group by itself; other signals are handed on.
process.once("SIGINT", expectEnd).on("SIGINT", () => {});
for (const signal of ["SIGTERM", "SIGHUP"])
  process.once(signal, expectEnd).on(signal, () => child.kill(signal));
run();

function run() {
  child = open();
  child.on("message", (message) => {
    code = message.endsAs;
    expectEnd();
  });
  child.on("exit", (ended, signal) => {
    if (CRASHES.includes(signal) && !isEnding && mayStartAgain(signal)) run();
    else process.exit(isOverdue ? code : (ended ?? (signal === "SIGKILL" ? 137 : 1)));
  });
}

/** Whether the runner may be started again after a crash; says so. */
function mayStartAgain(signal) {
  const now = Date.now();
  crashes = [...crashes.filter((at) => now - at < MOST_CRASHES.withinMs), now];
  if (crashes.length > MOST_CRASHES.count) {
    console.error(
      `Node crashed (${signal}) for the ${crashes.length}th time in ten minutes; Helios ends.`,
    );
    return false;
  }
  console.error(
    `Node crashed (${signal}); starting Helios again. Nothing that was acknowledged is lost.`,
  );
  return true;
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
