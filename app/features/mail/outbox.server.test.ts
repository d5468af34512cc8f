import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { auditEntries, outboxMessages } from "#app/db/schema/index.ts";
import type { JobMessage } from "#app/domain/jobs.ts";
import { openTestDb } from "#tests/factories/db.ts";
import { createUser, NOW } from "#tests/factories/people.ts";
import { listOutbox } from "./list-outbox.server.ts";
import { retryMessage } from "./retry-message.server.ts";

const db = openTestDb();
let counter = 0;
async function given(over: Partial<typeof outboxMessages.$inferInsert> = {}): Promise<number> {
  const row = {
    channel: "mail" as const,
    to: "kim@x.example",
    locale: "en" as const,
    template: "password_changed",
    subject: "S",
    text: "T",
  };
  const state = {
    status: "dead" as const,
    attempts: 8,
    lastError: "the provider answered 500",
    createdAt: NOW,
  };
  const [inserted] = await db()
    .insert(outboxMessages)
    .values({ ...row, ...state, dedupeKey: `k${++counter}`, ...over })
    .returning();
  return inserted!.id;
}
const read = (id: number) =>
  db().select().from(outboxMessages).where(eq(outboxMessages.id, id)).get();
async function depsOf(role: "superuser" | "admin") {
  const sent: JobMessage[] = [];
  const { actor } = await createUser(db(), { role });
  return {
    sent,
    deps: {
      db: db(),
      now: NOW,
      actor,
      jobs: { send: (job: JobMessage) => Promise.resolve(void sent.push(job)) },
    },
  };
}

describe("a message that was given up", () => {
  it("is sent again by a superuser, once, with all its tries, and told of", async () => {
    const { deps, sent } = await depsOf("superuser");
    const id = await given();
    expect(await retryMessage(deps, id)).toEqual({ id, to: "kim@x.example" });
    await expect(retryMessage(deps, id)).rejects.toMatchObject({ code: "conflict" });
    expect([await read(id), sent]).toMatchObject([
      { status: "queued", attempts: 0 },
      [{ type: "deliver_message", messageId: id }],
    ]);
    const told = await db()
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, "message.retried"));
    expect(told).toMatchObject([
      {
        actorUserId: deps.actor.userId,
        subjectId: id,
        before: { status: "dead" },
        after: { status: "queued" },
      },
    ]);
  });

  it("is nobody else's to send", async () => {
    const { deps, sent } = await depsOf("admin");
    const id = await given();
    await expect(retryMessage(deps, id)).rejects.toMatchObject({ code: "forbidden" });
    expect([(await read(id))?.status, sent]).toEqual(["dead", []]);
  });

  it("that does not exist, was sent, or lost its words cannot be sent again", async () => {
    const { deps, sent } = await depsOf("superuser");
    await expect(retryMessage(deps, 987_654)).rejects.toMatchObject({ code: "not_found" });
    for (const over of [{ status: "sent" as const }, { status: "queued" as const }, { text: "" }])
      await expect(retryMessage(deps, await given(over))).rejects.toMatchObject({
        code: "conflict",
      });
    expect(sent).toEqual([]);
  });
});

describe("the list of messages", () => {
  it("is by status, the newest first, page by page, and without their words", async () => {
    const { deps } = await depsOf("superuser");
    await db().delete(outboxMessages);
    const ids = [
      await given(),
      await given({ status: "sent" }),
      await given({ text: "" }),
      await given(),
    ];
    const first = await listOutbox(deps, { status: "dead", limit: 2 });
    expect([first.messages.map(({ id }) => id), first.nextBefore]).toEqual([
      [ids[3], ids[2]],
      ids[2],
    ]);
    expect(first.messages.map(({ isErased }) => isErased)).toEqual([false, true]);
    const rest = await listOutbox(deps, { status: "dead", before: first.nextBefore!, limit: 2 });
    expect([rest.messages.map(({ id }) => id), rest.nextBefore]).toEqual([[ids[0]], null]);
    expect(Object.keys(first.messages[0]!)).not.toContain("text");
    await expect(listOutbox((await depsOf("admin")).deps, { limit: 2 })).rejects.toMatchObject({
      code: "forbidden",
    });
  });
});
