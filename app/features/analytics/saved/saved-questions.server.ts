import { and, asc, eq, or, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Db } from "#app/db/client.server.ts";
import { onlyIf } from "#app/db/only-if.ts";
import { devices, facilities, savedQuestions, users } from "#app/db/schema/index.ts";
import { machinesInScope } from "#app/db/scopes.ts";
import { isPrivileged, requireTier } from "#app/domain/access/permissions.ts";
import { machineScope } from "#app/domain/access/scope.ts";
import { authorOf, type Actor } from "#app/domain/access/types.ts";
import { AppError } from "#app/domain/errors.ts";
import { MAX_SAVED_QUESTIONS_PER_USER } from "#app/domain/limits.ts";
import { auditOfMachine } from "#app/features/audit/audit-of-machine.server.ts";
import { unlessUnchanged, type AuditDeps } from "#app/platform/audit/write-audit.server.ts";
import { requireMachine } from "#app/features/machines/get-machine.server.ts";
import { addOnce, type Sent } from "#app/platform/add-once.server.ts";
import { isNullRefused } from "#app/platform/db-errors.ts";
import type { SavedQuestion } from "./saved-question.ts";

/** Of one machine: more than anybody looks through. */
const MOST_LISTED = 500;

type Read = { db: Db; actor: Actor };
type Write = AuditDeps & { actor: Actor };
type NewQuestion = { name: string; search: string; isShared: boolean };

const select = (db: Db) =>
  db
    .select({
      id: savedQuestions.id,
      code: savedQuestions.code,
      deviceId: savedQuestions.deviceId,
      name: savedQuestions.name,
      search: savedQuestions.search,
      isShared: savedQuestions.isShared,
      userId: savedQuestions.userId,
      userName: sql<string | null>`${users.firstName} || ' ' || ${users.lastName}`,
      createdAt: savedQuestions.createdAt,
    })
    .from(savedQuestions)
    .leftJoin(users, eq(users.id, savedQuestions.userId));
type Row = Omit<SavedQuestion, "path" | "canDelete"> & { code: string; userId: number | null };

/** Shared, or the actor's own. */
const shownTo = (actor: Actor) =>
  or(eq(savedQuestions.isShared, true), eq(savedQuestions.userId, actor.userId));
const canDelete = (actor: Actor, { userId }: Pick<Row, "userId">): boolean =>
  userId === actor.userId || isPrivileged(actor);

const toQuestion = (actor: Actor, { code, userId, ...row }: Row): SavedQuestion => ({
  ...row,
  path: `/q/${code}`,
  canDelete: canDelete(actor, { userId }),
});

/** What the actor sees of a machine's saved questions, by name. `device`: its id or serial number. */
export async function listSavedQuestions(
  { db, actor }: Read,
  device: string,
): Promise<SavedQuestion[]> {
  const machine = await requireMachine({ db, actor }, device);
  requireTier(actor, machine, "generateReport");
  const rows = await select(db)
    .where(and(eq(savedQuestions.deviceId, machine.id), shownTo(actor)))
    .orderBy(asc(sql`lower(${savedQuestions.name})`), asc(savedQuestions.id))
    .limit(MOST_LISTED)
    .all();
  return rows.map((row) => toQuestion(actor, row));
}

/** In the actor's name. 409 when the actor has saved as many as there may be. */
export const saveQuestion = (
  deps: Write & { sent?: Sent | undefined },
  device: string,
  input: NewQuestion,
): Promise<SavedQuestion> =>
  addOnce(
    deps,
    (asSent) => add(deps, device, input, asSent),
    async (id) => toQuestion(deps.actor, await find(deps, eq(savedQuestions.id, id))),
  );

async function add(
  deps: Write,
  device: string,
  { name, search, isShared }: NewQuestion,
  asSent: BatchItem<"sqlite">[],
): Promise<SavedQuestion> {
  const { db, actor, now } = deps;
  const machine = await requireMachine({ db, actor }, device);
  requireTier(actor, machine, "generateReport");
  const deviceId = machine.id;
  // A private one without a person would be found by nobody.
  const shared = isShared || authorOf(actor) === null;
  const author = authorOf(actor);
  // What has no author, such as a service account's, counts for its machine.
  const own =
    author === null ? sql`user_id is null and device_id = ${deviceId}` : sql`user_id = ${author}`;
  const held = sql`(select count(*) from saved_questions where ${own})`;
  const saving = db.batch([
    db
      .insert(savedQuestions)
      .values({
        code: newCode(),
        deviceId,
        name: onlyIf(sql`${held} < ${MAX_SAVED_QUESTIONS_PER_USER}`, name),
        search,
        isShared: shared,
        userId: author,
        createdAt: now,
      })
      .returning({ id: savedQuestions.id }),
    auditOfMachine(deps, {
      action: "saved_question.saved",
      id: sql<number>`last_insert_rowid()`,
      deviceId,
      after: { name, search, is_shared: shared },
    }),
    ...asSent,
  ]);
  const [[row]] = await saving.catch(rethrowFull);
  const saved = row && (await select(db).where(eq(savedQuestions.id, row.id)).get());
  if (!saved) throw new Error("the question was not inserted");
  return toQuestion(actor, saved);
}

/** For its author and, where it is shared, privileged people; 404 when it is gone already. */
export async function deleteSavedQuestion(deps: Write, id: number): Promise<{ id: number }> {
  const { db, actor } = deps;
  const found = await find(deps, eq(savedQuestions.id, id));
  if (!canDelete(actor, found)) throw new AppError("forbidden");
  const { deviceId, name, search } = found;
  const deleting = db.batch([
    db.delete(savedQuestions).where(eq(savedQuestions.id, id)),
    auditOfMachine(deps, {
      action: "saved_question.deleted",
      id,
      deviceId,
      before: { name, search },
      mustChange: true,
    }),
  ]);
  await deleting.catch(unlessUnchanged(noSuchQuestion));
  return { id };
}

/** The address of the tab that a short link means; 404 for what is not the actor's to see. */
export async function openSavedQuestion(deps: Read, code: string): Promise<string> {
  const { deviceId, search } = await find(deps, eq(savedQuestions.code, code));
  return `/machines/${deviceId}/analytics?${search}`;
}

async function find({ db, actor }: Read, where: ReturnType<typeof eq>): Promise<Row> {
  const found = await select(db)
    .innerJoin(devices, eq(devices.id, savedQuestions.deviceId))
    .leftJoin(facilities, eq(facilities.id, devices.facilityId))
    .where(and(where, shownTo(actor), machinesInScope(machineScope(actor))))
    .get();
  if (!found) throw noSuchQuestion();
  return found;
}

const noSuchQuestion = () =>
  new AppError("not_found", { message: "There is no such saved question." });

/** Ten letters and digits that nobody takes for one another; who may open it is asked of the reader, not of the code. */
const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";
const newCode = (): string =>
  [...crypto.getRandomValues(new Uint8Array(10))]
    .map((byte) => LETTERS[byte % LETTERS.length])
    .join("");

function rethrowFull(error: unknown): never {
  if (isNullRefused(error, "saved_questions.name"))
    throw new AppError("conflict", {
      message: `A person has at most ${MAX_SAVED_QUESTIONS_PER_USER} saved questions; delete old ones first.`,
      problem: { code: "limit", most: MAX_SAVED_QUESTIONS_PER_USER },
    });
  throw error;
}
