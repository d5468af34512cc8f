import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { enrollmentKeys } from "#app/db/schema/index.ts";
import { newToken, sha256Hex } from "#app/db/secrets.ts";
import { ENROLLMENT_KEY_PREFIX } from "#app/domain/access/enrollment-key.ts";
import { isProvider } from "#app/domain/access/permissions.ts";
import type { Actor, Make } from "#app/domain/access/types.ts";
import { AppError } from "#app/domain/errors.ts";
import { DAY_MS } from "#app/domain/durations.ts";
import {
  unlessUnchanged,
  writeAudit,
  type AuditDeps,
} from "#app/platform/audit/write-audit.server.ts";
import { addOnce, secretInUse, type Sent } from "#app/platform/add-once.server.ts";
import type { NewEnrollmentKey } from "./schemas.server.ts";

type Deps = AuditDeps & { actor: Actor };

const MAX_KEY_DAYS = 365;

const columns = {
  id: enrollmentKeys.id,
  name: enrollmentKeys.name,
  make: enrollmentKeys.make,
  maxUses: enrollmentKeys.maxUses,
  uses: enrollmentKeys.uses,
  createdAt: enrollmentKeys.createdAt,
  expiresAt: enrollmentKeys.expiresAt,
  lastUsedAt: enrollmentKeys.lastUsedAt,
};

/** The make that the actor's keys are for; null: any. Throws forbidden for who is not of the provider's staff. */
export function makeOfProvider(actor: Actor): Make | null {
  if (!isProvider(actor)) throw new AppError("forbidden");
  if (actor.role === "superuser") return null;
  if (actor.make === null) throw new AppError("forbidden");
  return actor.make;
}

const inReach = (actor: Actor) => {
  const make = makeOfProvider(actor);
  return and(
    isNull(enrollmentKeys.endedAt),
    make === null ? undefined : eq(enrollmentKeys.make, make),
  );
};

/** Keys that were not ended, expired ones among them; the newest first. */
export const listEnrollmentKeys = ({ db, actor }: Deps) =>
  db.select(columns).from(enrollmentKeys).where(inReach(actor)).orderBy(desc(enrollmentKeys.id));

/** A new key, told here and never again. */
export const createEnrollmentKey = (
  deps: Deps & { sent?: Sent | undefined },
  input: NewEnrollmentKey,
) =>
  addOnce(
    deps,
    (asSent) => addKey(deps, input, asSent),
    (id) => drawAnew(deps, id),
  );

async function addKey(deps: Deps, input: NewEnrollmentKey, asSent: BatchItem<"sqlite">[]) {
  const { db, now, actor } = deps;
  const own = makeOfProvider(actor);
  if (own !== null && input.make && input.make !== own) throw new AppError("forbidden");
  const expiresAt = Date.parse(input.expires_at);
  if (!(expiresAt > now && expiresAt <= now + MAX_KEY_DAYS * DAY_MS))
    throw new AppError("validation_failed", {
      message: `expires_at must lie ahead, at most ${MAX_KEY_DAYS} days.`,
      fields: { expires_at: [{ code: "key_lifetime", most: MAX_KEY_DAYS }] },
    });
  const key = ENROLLMENT_KEY_PREFIX + newToken();
  const row = {
    name: input.name,
    make: own ?? input.make ?? null,
    expiresAt,
    maxUses: input.max_uses,
  };
  const [[created]] = await db.batch([
    db
      .insert(enrollmentKeys)
      .values({ ...row, keyHash: sha256Hex(key), createdAt: now })
      .returning(columns),
    writeAudit(deps, {
      actor,
      action: "enrollment_key.created",
      subject: { type: "enrollment_key", id: sql<number>`last_insert_rowid()` },
      customerId: null,
      after: { name: row.name, make: row.make, expires_at: expiresAt, max_uses: row.maxUses },
    }),
    ...asSent,
  ]);
  if (!created) throw new Error("the enrollment key was not written");
  return { ...created, key };
}

/** Of a key whose answer was lost: another one in the place of the one that nobody has. 409 once it was used. */
async function drawAnew(deps: Deps, id: number) {
  const { db, actor } = deps;
  const own = and(eq(enrollmentKeys.id, id), inReach(actor));
  const known = await db.select(columns).from(enrollmentKeys).where(own).get();
  if (!known) throw noSuchKey();
  const key = ENROLLMENT_KEY_PREFIX + newToken();
  const drawing = db.batch([
    db
      .update(enrollmentKeys)
      .set({ keyHash: sha256Hex(key) })
      .where(and(own, isNull(enrollmentKeys.lastUsedAt))),
    writeAudit(deps, {
      actor,
      action: "enrollment_key.rotated",
      subject: { type: "enrollment_key", id },
      customerId: null,
      after: { name: known.name },
      mustChange: true,
    }),
  ]);
  await drawing.catch(unlessUnchanged(secretInUse));
  return { ...known, key };
}

/** Ends a key; the machines that it made stay. */
export async function endEnrollmentKey(deps: Deps, id: number): Promise<{ id: number }> {
  const { db, now, actor } = deps;
  const own = and(eq(enrollmentKeys.id, id), inReach(actor));
  const key = await db.select(columns).from(enrollmentKeys).where(own).get();
  if (!key) throw noSuchKey();
  await db
    .batch([
      db.update(enrollmentKeys).set({ endedAt: now }).where(own),
      writeAudit(deps, {
        actor,
        action: "enrollment_key.ended",
        subject: { type: "enrollment_key", id },
        customerId: null,
        before: { name: key.name, uses: key.uses },
        mustChange: true,
      }),
    ])
    .catch(unlessUnchanged(noSuchKey));
  return { id };
}

const noSuchKey = () => new AppError("not_found", { message: "There is no such enrollment key." });
