import { and, asc, desc, eq, gt, lt, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Db } from "#app/db/client.server.ts";
import { onlyIf } from "#app/db/only-if.ts";
import { annotations, devices, facilities, users } from "#app/db/schema/index.ts";
import { machinesInScope } from "#app/db/scopes.ts";
import { isPrivileged } from "#app/domain/access/permissions.ts";
import { machineScope } from "#app/domain/access/scope.ts";
import { authorOf, type Actor } from "#app/domain/access/types.ts";
import { AppError } from "#app/domain/errors.ts";
import { MAX_ANNOTATIONS_PER_MACHINE } from "#app/domain/limits.ts";
import type { Changeable } from "#app/domain/live/ports.ts";
import type { AnnotationKind } from "#app/domain/series/annotation-kinds.ts";
import { auditOfMachine } from "#app/features/audit/audit-of-machine.server.ts";
import { unlessUnchanged, type AuditDeps } from "#app/platform/audit/write-audit.server.ts";
import type { Comment } from "#app/features/comments/comment.ts";
import { withoutTime } from "#app/features/comments/comment-time.ts";
import { listCommentsOfSpan } from "#app/features/comments/comments.server.ts";
import {
  requireMachine,
  requireMachineInService,
} from "#app/features/machines/get-machine.server.ts";
import { addOnce, type Sent } from "#app/platform/add-once.server.ts";
import { isNullRefused } from "#app/platform/db-errors.ts";
import type { Annotation } from "./annotation.ts";

type Read = { db: Db; actor: Actor };
type Write = AuditDeps & {
  actor: Actor;
  /** Pages with charts of the machine read its notes again. */
  machineChanged: (deviceId: number, what: Changeable) => void;
};
export type NewAnnotation = {
  text: string;
  startTime: number;
  endTime: number;
  metric?: string | undefined;
  kind: AnnotationKind;
};

/** Of one answer, the newest: more boxes than a chart can tell apart. */
export const MOST_LISTED = 500;

const select = (db: Db) =>
  db
    .select({
      id: annotations.id,
      deviceId: annotations.deviceId,
      kind: annotations.kind,
      metric: annotations.metric,
      startTime: annotations.startAt,
      endTime: annotations.endAt,
      text: annotations.text,
      userId: annotations.userId,
      userName: sql<string | null>`${users.firstName} || ' ' || ${users.lastName}`,
      createdAt: annotations.createdAt,
    })
    .from(annotations)
    .leftJoin(users, eq(users.id, annotations.userId));
type Row = Omit<Annotation, "canDelete" | "kind"> & {
  kind: AnnotationKind;
  userId: number | null;
};

const canDelete = (actor: Actor, { userId }: Pick<Row, "userId">): boolean =>
  userId === actor.userId || isPrivileged(actor);

const toAnnotation = (actor: Actor, { userId, ...row }: Row): Annotation => ({
  ...row,
  canDelete: canDelete(actor, { userId }),
});

/** A comment that points to a moment is drawn as this long. */
const MOMENT_MS = 60_000;

/**
 * A machine's notes that overlap [startMs, endMs) and the comments that point to a moment of it, the earliest first.
 * `device`: its id or serial number.
 */
export async function listAnnotations(
  { db, actor }: Read,
  { device, startMs, endMs }: { device: string; startMs: number; endMs: number },
): Promise<Annotation[]> {
  const { id } = await requireMachine({ db, actor }, device);
  const [rows, comments] = await Promise.all([
    select(db)
      .where(
        and(
          eq(annotations.deviceId, id),
          gt(annotations.endAt, startMs),
          lt(annotations.startAt, endMs),
        ),
      )
      .orderBy(desc(annotations.startAt), asc(annotations.id))
      .limit(MOST_LISTED)
      .all(),
    listCommentsOfSpan({ db, actor }, { deviceId: id, startMs, endMs, most: MOST_LISTED }),
  ]);
  return [...rows.map((row) => toAnnotation(actor, row)), ...comments.map(annotationOf)]
    .toSorted((a, b) => a.startTime - b.startTime)
    .slice(-MOST_LISTED);
}

/** It is deleted where the comments are. */
const annotationOf = ({ pointsAt, ...comment }: Comment & { pointsAt: number }): Annotation => ({
  id: comment.id,
  deviceId: comment.deviceId,
  kind: "comment",
  metric: null,
  startTime: pointsAt,
  endTime: pointsAt + MOMENT_MS,
  text: withoutTime(comment.text),
  userName: comment.userName,
  canDelete: false,
  createdAt: comment.insertedAt,
});

/** In the actor's name and now. 409 when the machine has as many as there may be. */
export const addAnnotation = (
  deps: Write & { sent?: Sent | undefined },
  device: string,
  input: NewAnnotation,
): Promise<Annotation> =>
  addOnce(
    deps,
    (asSent) => add(deps, device, input, asSent),
    async (id) => toAnnotation(deps.actor, await requireSeen(deps, id)),
  );

async function add(
  deps: Write,
  device: string,
  { text, startTime, endTime, metric, kind }: NewAnnotation,
  asSent: BatchItem<"sqlite">[],
): Promise<Annotation> {
  const { db, actor, now } = deps;
  const { id: deviceId } = await requireMachineInService({ db, actor }, device);
  const held = sql`(select count(*) from annotations where device_id = ${deviceId})`;
  const adding = db.batch([
    db
      .insert(annotations)
      .values({
        deviceId,
        kind,
        metric: metric ?? null,
        startAt: startTime,
        endAt: endTime,
        text: onlyIf(sql`${held} < ${MAX_ANNOTATIONS_PER_MACHINE}`, text),
        userId: authorOf(actor),
        createdAt: now,
      })
      .returning({ id: annotations.id }),
    auditOfMachine(deps, {
      action: "annotation.added",
      id: sql<number>`last_insert_rowid()`,
      deviceId,
      after: { text, kind, metric: metric ?? null, start_at: startTime, end_at: endTime },
    }),
    ...asSent,
  ]);
  const [[row]] = await adding.catch(rethrowFull);
  deps.machineChanged(deviceId, "annotations");
  const added = row && (await select(db).where(eq(annotations.id, row.id)).get());
  if (!added) throw new Error("the annotation was not inserted");
  return toAnnotation(actor, added);
}

/** Removes it for good. For its author and privileged people; 404 when it is gone already. */
export async function deleteAnnotation(deps: Write, id: number): Promise<{ id: number }> {
  const { db, actor } = deps;
  const found = await requireSeen(deps, id);
  if (!canDelete(actor, found)) throw new AppError("forbidden");
  const { deviceId, text, kind, metric, startTime, endTime } = found;
  const deleting = db.batch([
    db.delete(annotations).where(eq(annotations.id, id)),
    auditOfMachine(deps, {
      action: "annotation.deleted",
      id,
      deviceId,
      before: { text, kind, metric, start_at: startTime, end_at: endTime },
      mustChange: true,
    }),
  ]);
  await deleting.catch(unlessUnchanged(noSuchAnnotation));
  deps.machineChanged(deviceId, "annotations");
  return { id };
}

/** A note on a machine that the actor sees. */
async function requireSeen({ db, actor }: Read, id: number): Promise<Row> {
  const found = await select(db)
    .innerJoin(devices, eq(devices.id, annotations.deviceId))
    .leftJoin(facilities, eq(facilities.id, devices.facilityId))
    .where(and(eq(annotations.id, id), machinesInScope(machineScope(actor))))
    .get();
  if (!found) throw noSuchAnnotation();
  return found;
}

const noSuchAnnotation = () => new AppError("not_found", { message: "There is no such note." });

function rethrowFull(error: unknown): never {
  if (isNullRefused(error, "annotations.text"))
    throw new AppError("conflict", {
      message: `A machine has at most ${MAX_ANNOTATIONS_PER_MACHINE} notes on its charts; delete old ones first.`,
      problem: { code: "limit", most: MAX_ANNOTATIONS_PER_MACHINE },
    });
  throw error;
}
