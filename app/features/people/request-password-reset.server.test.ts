import { eq, like } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import {
  auditEntries,
  outboxMessages,
  passwordTokens,
  rateLimits,
  sessions,
} from "#app/db/schema/index.ts";
import type { JobMessage } from "#app/domain/jobs.ts";
import {
  RESETS_PER_ACCOUNT,
  RESETS_PER_ADDRESS,
  RESETS_SHARED,
} from "#app/domain/access/limits.ts";
import { RESET_TOKEN_MS } from "#app/domain/access/session-lifetime.ts";
import { openTestDb } from "#tests/factories/db.ts";
import { createSession, createUser, NOW } from "#tests/factories/people.ts";
import { issuePasswordReset, requestPasswordReset } from "./request-password-reset.server.ts";
import { setPasswordByToken } from "./set-password.server.ts";

const trips: string[] = [];
const db = openTestDb((what) => trips.push(what));
const NEW = "marmot quill adobe";
const input = { password: NEW, passwordConfirmation: NEW };

function world(now = NOW) {
  const sent: JobMessage[] = [];
  const jobs = { send: (message: JobMessage) => Promise.resolve(void sent.push(message)) };
  const deps = {
    db: db(),
    now,
    jobs,
    publicOrigin: "https://helios.test",
    endSockets: vi.fn(() => Promise.resolve()),
    accessChanged: vi.fn(),
  };
  return { deps, sent };
}
const ask = (email: string, over: { address?: string | null; requestId?: string } = {}) => ({
  email,
  locale: "en" as const,
  requestId: crypto.randomUUID(),
  address: `203.0.113.${Math.floor(Math.random() * 255)}`,
  ...over,
});
const mailsTo = (email: string) =>
  db().select().from(outboxMessages).where(eq(outboxMessages.to, email));
const linkIn = (text: string): string =>
  /https:\/\/helios\.test\/login\/reset-password\/([\w-]{43})/.exec(text)?.[1] ?? "";

/** Asks and does the jobs that came of it. */
async function askAndDeliver(email: string, now = NOW): Promise<string> {
  const { deps, sent } = world(now);
  await requestPasswordReset(deps, ask(email));
  for (const job of sent)
    if (job.type === "issue_password_reset") await issuePasswordReset(deps, job);
  const mail = (await mailsTo(email))
    .filter(({ template }) => template === "password_reset")
    .at(-1);
  return linkIn(mail?.text ?? "");
}

describe("asking for a reset link", () => {
  it("does the same work for every address, known or not", async () => {
    const { email } = await createUser(db(), { role: "user" });
    for (const address of [email, "nobody@x.example"]) {
      const { deps, sent } = world();
      expect(await requestPasswordReset(deps, ask(` ${address.toUpperCase()} `))).toEqual({
        status: "requested",
      });
      expect(sent).toMatchObject([{ type: "issue_password_reset", email: address }]);
    }
  });

  it("asks the database the same for an unknown address as for a known one", async () => {
    const { email } = await createUser(db(), { role: "user" });
    const workFor = async (address: string) => {
      trips.length = 0;
      await requestPasswordReset(world().deps, ask(address));
      return [...trips];
    };
    const known = await workFor(email);
    expect(known.length).toBeGreaterThan(0);
    expect(await workFor("stranger@x.example")).toEqual(known);
  });

  it("sends an unknown or disabled one nothing", async () => {
    const { email } = await createUser(db(), { role: "user", status: "disabled" });
    for (const address of [email, "ghost@x.example"]) {
      await askAndDeliver(address);
      expect(await mailsTo(address)).toEqual([]);
    }
  });

  it("writes link and mail together, with the token only in the mail, and once however often the job comes", async () => {
    const { email, actor } = await createUser(db(), { role: "user" });
    const { deps, sent } = world();
    const job = { email, locale: "es" as const, requestId: "r-1" };
    for (let i = 0; i < 3; i++) await issuePasswordReset(deps, job);
    const [mail, ...others] = await mailsTo(email);
    expect([mail?.locale, mail?.status, others]).toEqual(["es", "queued", []]);
    expect(sent).toEqual(Array(3).fill({ type: "deliver_message", messageId: mail?.id }));
    const token = linkIn(mail?.text ?? "");
    expect(token).toHaveLength(43);
    const links = await db()
      .select()
      .from(passwordTokens)
      .where(eq(passwordTokens.userId, actor.userId));
    expect(links).toMatchObject([{ purpose: "reset", expiresAt: NOW + RESET_TOKEN_MS }]);
    expect(JSON.stringify(links)).not.toContain(token);
    expect(JSON.stringify(await db().select().from(auditEntries))).not.toContain(token);
  });

  it("is counted per account, silently, and per network address", async () => {
    const { deps, sent } = world();
    for (let i = 0; i < RESETS_PER_ACCOUNT.most + 3; i++)
      expect(await requestPasswordReset(deps, ask("often@x.example"))).toEqual({
        status: "requested",
      });
    expect(sent).toHaveLength(RESETS_PER_ACCOUNT.most);
    const address = "198.51.100.7";
    for (let i = 0; i < RESETS_PER_ADDRESS.most; i++)
      await requestPasswordReset(deps, ask(`a${i}@x.example`, { address }));
    expect(await requestPasswordReset(deps, ask("one-more@x.example", { address }))).toEqual({
      status: "too_many_requests",
      retryAfterSeconds: RESETS_PER_ADDRESS.windowMs / 1000,
    });
  });

  it("is wider where nobody's address is known and everybody shares one, but not open", async () => {
    const { deps } = world();
    const ofEverybody = (i: number) =>
      requestPasswordReset(deps, ask(`s${i}@x.example`, { address: null }));
    expect(await ofEverybody(0)).toEqual({ status: "requested" });
    const asked = (times: number) =>
      db()
        .update(rateLimits)
        .set({ hits: Array<number>(times).fill(NOW) })
        .where(like(rateLimits.subject, `${RESETS_SHARED.name}:%`));
    await asked(RESETS_SHARED.most - 1);
    expect(await ofEverybody(1)).toEqual({ status: "requested" });
    expect(await ofEverybody(2)).toMatchObject({ status: "too_many_requests" });
  });
});

describe("the link", () => {
  it("is won by exactly one of two that come at once", async () => {
    const { email, actor } = await createUser(db(), { role: "user" });
    const token = await askAndDeliver(email);
    const tries = await Promise.allSettled(
      [1, 2, 3].map(() => setPasswordByToken(world().deps, { ...input, token })),
    );
    expect(tries.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected", "rejected"]);
    expect(
      await db().select().from(sessions).where(eq(sessions.userId, actor.userId)),
    ).toHaveLength(1);
  });

  it("is dead once a newer one was asked for", async () => {
    const { email } = await createUser(db(), { role: "user" });
    const [older, newer] = [await askAndDeliver(email), await askAndDeliver(email)];
    const { deps } = world();
    await expect(setPasswordByToken(deps, { token: older, ...input })).rejects.toMatchObject({
      code: "not_found",
    });
    expect((await setPasswordByToken(deps, { token: newer, ...input })).user.email).toBe(email);
  });

  it("in the mail works when its job runs several times at once", async () => {
    const { email, actor } = await createUser(db(), { role: "user" });
    const job = { email, locale: "en" as const, requestId: crypto.randomUUID() };
    await Promise.all(Array.from({ length: 20 }, () => issuePasswordReset(world().deps, job)));
    const [mail, ...others] = await mailsTo(email);
    expect(others).toEqual([]);
    const token = linkIn(mail!.text);
    expect((await setPasswordByToken(world().deps, { token, ...input })).actor.userId).toBe(
      actor.userId,
    );
  });

  it("takes every older one with it, ends all sessions and tells the owner", async () => {
    const { email, actor } = await createUser(db(), { role: "user" });
    const [first, second] = [await askAndDeliver(email), await askAndDeliver(email, NOW + 1)];
    const old = await createSession(db(), actor);
    const { deps, sent } = world();
    const opened = await setPasswordByToken(deps, { ...input, token: second });
    expect(deps.endSockets).toHaveBeenCalledWith({ customerId: null, userId: actor.userId }, [
      old.actor.sessionId,
    ]);
    await expect(setPasswordByToken(deps, { ...input, token: first })).rejects.toMatchObject({
      code: "not_found",
    });
    const notice = (await mailsTo(email)).find(({ template }) => template === "password_changed");
    expect([notice?.subject, notice?.headers]).toEqual(["Your Helios password was changed", {}]);
    expect(sent).toEqual([{ type: "deliver_message", messageId: notice?.id }]);
    expect(opened.actor.userId).toBe(actor.userId);
  });
});
