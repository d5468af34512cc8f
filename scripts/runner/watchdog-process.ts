/** Reads one process id a line, the workerd of the moment; when its standard input ends, the runner has. */
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { kill, listWorkerds } from "./processes.ts";

/** What was being started as the runner ended shows its name a moment later. */
const LOOKS = 5;
const LOOK_STEP_MS = 100;

const [folder, runId] = process.argv.slice(2) as [string, string];
let guarded: number | null = null;
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => {});
for await (const line of createInterface(process.stdin))
  if (Number(line) > 0) guarded = Number(line);
// Where processes can be asked what they belong to, an id that somebody else has by now is spared.
if (process.platform !== "linux" && guarded !== null) kill(guarded);
for (let look = 0; look < LOOKS; look++) {
  listWorkerds(folder, runId).forEach(kill);
  await sleep(LOOK_STEP_MS);
}
