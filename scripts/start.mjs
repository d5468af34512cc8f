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

const child = spawn(
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
/** What the door answers should the runner's end be overdue. */
let code = 0;
let isOverdue = false;
const expectEnd = () =>
  setTimeout(() => {
    isOverdue = true;
    child.kill("SIGKILL");
  }, END_MS).unref();
child.on("message", (message) => {
  code = message.endsAs;
  expectEnd();
});
// Ctrl-C reaches the whole group by itself; other signals are handed on.
process.once("SIGINT", expectEnd).on("SIGINT", () => {});
for (const signal of ["SIGTERM", "SIGHUP"])
  process.once(signal, expectEnd).on(signal, () => child.kill(signal));
child.on("exit", (ended, signal) =>
  process.exit(isOverdue ? code : (ended ?? (signal === "SIGKILL" ? 137 : 1))),
);

function fail(message) {
  console.error(message);
  process.exit(1);
}
