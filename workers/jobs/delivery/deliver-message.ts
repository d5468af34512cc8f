/**
 * Delivers one message of the outbox. It is claimed first, so that of two jobs for the same message one
 * delivers; a message that is sent is never sent again. What a crash leaves claimed is free again after
 * LOCK_MS and goes out under the same idempotency key.
 */
import { and, eq, inArray, isNull, lte, or, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { outboxMessages } from "#app/db/schema/index.ts";
import { isSecretMessage } from "#app/domain/mail/templates.ts";
import { DeliveryError, type Carrier, type Outgoing } from "./carrier.ts";

type Deps = {
  db: Db;
  now: number;
  keepsWords: boolean;
  carrierOf: (channel: Outgoing["channel"]) => Carrier;
};

const LOCK_MS = 60_000;
/** By every way together: the queue's own tries and those of the clearing up. */
export const MAX_ATTEMPTS = 8;
const ERASED = "";

export type Delivered = "sent" | "dead" | "nothing_to_do";

export async function deliverMessage(deps: Deps, messageId: number): Promise<Delivered> {
  const { db, now } = deps;
  const [message] = await db
    .update(outboxMessages)
    .set({ attempts: sql`${outboxMessages.attempts} + 1`, lockedUntil: now + LOCK_MS })
    .where(
      and(
        eq(outboxMessages.id, messageId),
        inArray(outboxMessages.status, ["queued", "failed"]),
        or(isNull(outboxMessages.lockedUntil), lte(outboxMessages.lockedUntil, now)),
      ),
    )
    .returning();
  if (!message) return "nothing_to_do";
  const idempotencyKey = `helios-${message.id}-${message.createdAt}`;
  try {
    const { providerId, answer = null } = await deps.carrierOf(message.channel)({
      ...message,
      idempotencyKey,
    });
    await settle(deps, message, {
      status: "sent",
      sentAt: now,
      providerId,
      answer,
      lastError: null,
    });
    return "sent";
  } catch (error) {
    const lastError = (error instanceof Error ? error.message : String(error)).slice(0, 300);
    const isDead =
      (error instanceof DeliveryError && error.isFinal) || message.attempts >= MAX_ATTEMPTS;
    await settle(deps, message, { status: isDead ? "dead" : "failed", lastError });
    if (isDead) return "dead";
    throw error;
  }
}

type Settled = Partial<typeof outboxMessages.$inferSelect> & { status: "sent" | "failed" | "dead" };

/** Words that open an account stay no longer than they must. */
async function settle(
  { db, keepsWords }: Pick<Deps, "db" | "keepsWords">,
  message: { id: number; template: string },
  change: Settled,
): Promise<void> {
  const isOver = change.status !== "failed" && !keepsWords && isSecretMessage(message.template);
  const words = isOver ? { text: ERASED, html: null } : {};
  await db
    .update(outboxMessages)
    .set({ ...change, ...words, lockedUntil: null })
    .where(eq(outboxMessages.id, message.id));
}

/** The queue gave up: the message stays for superusers to see, and to send again if its words may be kept. */
export async function markDead(
  deps: Pick<Deps, "db" | "keepsWords">,
  messageId: number,
): Promise<void> {
  const isOpen = and(
    eq(outboxMessages.id, messageId),
    inArray(outboxMessages.status, ["queued", "failed"]),
  );
  const message = await deps.db
    .select({ id: outboxMessages.id, template: outboxMessages.template })
    .from(outboxMessages)
    .where(isOpen)
    .get();
  if (message) await settle(deps, message, { status: "dead" });
}

const LEFT_LYING_MS = 10 * 60_000;
/** The queue's own tries are over by then. */
const GIVEN_UP_MS = 60 * 60_000;
const PER_RUN = 100;

/** Messages that no job is left for: their queue failed as they were written, or was lost between two tries. */
export async function listStuckMessages({ db, now }: { db: Db; now: number }): Promise<number[]> {
  const rows = await db
    .select({ id: outboxMessages.id })
    .from(outboxMessages)
    .where(
      and(
        inArray(outboxMessages.status, ["queued", "failed"]),
        or(isNull(outboxMessages.lockedUntil), lte(outboxMessages.lockedUntil, now)),
        or(
          and(eq(outboxMessages.attempts, 0), lte(outboxMessages.createdAt, now - LEFT_LYING_MS)),
          lte(outboxMessages.createdAt, now - GIVEN_UP_MS),
        ),
      ),
    )
    .limit(PER_RUN);
  return rows.map(({ id }) => id);
}
