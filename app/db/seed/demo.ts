/**
 * The demo of CONTRACT §2, written once in one transaction; afterwards the rows belong to the people who change them.
 * Sampler keys are made for samplers that have none, or whose key the caller lost. Runs in Node through Miniflare's D1,
 * so it reads and writes in few round trips.
 */
import { eq, inArray, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Db } from "#app/db/client.server.ts";
import {
  components,
  customers,
  devices,
  emailCcs,
  facilities,
  measures,
  samplerKeys,
  samplers,
  telemetryDefinitions,
  telemetryTypes,
  serviceTiers,
  userFacilities,
  users,
} from "#app/db/schema/index.ts";
import { insertDefaultMeasures } from "#app/db/default-measures.ts";
import { insertRows } from "./insert-rows.ts";
import { hashPassword, sha256Hex } from "#app/db/secrets.ts";
import {
  DEMO_MACHINES,
  DEMO_TIERS,
  type DemoMachine as MachineRow,
  type Profile,
} from "./machines.ts";
import { demoTypes, insertDemoMappings } from "./mappings.ts";
import { demoMeasures } from "./measures.ts";
import {
  DEMO_COPIED,
  DEMO_CUSTOMERS,
  DEMO_FACILITIES,
  DEMO_PASSWORD,
  DEMO_USERS,
} from "./plants.ts";
import type { PastOf } from "./past.ts";
import { seedWork } from "./work.ts";

export { DEMO_ACCOUNTS, DEMO_PASSWORD } from "./plants.ts";

/** What the simulator needs to know of a machine; `samplerKey` only when it was made just now. */
export type DemoMachine = {
  deviceId: number;
  serialNumber: string;
  name: string;
  make: string;
  model: string;
  timezone: string;
  kiwiplan: boolean;
  samplerKey: string | null;
  profile: Profile;
  /** Only of a machine whose sampler has mappings for them. */
  tagNames?: "controller";
};

type Options = {
  now: number;
  makeKey: () => string;
  /** Whether the caller still has the key of a machine that got one before. */
  hasKey?: (deviceId: number) => boolean;
  /** Whether its samplers will send: else their silence is not watched. */
  watchesSilence?: boolean;
  /** What a machine did, for what people tell of it: else that stands at hours of its own. */
  pastOf?: PastOf;
  /** Of `DEMO_PASSWORD`, where a caller has one already. */
  passwordHash?: string;
};

const SAMPLER_SPEC = "ControlLogix";
const SAMPLER_PORT = 44_818;
/** Its people put more on its current state. */
const FFG_1 = 1;
/** The plants joined before today. */
const YEAR_MS = 365 * 24 * 3_600_000;

/** The machines of the demo; none when the database holds other people's data, which is left alone. */
export async function seedDemo(
  db: Db,
  {
    now,
    makeKey,
    hasKey = () => true,
    watchesSilence = false,
    pastOf = () => null,
    passwordHash,
  }: Options,
): Promise<{ machines: DemoMachine[] }> {
  const { people, hasWork } = await stateOf(db);
  if (people === "foreign") return { machines: [] };
  if (people === "none") await writeRows(db, now, passwordHash);
  if (!hasWork) await seedWork(db, now, { watchesSilence, pastOf });
  return { machines: await withKeys(db, { now, makeKey, hasKey }) };
}

async function stateOf(db: Db): Promise<{ people: "none" | "demo" | "foreign"; hasWork: boolean }> {
  const demoEmails = DEMO_USERS.map((user) => user.email);
  const [[all], [demo], work] = await db.batch([
    db.select({ count: sql<number>`count(*)` }).from(users),
    db
      .select({ count: sql<number>`count(*)` })
      .from(users)
      .where(inArray(users.email, demoEmails)),
    db.select({ id: components.id }).from(components).limit(1),
  ]);
  const people = (demo?.count ?? 0) > 0 ? "demo" : (all?.count ?? 0) > 0 ? "foreign" : "none";
  return { people, hasWork: work.length > 0 };
}

async function writeRows(db: Db, now: number, hash?: string): Promise<void> {
  const createdAt = now - YEAR_MS;
  // One hash for all: the password is printed at every start, and the first start should not wait for eight.
  const passwordHash = hash ?? (await hashPassword(DEMO_PASSWORD));
  await db.batch([
    db.insert(serviceTiers).values(DEMO_TIERS).onConflictDoNothing(),
    db
      .insert(customers)
      .values(DEMO_CUSTOMERS.map((row) => ({ ...row, createdAt })))
      .onConflictDoNothing(),
    db
      .insert(emailCcs)
      .values(DEMO_COPIED.map((row) => ({ ...row, createdAt })))
      .onConflictDoNothing(),
    db
      .insert(facilities)
      .values(DEMO_FACILITIES.map((row) => ({ ...row, createdAt })))
      .onConflictDoNothing(),
    ...chunks(DEMO_MACHINES).map((rows) =>
      db
        .insert(devices)
        .values(rows.map((row) => toDevice(row, createdAt)))
        .onConflictDoNothing(),
    ),
    ...chunks(DEMO_MACHINES).map((rows) =>
      db
        .insert(samplers)
        .values(rows.map((row) => toSampler(row, now)))
        .onConflictDoNothing(),
    ),
    ...DEMO_MACHINES.map((machine) => insertDefaultMeasures(db, machine, createdAt)),
    insertRows(db, measures, demoMeasures([FFG_1], createdAt)),
    insertRows(db, telemetryTypes, DEMO_MACHINES.flatMap(demoTypes)),
    insertDemoMappings(db, DEMO_MACHINES, createdAt),
    ...DEMO_USERS.flatMap(({ facilityIds, ...user }) => [
      db.insert(users).values({ termsAcceptedAt: now, ...user, passwordHash, createdAt }),
      ...facilityIds.map((facilityId) =>
        db.insert(userFacilities).values({ userId: user.id, facilityId }),
      ),
    ]),
  ]);
}

/** Gives a key to each sampler that needs one. Samplers that people deleted get none and are not answered. */
async function withKeys(
  db: Db,
  { now, makeKey, hasKey }: Required<Pick<Options, "now" | "makeKey" | "hasKey">>,
): Promise<DemoMachine[]> {
  const rows = await db
    .select({
      samplerId: samplers.id,
      deviceId: devices.id,
      serialNumber: devices.serialNumber,
      keyId: sql<number | null>`max(${samplerKeys.id})`,
      isMapped: sql<number>`exists (select 1 from ${telemetryDefinitions} where sampler_id = ${samplers.id})`,
    })
    .from(samplers)
    .innerJoin(devices, eq(devices.id, samplers.deviceId))
    .leftJoin(samplerKeys, eq(samplerKeys.samplerId, samplers.id))
    .groupBy(samplers.id);
  const found = DEMO_MACHINES.flatMap((machine) => {
    const row = rows.find(
      ({ serialNumber, samplerId }) =>
        serialNumber === machine.serialNumber && samplerId === machine.id,
    );
    return row
      ? [
          {
            machine,
            isMapped: row.isMapped === 1,
            key: row.keyId !== null && hasKey(row.deviceId) ? null : makeKey(),
          },
        ]
      : [];
  });
  const writes: BatchItem<"sqlite">[] = found.flatMap(({ machine, key }) =>
    key === null
      ? []
      : [
          db
            .insert(samplerKeys)
            .values({ samplerId: machine.id, keyHash: sha256Hex(key), createdAt: now }),
          db
            .update(devices)
            .set({ recorderVersion: sql`${devices.recorderVersion} + 1` })
            .where(eq(devices.id, machine.id)),
        ],
  );
  const [first, ...rest] = writes;
  if (first) await db.batch([first, ...rest]);
  return found.map(({ machine, key, isMapped }) => ({
    ...toSeeded(machine, key),
    ...(isMapped && { tagNames: "controller" as const }),
  }));
}

const toDevice = (
  { timezone: _timezone, profile: _profile, ...row }: MachineRow,
  createdAt: number,
) => ({ ...row, createdAt });

/** One sampler per machine, with the machine's id. */
const toSampler = (machine: MachineRow, now: number) => ({
  id: machine.id,
  deviceId: machine.id,
  name: `${machine.name} PLC`,
  spec: SAMPLER_SPEC,
  plcAddress: `10.20.0.${10 + machine.id}`,
  plcPort: SAMPLER_PORT,
  createdAt: now,
  updatedAt: now,
});

const toSeeded = (machine: MachineRow, samplerKey: string | null): DemoMachine => ({
  deviceId: machine.id,
  serialNumber: machine.serialNumber,
  name: machine.name,
  make: machine.make,
  model: machine.model,
  timezone: machine.timezone,
  kiwiplan: machine.kiwiplan ?? false,
  samplerKey,
  profile: machine.profile,
});

/** D1 binds at most a hundred parameters a statement; a machine takes twelve. */
const ROWS_PER_STATEMENT = 7;

function chunks<T>(rows: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(rows.length / ROWS_PER_STATEMENT) }, (_, i) =>
    rows.slice(i * ROWS_PER_STATEMENT, (i + 1) * ROWS_PER_STATEMENT),
  );
}
