/**
 * The database of a demo as a first start makes it, once for a run: most tests begin from a copy of it. First starts
 * are those of told-once, full-disk and one of each kind in start-and-end and one-folder.
 */
import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { promisify } from "node:util";
import { fileURLToPath } from "node:url";
import { DEMO_FOLDER, temporaryDataDir } from "#tests/helios.ts";

const WRITE = fileURLToPath(new URL("write-demo.ts", import.meta.url));

/** Projects of one run share it. */
let prepared: string | undefined;

export async function setup(): Promise<void> {
  if (prepared !== undefined) return;
  prepared = temporaryDataDir();
  await promisify(execFile)(process.execPath, [WRITE], {
    env: {
      ...process.env,
      // Else a build that this makes has React for developers.
      NODE_ENV: "production",
      ...{ HELIOS_DATA: prepared, HELIOS_SEED: "demo", HELIOS_SIMULATOR: "off" },
    },
  });
  // Test processes have it from here.
  process.env[DEMO_FOLDER] = prepared;
}

export function teardown(): void {
  if (prepared === undefined) return;
  rmSync(prepared, { recursive: true, force: true });
  prepared = undefined;
}
