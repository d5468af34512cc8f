import { and, asc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#app/db/client.server.ts";
import { columnsInOrder, jsonCells } from "#app/db/columns-in-order.ts";
import { telemetryDefinitions, telemetryTypes } from "#app/db/schema/index.ts";
import { requiredLine } from "#app/domain/one-line.ts";
import { writeAudit, type AuditDeps } from "#app/platform/audit/write-audit.server.ts";
import { bumpRecorderVersion } from "./push-recorder-config.server.ts";

/** CONTRACT §3. */
export const MAX_REPORTED_TYPES = 500;
export const MAX_TYPE_MEMBERS = 200;

const name = requiredLine(128);
const typeName = requiredLine(64);
const isUnique = (all: readonly { name: string }[]): boolean =>
  new Set(all.map((one) => one.name)).size === all.length;

/** What a sampler reports of the source that it reads. */
export const reportedTypesSchema = z.object({
  types: z
    .array(
      z.object({
        name,
        type: typeName,
        length: z.int().min(0).max(1_000_000).nullish().default(null),
        members: z
          .array(z.object({ name, type: typeName }))
          .max(MAX_TYPE_MEMBERS)
          .refine(isUnique, "has two members of one name")
          .nullish()
          .transform((members) => members ?? []),
      }),
    )
    .max(MAX_REPORTED_TYPES)
    .refine(isUnique, "has two types of one name"),
});
export type ReportedTypes = z.output<typeof reportedTypesSchema>["types"];

type Deps = AuditDeps & { db: Db };
type Reporter = { samplerId: number; deviceId: number };

/**
 * Puts a sampler's reported types in the place of those that it reported before; the base types stay as they are. One that
 * is gone is kept, marked, while a mapping uses it. False when nothing was to change.
 */
export async function reportTypes(
  deps: Deps,
  { samplerId, deviceId }: Reporter,
  types: ReportedTypes,
): Promise<boolean> {
  const { db, now } = deps;
  const known = await db
    .select()
    .from(telemetryTypes)
    .where(eq(telemetryTypes.samplerId, samplerId))
    .orderBy(asc(telemetryTypes.id))
    .all();
  const base = new Set(known.filter((row) => !row.isReported).map((row) => row.name));
  const reported = types.filter((type) => !base.has(type.name));
  const before = known.filter(({ isReported, goneAt }) => isReported && goneAt === null);
  if (sameTypes(before, reported)) return false;
  const rows = JSON.stringify(reported);
  const own = and(eq(telemetryTypes.samplerId, samplerId), eq(telemetryTypes.isReported, true));
  await db.batch([
    db
      .update(telemetryTypes)
      .set({ goneAt: now })
      .where(
        and(
          own,
          sql`${telemetryTypes.goneAt} is null and ${telemetryTypes.name} not in (select value ->> 'name' from json_each(${rows}))`,
        ),
      ),
    db
      .insert(telemetryTypes)
      .select(
        sql`select ${columnsInOrder(telemetryTypes, {
          samplerId,
          isReported: true,
          ...jsonCells("name", "type", "members", "length"),
        })} from json_each(${rows}) where true`,
      )
      .onConflictDoUpdate({
        target: [telemetryTypes.samplerId, telemetryTypes.name],
        set: {
          type: sql`excluded.type`,
          members: sql`excluded.members`,
          length: sql`excluded.length`,
          goneAt: null,
        },
        setWhere: eq(telemetryTypes.isReported, true),
      }),
    db
      .delete(telemetryTypes)
      .where(
        and(
          own,
          sql`${telemetryTypes.goneAt} is not null and not exists (select 1 from telemetry_definitions used where used.telemetry_type_id = ${telemetryTypes.id})`,
        ),
      ),
    db
      .update(telemetryDefinitions)
      .set({
        isTypeGone: sql`exists (select 1 from telemetry_types gone where gone.id = ${telemetryDefinitions.telemetryTypeId} and gone.gone_at is not null)`,
      })
      .where(eq(telemetryDefinitions.samplerId, samplerId)),
    bumpRecorderVersion(deps, deviceId),
    writeAudit(deps, {
      actor: null,
      means: {
        kind: "sampler",
        id: samplerId,
        name: sql<string>`(select name from samplers where id = ${samplerId})`,
      },
      action: "sampler.types_reported",
      subject: { type: "sampler", id: samplerId },
      customerId: sql<number>`(select customer_id from facilities join devices on devices.facility_id = facilities.id where devices.id = ${deviceId})`,
      before: { device_id: deviceId, types: before.length },
      after: { device_id: deviceId, types: reported.length },
    }),
  ]);
  return true;
}

const spell = ({ name, type, length, members }: ReportedTypes[number]): string =>
  JSON.stringify([name, type, length, members.map((member) => [member.name, member.type])]);

const sameTypes = (a: readonly ReportedTypes[number][], b: readonly ReportedTypes[number][]) =>
  a.length === b.length && new Set([...a.map(spell), ...b.map(spell)]).size === a.length;
