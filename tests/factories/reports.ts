/** A plant with a machine of each kind of tier, and a series to make reports of. */
import { parse } from "csv-parse/sync";
import { eq } from "drizzle-orm";
import { unzipSync } from "fflate";
import { parquetReadObjects } from "hyparquet";
import { readSheet } from "read-excel-file/node";
import { beforeAll, beforeEach } from "vitest";
import { devices, serviceTiers } from "#app/db/schema/index.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { MINUTE_MS } from "#app/domain/durations.ts";
import type { ReportFile } from "#app/features/reports/files/report-file.server.ts";
import { glossary as english } from "#app/locales/en/glossary.ts";
import { openTestDb } from "./db.ts";
import { createCustomer, createFacility, createMachine, createUser, NOW } from "./people.ts";

export const shown = <T>(things: T): T => things;
const numbered = (word: string) => (n: number) => `${word} ${n}`;
export const words = {
  machine: numbered("Machine"),
  facility: numbered("Facility"),
  customer: numbered("Customer"),
  person: numbered("Person"),
  sampler: numbered("Sampler"),
  display: numbered("Display"),
  alarm: numbered("Alarm"),
  event: numbered("Event"),
  work: numbered("Work"),
  city: numbered("City"),
  state: "State",
};
export const LAST_20 = { startMs: NOW - 20 * MINUTE_MS, endMs: NOW };

export type Ask = { metrics: readonly string[]; startMs: number; endMs: number; buckets: number };
type Plant = {
  admin: Actor;
  superuser: Actor;
  /** By tier: with reports, with unlimited reports, with none. */
  machines: { limited: number; unlimited: number; none: number };
  /** What the series was asked in this test. */
  asked: Ask[];
  /** What went on in this test when its asker had gone. */
  kept: Promise<unknown>[];
};

/** To be called once in a test file: the plant is made before all of its tests, and no turn is taken before each. */
export function openReportPlant() {
  const db = openTestDb();
  const plant = { asked: [] as Ask[], kept: [] as Promise<unknown>[] } as Plant;
  beforeAll(async () => {
    await db()
      .insert(serviceTiers)
      .values([
        { id: 1, name: "Tier 1", ui: true, reports: true, maintenance: true, events: true },
        {
          id: 2,
          name: "Tier 2",
          ui: true,
          reportsUnlimited: true,
          maintenance: true,
          events: true,
        },
      ]);
    const customerId = await createCustomer(db());
    const facilityId = await createFacility(db(), customerId);
    const of = async (tier: object) => (await createMachine(db(), { facilityId, ...tier })).id;
    plant.machines = {
      limited: await of({ serviceTierId: 1 }),
      unlimited: await of({ serviceTierId: 2 }),
      none: await of({}),
    };
    plant.admin = (await createUser(db(), { role: "admin", customerId })).actor;
    plant.superuser = (await createUser(db(), { role: "superuser" })).actor;
  });
  beforeEach(async () => {
    await db().update(devices).set({ reportAvailableAt: null });
    plant.asked = [];
    plant.kept = [];
  });
  /** Answers the minute of a step's start; texts for `order_number`, nothing for `silent`, a gap in the fifth minute. */
  const series = {
    values(query: Ask & { deviceId: number }) {
      plant.asked.push(query);
      const width = (query.endMs - query.startMs) / query.buckets;
      const valuesOf = (metric: string) =>
        Array.from({ length: query.buckets }, (_, index) => {
          const minute = new Date(query.startMs + index * width).getUTCMinutes();
          if (metric === "silent" || minute === 5) return null;
          return metric === "order_number" ? `=A-${minute}` : minute + 0.1;
        });
      return Promise.resolve(
        Object.fromEntries(query.metrics.map((metric) => [metric, valuesOf(metric)])),
      );
    },
  };
  /** What its machines sent that Helios does not know by name. */
  const sent = ["silent", "order_number", ...Array.from({ length: 26 }, (_, index) => `m${index}`)];
  const recorder = () => ({ metrics: () => Promise.resolve(sent) });
  const waitUntil = (work: Promise<unknown>) => void plant.kept.push(work);
  const deps = (actor = plant.admin, now = NOW) => ({
    ...{ db: db(), actor, now, waitUntil },
    ...{ series, recorder },
  });
  /** When the machine's next report can be made, Unix milliseconds; null: now. */
  const availableAt = async (id: number) =>
    (await db().select().from(devices).where(eq(devices.id, id)).get())?.reportAvailableAt ?? null;

  return { db, plant, deps, availableAt };
}

/** What a report of a machine's last 20 minutes is asked with; `more` replaces. */
export const measures = (device: number, more: object = {}) => ({
  device: String(device),
  metrics: ["machine_speed"],
  format: "csv" as const,
  hasMark: false,
  units: english.units,
  ...LAST_20,
  ...more,
});

export async function bytesOf(file: ReportFile | null): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of file?.chunks ?? []) pieces.push(Buffer.from(piece as Uint8Array));
  return Buffer.concat(pieces);
}
/** What a file holds, to compare: of a workbook its parts, for another processor's zlib may pack them into other bytes. */
export const contentOf = (name: string, bytes: Buffer): unknown =>
  name.endsWith(".xlsx") ? unzipSync(bytes) : bytes;
export const textOf = async (file: ReportFile | null): Promise<string> =>
  (await bytesOf(file)).toString();
/** Its rows as others read them, whatever the format, by the names of their columns. */
export async function cellsOf(file: ReportFile | null): Promise<Record<string, unknown>[]> {
  if (file?.name.endsWith(".parquet"))
    return parquetReadObjects({ file: Uint8Array.from(await bytesOf(file)).buffer });
  if (!file?.name.endsWith(".xlsx")) return rowsOf(file);
  const [header = [], ...rows] = await readSheet(await bytesOf(file), { trim: false });
  return rows.map((row) => Object.fromEntries(header.map((name, at) => [String(name), row[at]])));
}
export const rowsOf = async (file: ReportFile | null) =>
  parse(await textOf(file), { bom: true, columns: true }) as Record<string, string>[];
