import { inArray } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { outboxMessages } from "#app/db/schema/index.ts";
import type { JobQueue } from "#app/domain/jobs.ts";
import type { MessageDraft } from "#app/domain/mail/compose.ts";

/** What a use case needs that writes messages. Links are made of `publicOrigin` only, never of what a request says. */
export type MailDeps = { db: Db; now: number; jobs: JobQueue; publicOrigin: string };

/** Goes into the same D1 batch as the change that the message tells of. The same cause writes one message. */
export const writeMessage = (db: Db, now: number, draft: MessageDraft, dedupeKey: string) =>
  db
    .insert(outboxMessages)
    .values({ ...draft, createdAt: now, dedupeKey })
    .onConflictDoNothing({ target: outboxMessages.dedupeKey })
    .returning({ id: outboxMessages.id });

/** After the batch. A queue that fails costs minutes, not the message: the clearing up finds what was left lying. */
export async function deliverSoon(
  jobs: JobQueue,
  messages: readonly { id: number }[],
): Promise<void> {
  await Promise.allSettled(
    messages.map(({ id }) => jobs.send({ type: "deliver_message", messageId: id })),
  );
}

/** The messages of these causes, for a job that comes a second time. */
export const findMessages = (db: Db, dedupeKeys: string[]) =>
  db
    .select({ id: outboxMessages.id, status: outboxMessages.status })
    .from(outboxMessages)
    .where(inArray(outboxMessages.dedupeKey, dedupeKeys));

/** An absolute link. A Helios that does not know its own address sends none. */
export function absoluteLink(publicOrigin: string, path: string): string {
  if (publicOrigin === "") throw new Error("PUBLIC_ORIGIN is not set: links in messages need it");
  return new URL(path, publicOrigin).href;
}
