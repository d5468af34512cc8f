/**
 * A small process that ends workerd and the simulator when the runner is killed outright (SIGKILL leaves no time for
 * a clean end): it reads process ids from its standard input and acts when that pipe breaks.
 */
import { spawn } from "node:child_process";

export type Watchdog = { guard(pid: number | null): void };

const SCRIPT = `
const pids = new Set();
process.stdin.setEncoding("utf8");
process.stdin.on("data", (text) => { for (const line of text.split("\\n")) if (Number(line) > 0) pids.add(Number(line)); });
process.stdin.on("end", () => { for (const pid of pids) { try { process.kill(pid, "SIGKILL"); } catch {} } process.exit(0); });
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => {});
`;

export function startWatchdog(): Watchdog {
  const child = spawn(process.execPath, ["-e", SCRIPT], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  child.unref();
  (child.stdin as unknown as { unref?: () => void }).unref?.();
  child.stdin.on("error", () => {});
  return { guard: (pid) => void (pid !== null && child.stdin.write(`${pid}\n`)) };
}
