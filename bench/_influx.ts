/** InfluxDB as a peer, when Debian's `influxdb` is installed: a server of its own on a free port, with its data in a temporary folder. */
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "./_helios.ts";

const READY_MS = 30_000;

export type Influx = { port: number; version: string; stop(): Promise<void> };

/** null when it is not installed. */
export async function startInflux(): Promise<Influx | null> {
  const found = spawnSync("influxd", ["version"], { encoding: "utf8" });
  if (found.error || found.status !== 0) return null;
  const folder = mkdtempSync(join(tmpdir(), "influx-bench-"));
  const [port, rpcPort] = [await freePort(), await freePort()];
  const child = spawn("influxd", ["run"], {
    stdio: "ignore",
    env: {
      ...process.env,
      HOME: folder,
      INFLUXDB_REPORTING_DISABLED: "true",
      INFLUXDB_BIND_ADDRESS: `127.0.0.1:${rpcPort}`,
      INFLUXDB_HTTP_BIND_ADDRESS: `127.0.0.1:${port}`,
      INFLUXDB_HTTP_LOG_ENABLED: "false",
      INFLUXDB_META_DIR: join(folder, "meta"),
      INFLUXDB_DATA_DIR: join(folder, "data"),
      INFLUXDB_DATA_WAL_DIR: join(folder, "wal"),
      INFLUXDB_MONITOR_STORE_ENABLED: "false",
    },
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  process.once("exit", () => child.kill("SIGKILL"));
  const until = Date.now() + READY_MS;
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/query?q=CREATE%20DATABASE%20bench`, {
      method: "POST",
    }).catch(() => null);
    await answer?.text();
    if (answer?.ok) break;
    if (child.exitCode !== null || Date.now() > until) throw new Error("InfluxDB did not start");
    await sleep(100);
  }
  return {
    port,
    version: /(?<!\d)\d+\.\d+\.\d+/.exec(found.stdout)?.[0] ?? "?",
    stop: async () => {
      child.kill("SIGTERM");
      await Promise.race([ended, sleep(10_000).then(() => child.kill("SIGKILL"))]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
