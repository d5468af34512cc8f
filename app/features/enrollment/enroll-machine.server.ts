import { and, asc, eq, gt, isNull, sql } from "drizzle-orm";
import { onlyIf } from "#app/db/only-if.ts";
import { devices, enrollmentKeys, samplerKeys, samplers } from "#app/db/schema/index.ts";
import { sha256Hex } from "#app/db/secrets.ts";
import {
  ENROLLS_OF_ADDRESS,
  ENROLLS_OF_KEY,
  isEnrollmentKey,
} from "#app/domain/access/enrollment-key.ts";
import { networkOf, type Limit } from "#app/domain/access/limits.ts";
import { AppError } from "#app/domain/errors.ts";
import { hashSamplerKey } from "#app/domain/samplers/keys.ts";
import { toSpecValue } from "#app/domain/samplers/specs.ts";
import { watchNewSampler } from "#app/features/alarms/silence-of-sampler.server.ts";
import { isUnchanged, writeAudit, type AuditDeps } from "#app/platform/audit/write-audit.server.ts";
import { connectionOf } from "#app/features/samplers/create-sampler.server.ts";
import { insertBaseTypes } from "#app/features/samplers/insert-base-types.server.ts";
import { newSamplerKey } from "#app/features/samplers/new-sampler-key.server.ts";
import { bumpRecorderVersion } from "#app/features/samplers/push-recorder-config.server.ts";
import type { AccessChanged } from "#app/platform/tell-access.server.ts";
import { isNullRefused, isTaken } from "#app/platform/db-errors.ts";
import { consumeLimit } from "#app/platform/rate-limit.server.ts";
import type { Enrollment } from "./schemas.server.ts";

export type Enrolled = {
  deviceId: number;
  samplerId: number;
  key: string;
  /** It was there before: a key of its sampler ended, and its recorder has yet to be told. */
  isAgain: boolean;
};
type EnrollmentKey = typeof enrollmentKeys.$inferSelect;
type Existing = {
  id: number;
  make: string;
  facilityId: number | null;
  enrolledBy: number | null;
  retiredAt: number | null;
};

/** A key that may enroll now, for what comes before a body is read. Throws unauthenticated. */
export const requireEnrollmentKey = async (deps: AuditDeps, key: string): Promise<void> => {
  await requireKey(deps, key);
};

/**
 * A machine that a gateway brings with an enrollment key: it stands unconfigured, and its sampler may send with the key
 * that is told here. All of it is written by one batch, so a gateway that got no answer asks again: the same machine, a new
 * key. Throws unauthenticated, forbidden (used up, another make), conflict (configured), too_many_requests.
 */
export async function enrollMachine(
  deps: AuditDeps & { accessChanged: AccessChanged },
  key: string,
  input: Enrollment,
): Promise<Enrolled> {
  const found = await requireKey(deps, key);
  await requireRoom(deps, ENROLLS_OF_KEY, String(found.id));
  if (deps.address) await requireRoom(deps, ENROLLS_OF_ADDRESS, networkOf(deps.address));
  if (found.make !== null && found.make !== input.make) throw wrongMake(found.make);
  const known = await findMachine(deps, input.serial_number);
  if (known) return enrollAgain(deps, found, known, input);
  try {
    const enrolled = await enrollNew(deps, found, input);
    // It has no place yet: only the provider's people have it on their pages.
    deps.accessChanged({ customerId: null, userId: 0, isSeen: true });
    return enrolled;
  } catch (error) {
    if (!isTaken(error, "devices.serial_number")) throw error;
    // Another request enrolled it at the same moment.
    const other = await findMachine(deps, input.serial_number);
    if (!other) throw error;
    return enrollAgain(deps, found, other, input);
  }
}

async function requireKey({ db, now }: AuditDeps, key: string): Promise<EnrollmentKey> {
  const row = isEnrollmentKey(key)
    ? await db
        .select()
        .from(enrollmentKeys)
        .where(
          and(
            eq(enrollmentKeys.keyHash, sha256Hex(key)),
            isNull(enrollmentKeys.endedAt),
            gt(enrollmentKeys.expiresAt, now),
          ),
        )
        .get()
    : undefined;
  if (!row) throw noSuchKey();
  return row;
}

async function requireRoom(deps: AuditDeps, limit: Limit, of: string): Promise<void> {
  const wait = await consumeLimit(deps, limit, of);
  if (wait !== null)
    throw new AppError("too_many_requests", {
      message: "Too many machines were enrolled just now; ask again later.",
      retryAfterSeconds: wait,
    });
}

const findMachine = ({ db }: AuditDeps, serial: string): Promise<Existing | undefined> =>
  db
    .select({
      id: devices.id,
      make: devices.make,
      facilityId: devices.facilityId,
      enrolledBy: devices.enrollmentKeyId,
      retiredAt: devices.retiredAt,
    })
    .from(devices)
    .where(sql`${devices.serialNumber} = ${serial} collate nocase`)
    .get();

const living = (id: number, now: number) =>
  sql`exists (select 1 from enrollment_keys living where living.id = ${id} and living.ended_at is null and living.expires_at > ${now})`;
/** Of what the same batch inserted. */
const lastOf = (table: "devices" | "samplers") =>
  sql<number>`(select seq from sqlite_sequence where name = ${table})` as unknown as number;

async function enrollNew(
  deps: AuditDeps,
  key: EnrollmentKey,
  input: Enrollment,
): Promise<Enrolled> {
  const { db, now } = deps;
  const row = {
    serialNumber: input.serial_number,
    manufacturerSerialNumber: input.manufacturer_serial_number,
    name: input.serial_number,
    model: input.model,
    enrollmentKeyId: key.id,
    createdAt: now,
  };
  const hasRoom = sql`exists (select 1 from enrollment_keys counted where counted.id = ${key.id} and counted.uses < counted.max_uses)`;
  const { secret, statement } = await newKeyOf(deps, lastOf("samplers"));
  const writing = db.batch([
    db
      .insert(devices)
      .values({ ...row, make: onlyIf(and(living(key.id, now), hasRoom), input.make) })
      .returning({ id: devices.id }),
    db
      .insert(samplers)
      .values(samplerRow(input, lastOf("devices"), now))
      .returning({ id: samplers.id }),
    statement,
    insertBaseTypes(db, lastOf("samplers")),
    db
      .update(enrollmentKeys)
      .set({ uses: sql`${enrollmentKeys.uses} + 1`, lastUsedAt: now })
      .where(eq(enrollmentKeys.id, key.id)),
    auditOf(deps, "machine.enrolled", lastOf("devices"), key, input),
    ...watchNewSampler(db, now),
  ]);
  const [[device], [sampler]] = await writing.catch(async (error: unknown) => {
    throw isNullRefused(error, "devices.make") ? await refusalOf(deps, key, usedUp()) : error;
  });
  if (!device || !sampler) throw new Error("the machine was not inserted");
  return { deviceId: device.id, samplerId: sampler.id, key: secret, isAgain: false };
}

async function enrollAgain(
  deps: AuditDeps,
  key: EnrollmentKey,
  machine: Existing,
  input: Enrollment,
): Promise<Enrolled> {
  const { db, now } = deps;
  if (machine.facilityId !== null || machine.retiredAt !== null) throw configured();
  if (machine.make !== input.make || (key.make !== null && key.make !== machine.make))
    throw wrongMake(machine.make);
  if (machine.enrolledBy !== key.id && key.uses >= key.maxUses) throw usedUp();
  const known = await db
    .select({ id: samplers.id })
    .from(samplers)
    .where(eq(samplers.deviceId, machine.id))
    .orderBy(sql`${samplers.name} <> ${input.sampler.name}`, asc(samplers.id))
    .get();
  const still = sql`${living(key.id, now)} and exists (select 1 from devices still where still.id = ${machine.id} and still.facility_id is null and still.retired_at is null)`;
  const { secret, statement } = await newKeyOf(
    deps,
    onlyIf(still, known?.id ?? lastOf("samplers")),
  );
  const rest = [
    statement,
    bumpRecorderVersion(deps, machine.id),
    db.update(enrollmentKeys).set({ lastUsedAt: now }).where(eq(enrollmentKeys.id, key.id)),
    auditOf(deps, "machine.enrolled_again", machine.id, key, input),
  ] as const;
  const refuse = async (error: unknown): Promise<never> => {
    throw isNullRefused(error, "sampler_keys.sampler_id") || isUnchanged(error)
      ? await refusalOf(deps, key, configured())
      : error;
  };
  if (known) {
    await db
      .batch([db.delete(samplerKeys).where(eq(samplerKeys.samplerId, known.id)), ...rest])
      .catch(refuse);
    return { deviceId: machine.id, samplerId: known.id, key: secret, isAgain: true };
  }
  const row = samplerRow(input, machine.id, now);
  const isFirst = sql`not exists (select 1 from samplers other where other.device_id = ${machine.id})`;
  const writing = db.batch([
    db
      .insert(samplers)
      .values({ ...row, name: onlyIf(isFirst, row.name) })
      .returning({ id: samplers.id }),
    insertBaseTypes(db, lastOf("samplers")),
    ...rest,
    ...watchNewSampler(db, now),
  ]);
  try {
    const [[made]] = await writing;
    if (!made) throw new Error("the sampler was not inserted");
    return { deviceId: machine.id, samplerId: made.id, key: secret, isAgain: true };
  } catch (error) {
    // Another request gave the machine its sampler at the same moment.
    if (isNullRefused(error, "samplers.name")) return enrollAgain(deps, key, machine, input);
    return refuse(error);
  }
}

async function newKeyOf({ db, now }: AuditDeps, samplerId: number) {
  const secret = newSamplerKey();
  const keyHash = await hashSamplerKey(secret);
  return {
    secret,
    statement: db.insert(samplerKeys).values({ samplerId, keyHash, createdAt: now }),
  };
}

const samplerRow = ({ sampler }: Enrollment, deviceId: number, now: number) => ({
  deviceId,
  name: sampler.name,
  ...connectionOf(toSpecValue(sampler.spec), sampler),
  onlyMappedTags: sampler.only_mapped_tags ?? false,
  createdAt: now,
  updatedAt: now,
});

/** Comes right after the key's update in the batch. */
const auditOf = (
  deps: AuditDeps,
  action: "machine.enrolled" | "machine.enrolled_again",
  id: number,
  key: EnrollmentKey,
  input: Enrollment,
) =>
  writeAudit(deps, {
    actor: null,
    means: { kind: "enrollment_key", id: key.id, name: key.name },
    action,
    subject: { type: "machine", id },
    customerId: null,
    after: {
      serial_number: input.serial_number,
      make: input.make,
      model: input.model,
      enrollment: key.id,
    },
    mustChange: true,
  });

/** Why a batch wrote nothing: what its statements asked for was so when it was looked at. A key may have ended since. */
async function refusalOf(
  { db, now }: AuditDeps,
  key: EnrollmentKey,
  whileItLives: AppError,
): Promise<AppError> {
  const { lives } = await db.get<{ lives: number }>(sql`select ${living(key.id, now)} as lives`);
  return lives === 1 ? whileItLives : noSuchKey();
}

const noSuchKey = () =>
  new AppError("unauthenticated", {
    message: "This enrollment key is not known, has expired or was ended.",
  });
const usedUp = () =>
  new AppError("forbidden", { message: "This enrollment key has made all the machines it may." });
const wrongMake = (make: string) =>
  new AppError("forbidden", { message: `This enrollment key, or the machine, is of ${make}.` });
const configured = () =>
  new AppError("conflict", {
    message: "The machine is configured already; its sampler's key is replaced in the portal.",
    problem: { code: "taken" },
  });
