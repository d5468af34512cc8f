/** A Helios of its own for a bench: demo seed, no simulator, a temporary data folder, a free port. */
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";

const READY_MS = 180_000;
const STOP_MS = 15_000;
const DEMO_PASSWORD = "Helios-Demo-2026";

export type BenchHelios = {
  origin: string;
  dataDir: string;
  workerdPid: number;
  /** Of workerd's inspector, on 127.0.0.1. */
  inspectorPort: number;
  stop(): Promise<void>;
};

/** `dataDir` goes on where another one stopped; it stays then. `clockOffsetMs` shifts its clock, `env` is added to its environment. */
export async function startHelios({
  dataDir: given,
  clockOffsetMs = 0,
  inspected = false,
  env = {},
}: {
  dataDir?: string;
  clockOffsetMs?: number;
  inspected?: boolean;
  env?: Record<string, string>;
} = {}): Promise<BenchHelios> {
  const dataDir = given ?? mkdtempSync(join(tmpdir(), "helios-bench-"));
  const port = await freePort();
  const inspectorPort = await freePort();
  const child = spawn(process.execPath, ["scripts/start.mjs"], {
    cwd: join(import.meta.dirname, ".."),
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      PORT: String(port),
      HELIOS_DATA: dataDir,
      HELIOS_SEED: "demo",
      HELIOS_SIMULATOR: "off",
      HELIOS_CLOCK_OFFSET_MS: String(clockOffsetMs),
      ...(inspected ? { HELIOS_INSPECTOR_PORT: String(inspectorPort) } : {}),
      ...env,
    },
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  process.once("exit", () => child.kill("SIGKILL"));
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output = (output + chunk.toString()).slice(-10_000)));

  const until = Date.now() + READY_MS;
  while (!/^ *[\d.]+ s +ready$/m.test(output)) {
    if (child.exitCode !== null || Date.now() > until)
      throw new Error(`Helios did not start:\n${output}`);
    await sleep(100);
  }
  const { workerdPid } = JSON.parse(readFileSync(join(dataDir, "run.json"), "utf8")) as {
    workerdPid: number;
  };
  return {
    origin: `http://127.0.0.1:${port}`,
    dataDir,
    workerdPid,
    inspectorPort,
    stop: async () => {
      child.kill("SIGTERM");
      await Promise.race([ended, sleep(STOP_MS).then(() => child.kill("SIGKILL"))]);
      if (given === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The D1 of a Helios that runs here; it writes to it too. */
export function openD1(dataDir: string): DatabaseSync {
  const dir = join(dataDir, "d1", "miniflare-D1DatabaseObject");
  const file = readdirSync(dir).find(
    (name) => name.endsWith(".sqlite") && name !== "metadata.sqlite",
  );
  if (file === undefined) throw new Error(`${dir} holds no database`);
  return new DatabaseSync(join(dir, file), { timeout: 10_000 });
}

export async function call<T>(url: string, body: unknown, token?: string): Promise<T> {
  const authorization: Record<string, string> =
    token === undefined ? {} : { authorization: `Bearer ${token}` };
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...authorization },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** An admin's session, and a new sampler of a machine of theirs; of the first in their list without an id. */
export async function openPlant(
  origin: string,
  id?: number,
): Promise<{ token: string; deviceId: number; samplerId: number; key: string }> {
  const { data } = await call<{ data: { token: string } }>(`${origin}/v1/login`, {
    email: "admin@acme.example",
    password: DEMO_PASSWORD,
  });
  const devices = await fetch(`${origin}/v1/devices`, {
    headers: { authorization: `Bearer ${data.token}` },
  });
  const { data: listed } = (await devices.json()) as { data: { id: number }[] };
  const device = id === undefined ? listed[0] : listed.find((each) => each.id === id);
  const sampler = { device_id: device!.id, name: "Bench", spec: "http", only_mapped_tags: false };
  const created = await call<{ data: { id: number; key: string } }>(
    `${origin}/v1/samplers`,
    sampler,
    data.token,
  );
  const { id: samplerId, key } = created.data;
  return { token: data.token, deviceId: device!.id, samplerId, key };
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
