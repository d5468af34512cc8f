/** One Helios with the demo seed and no simulator, shared by the journeys that do not need their own. */
import type { TestProject } from "vitest/node";
import { startHelios, type Helios } from "#tests/helios.ts";

declare module "vitest" {
  export interface ProvidedContext {
    helios: { origin: string; port: number; dataDir: string };
  }
}

let helios: Helios | undefined;

export async function setup(project: TestProject): Promise<void> {
  helios = await startHelios({ seed: "demo", simulator: "off" });
  project.provide("helios", { origin: helios.origin, port: helios.port, dataDir: helios.dataDir });
}

export async function teardown(): Promise<void> {
  await helios?.stop();
}
