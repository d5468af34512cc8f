/**
 * `npm run simulate -- --enroll hek_… --machines 3`: a plant whose gateways enroll themselves, and then send as the demo's
 * fleet does. What they were answered stays in the data folder, so that a second run goes on with the same machines.
 */
import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { backOffMs, pause } from "./back-off.ts";
import type { SimulatedMachine, SimulatorConfig } from "./config.ts";
import { writeWhole } from "./files.ts";
import { PROFILE_NAMES } from "./profiles.ts";

const USAGE = `npm run simulate -- --enroll <hek_…> [--machines 3] [--origin http://127.0.0.1:4000] [--make Sun] [--data .simulated] [--faults]

Enrolls so many machines with an enrollment key and sends their samples until it is ended.`;
const MAX_MACHINES = 50;
const TRIES = 10;
const TIMEOUT_MS = 30_000;
const MODELS: Readonly<Record<string, string>> = {
  Sun: "Sun625",
  LMC: "LMC-66",
  Fosber: "S-Line",
  Ward: "15000",
};
const never = new AbortController().signal;

type Plant = SimulatorConfig & { plant: string };

function readPlant(path: string, origin: string): Plant {
  return existsSync(path)
    ? { ...(JSON.parse(readFileSync(path, "utf8")) as Plant), origin }
    : { origin, plant: randomUUID().slice(0, 8), machines: [] };
}

/** Throws an Error that tells why Helios refused. */
async function enroll(origin: string, key: string, serial: string, make: string) {
  const body = JSON.stringify({
    serial_number: serial,
    make,
    model: MODELS[make],
    manufacturer_serial_number: null,
    sampler: { name: "Simulator", spec: "HttpBatch" },
  });
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const answer = await fetch(`${origin}/ingest/v1/enroll`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => null);
    const text = await answer?.text().catch(() => "");
    if (answer?.status === 201 && text) {
      const { data } = JSON.parse(text) as { data: { device_id: number; key: string } };
      return { deviceId: data.device_id, samplerKey: data.key };
    }
    if (answer && answer.status < 500 && answer.status !== 429)
      throw new Error(
        `Helios refused ${serial}: HTTP ${answer.status} ${(text ?? "").slice(0, 200)}`,
      );
    await pause(backOffMs(attempt, null, Math.random()), never);
  }
  throw new Error(`Helios did not answer at ${origin}`);
}

async function run(): Promise<void> {
  const text = { type: "string" } as const;
  const { values } = parseArgs({
    options: {
      enroll: text,
      machines: text,
      origin: text,
      make: text,
      data: text,
      "history-days": text,
      faults: { type: "boolean" },
    },
  });
  const count = Number(values.machines ?? 3);
  const make = values.make ?? "Sun";
  if (!values.enroll || !(count >= 1 && count <= MAX_MACHINES) || !MODELS[make])
    throw new Error(USAGE);
  const origin = (values.origin ?? "http://127.0.0.1:4000").replace(/\/$/, "");
  const dataDir = values.data ?? ".simulated";
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, "simulator.json");
  const plant = readPlant(path, origin);
  while (plant.machines.length < count) {
    const index = plant.machines.length;
    const serialNumber = `${make.toUpperCase()}-${plant.plant}-${index + 1}`;
    // The plant's name is kept first: after a kill the same serial number is enrolled again.
    writeWhole(path, plant);
    const answer = await enroll(origin, values.enroll, serialNumber, make);
    const machine: SimulatedMachine = {
      ...answer,
      serialNumber,
      name: serialNumber,
      make,
      model: MODELS[make],
      timezone: "America/Chicago",
      kiwiplan: false,
      profile: PROFILE_NAMES[index % PROFILE_NAMES.length]!,
      ...(values.faults ? { faults: true } : {}),
    };
    plant.machines.push(machine);
    writeWhole(path, plant);
    console.log(`[simulate] ${serialNumber} is machine ${answer.deviceId}`);
  }
  process.argv.splice(2, Infinity, "--config", path, "--data", dataDir, "--origin", origin);
  if (values["history-days"]) process.argv.push("--history-days", values["history-days"]);
  await import("./main.ts");
}

run().catch((error: unknown) => {
  console.error(`[simulate] ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
});
