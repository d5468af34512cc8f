import { and, count, desc, eq, gte, isNull, lt, sql, type SQL } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Db } from "#app/db/client.server.ts";
import { onlyIf } from "#app/db/only-if.ts";
import { comments, devices, facilities, users } from "#app/db/schema/index.ts";
import { newToken } from "#app/db/secrets.ts";
import { machinesInScope } from "#app/db/scopes.ts";
import { isOutOfService } from "#app/domain/access/out-of-service.ts";
import { isPrivileged, isProvider } from "#app/domain/access/permissions.ts";
import { machineScope } from "#app/domain/access/scope.ts";
import { authorOf, type Actor } from "#app/domain/access/types.ts";
import { DAY_MS } from "#app/domain/durations.ts";
import { AppError } from "#app/domain/errors.ts";
import { MAX_COMMENTS_PER_MACHINE } from "#app/domain/limits.ts";
import { auditOfMachine } from "#app/features/audit/audit-of-machine.server.ts";
import { unlessUnchanged, type AuditDeps } from "#app/platform/audit/write-audit.server.ts";
import { deliverSoon, writeMessage, type MailDeps } from "#app/features/mail/outbox.server.ts";
import {
  requireMachine,
  requireMachineInService,
} from "#app/features/machines/get-machine.server.ts";
import { addOnce, type Sent } from "#app/platform/add-once.server.ts";
import { isNullRefused } from "#app/platform/db-errors.ts";
import { commentTimeIn } from "./comment-time.ts";
import type { Comment, CommentPage } from "./comment.ts";
import { composeMentions, listNameable } from "./mention-mails.server.ts";

type Read = { db: Db; actor: Actor };
type Write = AuditDeps & {
  actor: Actor;
  /** Pages that show the machine's comments read them again, and charts on which one is a mark. */
  machineChanged: (deviceId: number, what: "comments" | "annotations") => void;
};

/** Not hidden, and public unless the provider's staff reads. */
const shownTo = (actor: Actor): SQL | undefined =>
  and(isNull(comments.hiddenAt), isProvider(actor) ? undefined : eq(comments.isPublic, true));

const select = (db: Db) =>
  db
    .select({
      id: comments.id,
      text: comments.text,
      isPublic: comments.isPublic,
      deviceId: comments.deviceId,
      userId: comments.userId,
      userName: sql<string | null>`${users.firstName} || ' ' || ${users.lastName}`,
      pointsAt: comments.pointsAt,
      insertedAt: comments.createdAt,
    })
    .from(comments)
    .leftJoin(users, eq(users.id, comments.userId));

/** A machine's comments, the newest first. `device`: its id or serial number. */
export async function listComments({ db, actor }: Read, device: string): Promise<Comment[]> {
  const { id } = await requireMachine({ db, actor }, device);
  return select(db)
    .where(and(eq(comments.deviceId, id), shownTo(actor)))
    .orderBy(desc(comments.createdAt), desc(comments.id))
    .limit(MAX_COMMENTS_PER_MACHINE)
    .all();
}

/** Those that point to a moment of [startMs, endMs), the latest moments first; at most `most`. */
export async function listCommentsOfSpan(
  { db, actor }: Read,
  { deviceId, startMs, endMs, most }: Record<"deviceId" | "startMs" | "endMs" | "most", number>,
): Promise<(Comment & { pointsAt: number })[]> {
  const listed = await select(db)
    .where(
      and(
        eq(comments.deviceId, deviceId),
        gte(comments.pointsAt, startMs),
        lt(comments.pointsAt, endMs),
        shownTo(actor),
      ),
    )
    .orderBy(desc(comments.pointsAt), desc(comments.id))
    .limit(most)
    .all();
  return listed.flatMap((comment) =>
    comment.pointsAt === null ? [] : [{ ...comment, pointsAt: comment.pointsAt }],
  );
}

/** A machine's comments for a page: with what the actor may do with each. */
export async function loadComments(
  deps: Read & { now: number },
  device: string,
): Promise<CommentPage> {
  const { actor } = deps;
  const machine = await requireMachine(deps, device);
  const [listed, people] = await Promise.all([
    listComments(deps, device),
    listNameable(deps, machine),
  ]);
  return {
    people,
    comments: listed.map((comment) => ({
      ...comment,
      canHide: canHide(actor, comment),
      canDelete: canDelete(actor, comment),
    })),
    canPost: !isOutOfService(machine),
    canKeepInside: isProvider(actor),
    nowMs: deps.now,
  };
}

/** As many as `listComments` answers. */
export async function countComments({ db, actor }: Read, device: string): Promise<number> {
  const { id } = await requireMachine({ db, actor }, device);
  const row = await db
    .select({ count: count() })
    .from(comments)
    .where(and(eq(comments.deviceId, id), shownTo(actor)))
    .get();
  return row?.count ?? 0;
}

/** Of machines that the actor lists, by machine; one without comments is left out. */
export async function countCommentsByMachine({ db, actor }: Read): Promise<Record<number, number>> {
  const rows = await db
    .select({ deviceId: comments.deviceId, count: count() })
    .from(comments)
    .innerJoin(devices, eq(devices.id, comments.deviceId))
    .leftJoin(facilities, eq(facilities.id, devices.facilityId))
    .where(and(machinesInScope(machineScope(actor)), shownTo(actor)))
    .groupBy(comments.deviceId)
    .all();
  return Object.fromEntries(rows.map(({ deviceId, count }) => [deviceId, count]));
}

type Posting = Write & MailDeps & { linkSecret: () => Promise<string> };
/** `deviceId`: of the machine that the caller means, where they say it once more. */
type NewComment = { text: string; isPublic: boolean; deviceId?: number | undefined };

/** In the actor's name and now; whom it names gets a mail. 409 when the machine has as many as there may be. */
export const postComment = (
  deps: Posting & { sent?: Sent | undefined },
  device: string,
  input: NewComment,
): Promise<Comment> =>
  addOnce(
    deps,
    (asSent) => addComment(deps, device, input, asSent),
    (id) => requireComment(deps, id),
  );

async function addComment(
  deps: Posting,
  device: string,
  input: NewComment,
  asSent: BatchItem<"sqlite">[],
): Promise<Comment> {
  const { db, actor, now } = deps;
  const machine = await requireMachineInService({ db, actor }, device);
  const deviceId = machine.id;
  if (input.deviceId !== undefined && input.deviceId !== deviceId)
    throw new AppError("validation_failed", {
      fields: { device_id: [{ code: "one_of", values: String(deviceId) }] },
    });
  const isPublic = input.isPublic || !isProvider(actor);
  const mails = await composeMentions(deps, { text: input.text, isPublic, machine });
  const held = sql`(select count(*) from comments where device_id = ${deviceId} and hidden_at is null)`;
  const ofDay = sql`(select count(*) from comments where device_id = ${deviceId} and created_at > ${now - DAY_MS})`;
  const posting = db.batch([
    db
      .insert(comments)
      .values({
        deviceId,
        userId: authorOf(actor),
        text: onlyIf(sql`${held} < ${MAX_COMMENTS_PER_MACHINE}`, input.text),
        isPublic,
        pointsAt: commentTimeIn(input.text, machine.facility?.timezone ?? "UTC")?.timeMs ?? null,
        createdAt: onlyIf(sql`${ofDay} < ${MAX_COMMENTS_PER_MACHINE}`, now),
      })
      .returning({ id: comments.id }),
    auditOfMachine(deps, {
      action: "comment.posted",
      id: sql<number>`last_insert_rowid()`,
      deviceId,
      after: { text: input.text, is_public: isPublic },
    }),
    ...asSent,
    ...mails.map((mail) => writeMessage(db, now, mail, `comment_mention:${newToken()}`)),
  ]);
  const [[row], , ...messages] = await posting.catch(rethrowFull);
  const written = messages.slice(asSent.length) as { id: number }[][];
  await deliverSoon(deps.jobs, written.flat());
  const posted = row && (await select(db).where(eq(comments.id, row.id)).get());
  if (!posted) throw new Error("the comment was not inserted");
  tellChange(deps, posted);
  return posted;
}

/** Takes it out of lists and counts and keeps its row. For its author and privileged people; 404 when it is hidden already. */
export async function hideComment(deps: Write, id: number): Promise<{ id: number }> {
  const { db, actor, now } = deps;
  const comment = await requireComment(deps, id);
  if (!canHide(actor, comment)) throw new AppError("forbidden");
  const hiding = db.batch([
    db
      .update(comments)
      .set({ hiddenAt: now, hiddenBy: authorOf(actor) })
      .where(and(eq(comments.id, id), isNull(comments.hiddenAt))),
    auditOfMachine(deps, {
      action: "comment.hidden",
      id,
      deviceId: comment.deviceId,
      before: { text: comment.text },
      mustChange: true,
    }),
  ]);
  await hiding.catch(unlessUnchanged(noSuchComment));
  tellChange(deps, comment);
  return { id };
}

/** Removes it for good. For its author and superusers. */
export async function deleteComment(deps: Write, id: number): Promise<{ id: number }> {
  const { db, actor } = deps;
  const comment = await requireComment(deps, id);
  if (!canDelete(actor, comment)) throw new AppError("forbidden");
  const deleting = db.batch([
    db.delete(comments).where(eq(comments.id, id)),
    auditOfMachine(deps, {
      action: "comment.deleted",
      id,
      deviceId: comment.deviceId,
      before: { text: comment.text },
      mustChange: true,
    }),
  ]);
  await deleting.catch(unlessUnchanged(noSuchComment));
  tellChange(deps, comment);
  return { id };
}

function tellChange({ machineChanged }: Write, { deviceId, pointsAt }: Comment): void {
  machineChanged(deviceId, "comments");
  if (pointsAt !== null) machineChanged(deviceId, "annotations");
}

const canHide = (actor: Actor, { userId }: Comment): boolean =>
  userId === actor.userId || isPrivileged(actor);
const canDelete = (actor: Actor, { userId }: Comment): boolean =>
  userId === actor.userId || actor.role === "superuser";

const noSuchComment = () => new AppError("not_found", { message: "There is no such comment." });

async function requireComment({ db, actor }: Read, id: number): Promise<Comment> {
  const found = await select(db)
    .innerJoin(devices, eq(devices.id, comments.deviceId))
    .leftJoin(facilities, eq(facilities.id, devices.facilityId))
    .where(and(eq(comments.id, id), shownTo(actor), machinesInScope(machineScope(actor))))
    .get();
  if (!found) throw noSuchComment();
  return found;
}

function rethrowFull(error: unknown): never {
  if (isNullRefused(error, "comments.text"))
    throw new AppError("conflict", {
      message: `A machine has at most ${MAX_COMMENTS_PER_MACHINE} comments; hide old ones first.`,
      problem: { code: "limit", most: MAX_COMMENTS_PER_MACHINE },
    });
  if (isNullRefused(error, "comments.created_at"))
    throw new AppError("conflict", {
      message: `A machine takes at most ${MAX_COMMENTS_PER_MACHINE} comments within 24 hours; write it later.`,
      problem: { code: "limit_of_day", most: MAX_COMMENTS_PER_MACHINE },
    });
  throw error;
}
