/** Seeds D1 as HELIOS_SEED says, keeps the simulator's keys beside the data, and greets. */
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openDb } from "#app/db/client.server.ts";
import { DEMO_ACCOUNTS, DEMO_PASSWORD, seedDemo, type DemoMachine } from "#app/db/seed/demo.ts";
import { seedEmpty } from "#app/db/seed/empty.ts";
import { pastUntil, writeDemoPast } from "./demo-past.ts";
import { openWarning, ownOrigin, publicOrigin, type Settings } from "./settings.ts";

/** `hasNewPast`: weeks of hours were written just now that nothing was learned from yet. */
export type Seeded = { setupToken: string | null; hasNewPast: boolean };

type SimulatorFile = {
  origin: string;
  machines: (Omit<DemoMachine, "samplerKey"> & { samplerKey: string })[];
};

const makeKey = (): string => `hsk_${randomBytes(32).toString("base64url")}`;

export async function seed(d1: D1Database, settings: Settings): Promise<Seeded> {
  const db = openDb(d1);
  const now = Date.now() + settings.clockOffsetMs;
  if (settings.seed === "empty")
    return { setupToken: await seedEmpty(db, { now }), hasNewPast: false };
  const path = join(settings.dataDir, "simulator.json");
  const known = new Map(
    readSimulatorFile(path)?.machines.map((machine) => [machine.deviceId, machine.samplerKey]),
  );
  const { machines } = await seedDemo(db, {
    now,
    makeKey,
    hasKey: (deviceId) => known.has(deviceId),
    watchesSilence: settings.simulator,
    pastOf: pastUntil(now),
  });
  // Only before the simulator ever ran: a plant that somebody feeds has a past of its own.
  const isNew = settings.simulator && !existsSync(join(settings.dataDir, "simulator"));
  const hasNewPast = isNew && (await writeDemoPast(db, machines, now)) > 0;
  const file: SimulatorFile = {
    origin: ownOrigin(settings),
    machines: machines.flatMap((machine) => {
      const samplerKey = machine.samplerKey ?? known.get(machine.deviceId);
      return samplerKey ? [{ ...machine, samplerKey }] : [];
    }),
  };
  // Whole or not at all: on a full disk the keys of before stay.
  const draft = `${path}.new`;
  writeFileSync(draft, JSON.stringify(file, null, 2), { mode: 0o600 });
  renameSync(draft, path);
  return { setupToken: null, hasNewPast };
}

function readSimulatorFile(path: string): SimulatorFile | null {
  try {
    return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as SimulatorFile) : null;
  } catch {
    return null;
  }
}

export function greet(settings: Settings, seeded: Seeded, say: (line: string) => void): void {
  const origin = publicOrigin(settings);
  say("ready");
  console.log(`\n  Helios  ${origin}\n`);
  const warning = openWarning(settings);
  if (warning !== null) console.log(`  ${warning}\n`);
  if (settings.seed === "demo") {
    console.log(`  Sign in with the password ${DEMO_PASSWORD} as`);
    for (const account of DEMO_ACCOUNTS)
      console.log(`    ${account.email.padEnd(26)} ${account.sees}`);
    console.log("");
  } else if (seeded.setupToken) {
    console.log(
      `  No user yet. Make the first superuser here (once, within 7 days):\n    ${origin}/login/setup-account/${seeded.setupToken}\n`,
    );
  }
}
