/** A Helios of its own for the pictures: a temporary data folder that outlives a restart, a free port, its simulator or none. */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { MAKES } from "#app/domain/access/types.ts";
import { openDb } from "#app/db/client.server.ts";
import { devices, facilities } from "#app/db/schema/index.ts";
import { withDatabase } from "#scripts/runner/database.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const READY_MS = 300_000;
export const PASSWORD = "Helios-Demo-2026";

export class Stand {
  readonly #dataDir = mkdtempSync(join(tmpdir(), "helios-pictures-"));
  #child: ChildProcess | null = null;
  #port = 0;

  get origin(): string {
    return `http://localhost:${this.#port}`;
  }

  /** Serves; with the simulator, until the past is written too. */
  async start(simulator: "on" | "off"): Promise<void> {
    this.#port ||= await freePort();
    const env = {
      ...process.env,
      PORT: String(this.#port),
      HELIOS_DATA: this.#dataDir,
      HELIOS_SEED: "demo",
      HELIOS_SIMULATOR: simulator,
    };
    const child = spawn(process.execPath, ["scripts/start.mjs"], {
      cwd: ROOT,
      stdio: ["ignore", "pipe", "inherit"],
      env,
    });
    this.#child = child;
    let output = "";
    child.stdout?.on("data", (chunk: Buffer) => (output += chunk.toString()));
    const awaited = simulator === "on" ? /history complete/ : /\d s\s+ready/;
    const until = Date.now() + READY_MS;
    for (
      ;
      !awaited.test(output) || (simulator === "on" && !(await this.#foretells()));
      await sleep(200)
    ) {
      if (child.exitCode !== null || Date.now() > until)
        throw new Error(`Helios did not start:\n${output}`);
    }
  }

  /** A new demo's job has learned every make. */
  async #foretells(): Promise<boolean> {
    const log = await readFile(join(this.#dataDir, "helios.log"), "utf8").catch(() => "");
    return log.split("prediction_learned").length > MAKES.length;
  }

  async stop(): Promise<void> {
    const child = this.#child;
    if (child === null || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    await ended;
  }

  remove(): void {
    rmSync(this.#dataDir, { recursive: true, force: true });
  }

  /** A plant with one machine, and as many more in the first plant as make `total` of all. Stopped only. */
  async grow(total: number): Promise<void> {
    await withDatabase(this.#dataDir, async (d1) => {
      const db = openDb(d1);
      const [plant] = await db.select().from(facilities).limit(1);
      if (!plant) throw new Error("the demo has no plant");
      const { id: facilityId, ...rest } = plant;
      const [small] = await db
        .insert(facilities)
        .values({ ...rest, name: "Cedar Hollow Box Plant", city: "Cedar Hollow" })
        .returning({ id: facilities.id });
      const known = (await db.select({ id: devices.id }).from(devices)).length;
      for (let number = 1; number <= total - known; number++) {
        const [make, model] = (
          [
            ["Sun", "Sun625"],
            ["Ward", "15000 RDC"],
            ["Fosber", "S/Line 250"],
          ] as const
        )[number % 3]!;
        await db.insert(devices).values({
          ...{
            make,
            model,
            createdAt: plant.createdAt,
            serialNumber: `P-${1_000 + number}`,
            serviceTierId: 4,
          },
          ...{
            name: `${make} ${String(number).padStart(2, "0")}`,
            facilityId: number === 1 ? small!.id : facilityId,
          },
        });
      }
    });
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
