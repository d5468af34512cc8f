/**
 * Adding something once, however often the same form or call arrives: an answer can get lost on its way, and whoever sends
 * again cannot know that the first had arrived. The sender names what it sends by a key that it makes once.
 */
import { eq, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Db } from "#app/db/client.server.ts";
import { auditEntries, sentForms } from "#app/db/schema/index.ts";
import { sha256Hex } from "#app/db/secrets.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { AppError } from "#app/domain/errors.ts";
import { isSendKey, SEND_KEY, SEND_KEY_HEADER } from "#app/domain/send-key.ts";
import { UNTOUCHED } from "#app/domain/untouched.ts";

/** What was sent: the sender's key, and a hash of the contents. */
export type Sent = { key: string; contentHash: string };
type Deps = { db: Db; now: number; actor: Actor; sent?: Sent | undefined };

/** Of a form of the kit; undefined where it has no key, as without scripts. */
export function sentByForm(form: FormData): Sent | undefined {
  const key = form.get(SEND_KEY);
  if (typeof key !== "string" || !isSendKey(key)) return undefined;
  const contents = [...form]
    .filter(([name]) => name !== SEND_KEY && name !== UNTOUCHED)
    .map(([name, value]) => [name, typeof value === "string" ? value : [value.name, value.size]]);
  return { key, contentHash: sha256Hex(JSON.stringify(contents)) };
}

/**
 * Of a call of /v1, by its Idempotency-Key; undefined without one. 400 when it is no key. The address belongs to what is
 * sent: the same words for another machine are another thing.
 */
export function sentByCall(request: Request, body: unknown): Sent | undefined {
  const key = request.headers.get(SEND_KEY_HEADER);
  if (key === null) return undefined;
  if (!isSendKey(key))
    throw new AppError("malformed", {
      message: `${SEND_KEY_HEADER} takes 8 to 64 letters, digits, hyphens and underscores.`,
    });
  const { pathname } = new URL(request.url);
  return { key, contentHash: sha256Hex(JSON.stringify([pathname, body])) };
}

/**
 * Runs `add`, unless the same was sent before: then `read` answers what was added then. `add` puts `asSent` into its batch,
 * right after the audit entry of what it adds. 409 when the key comes again with other contents.
 */
export async function addOnce<T>(
  deps: Deps,
  add: (asSent: BatchItem<"sqlite">[]) => Promise<T>,
  read: (id: number) => Promise<T>,
): Promise<T> {
  const { db, now, actor, sent } = deps;
  if (sent === undefined) return add([]);
  const key = `${senderOf(actor)}:${sent.key}`;
  const answerFirst = async (): Promise<{ first: T } | null> => {
    const known = await db.select().from(sentForms).where(eq(sentForms.key, key)).get();
    if (!known) return null;
    if (known.contentHash !== sent.contentHash) throw sentBefore();
    return { first: await read(known.subjectId) };
  };
  const before = await answerFirst();
  if (before !== null) return before.first;
  const asSent = db.insert(sentForms).values({
    key,
    contentHash: sent.contentHash,
    subjectId: sql<number>`(select ${auditEntries.subjectId} from ${auditEntries} where ${auditEntries.id} = last_insert_rowid())`,
    createdAt: now,
  });
  try {
    return await add([asSent]);
  } catch (error) {
    // Another try of the same came first: this one is refused for its key, or for the place or the name which that one took.
    const meanwhile = await answerFirst();
    if (meanwhile === null) throw error;
    return meanwhile.first;
  }
}

/** Service accounts are nobody's: each has a session number of its own. */
const senderOf = ({ userId, sessionId }: Actor): number => (userId === 0 ? sessionId : userId);

/** For a secret that is shown once: what the first try added is in use, so that its secret must have arrived. */
export const secretInUse = () =>
  new AppError("conflict", {
    message: "The first try added it, and it is in use: its secret is not told again.",
    problem: { code: "sent_before" },
  });

const sentBefore = () =>
  new AppError("conflict", {
    message: "This was sent before with other contents, and added then.",
    problem: { code: "sent_before" },
  });
