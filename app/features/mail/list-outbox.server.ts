import { and, desc, eq, lt } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { outboxMessages } from "#app/db/schema/index.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { AppError } from "#app/domain/errors.ts";

export const OUTBOX_STATUSES = ["queued", "sent", "failed", "dead"] as const;
export type OutboxStatus = (typeof OUTBOX_STATUSES)[number];
export type OutboxMessage = typeof outboxMessages.$inferSelect;
/** What superusers see of a message: never its words, which may open somebody's account. */
export type OutboxRow = Omit<
  OutboxMessage,
  "text" | "html" | "headers" | "dedupeKey" | "lockedUntil"
> & {
  /** Its words opened an account, and are gone: nothing is left to send. */
  isErased: boolean;
};

/** Messages for superusers, the newest first. */
export async function listOutbox(
  { db, actor }: { db: Db; actor: Actor },
  query: { status?: OutboxStatus | undefined; before?: number | undefined; limit: number },
): Promise<{ messages: OutboxRow[]; nextBefore: number | null }> {
  if (actor.role !== "superuser") throw new AppError("forbidden");
  const { status, before, limit } = query;
  const rows = await db
    .select()
    .from(outboxMessages)
    .where(
      and(
        status === undefined ? undefined : eq(outboxMessages.status, status),
        before === undefined ? undefined : lt(outboxMessages.id, before),
      ),
    )
    .orderBy(desc(outboxMessages.id))
    .limit(limit + 1);
  const messages = rows
    .slice(0, limit)
    .map(
      ({ text, html: _html, headers: _headers, dedupeKey: _key, lockedUntil: _lock, ...row }) => ({
        ...row,
        isErased: text === "",
      }),
    );
  return { messages, nextBefore: rows.length > limit ? (messages.at(-1)?.id ?? null) : null };
}

const LOCAL_MESSAGES = 200;

/** Everything with its words: for the outbox of local mode, where nothing leaves the machine. The caller makes sure of that. */
export const readLocalOutbox = (db: Db): Promise<OutboxMessage[]> =>
  db.select().from(outboxMessages).orderBy(desc(outboxMessages.id)).limit(LOCAL_MESSAGES);
