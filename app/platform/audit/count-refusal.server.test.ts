import { asc, like } from "drizzle-orm";
import { beforeEach, expect, it, vi } from "vitest";
import { auditEntries } from "#app/db/schema/index.ts";
import { HOUR_MS } from "#app/domain/durations.ts";
import { signIn } from "#app/features/people/sign-in.server.ts";
import { openTestDb } from "#tests/factories/db.ts";
import { createUser, NOW } from "#tests/factories/people.ts";
import { MAX_REFUSALS_PER_HOUR } from "#app/domain/limits.ts";
import { countRefusal } from "./count-refusal.server.ts";

const db = openTestDb();
/** Lines of the log. */
let lines: string[];
beforeEach(() => {
  lines = [];
  vi.spyOn(console, "log").mockImplementation((line: string) => void lines.push(line));
});
const told = async (action: string) =>
  db()
    .select()
    .from(auditEntries)
    .where(like(auditEntries.action, action))
    .orderBy(asc(auditEntries.id));
const at = (now: number, from: string | null = "203.0.113.7") => ({
  db: db(),
  now,
  from,
  route: "/login",
  accessChanged: () => undefined,
  endSockets: () => Promise.resolve(),
});

it("a failed sign-in is told of the account and of nobody's, with from where and which route, and no secret", async () => {
  const { email, actor } = await createUser(db(), {
    role: "user",
    password: "correct horse battery",
  });
  for (const [name, now] of [
    [email, NOW],
    [email, NOW + 1],
    ["my-own-password@x.example", NOW],
    [email, NOW + HOUR_MS],
  ] as const)
    await signIn(at(now), { email: name, password: "not the password", address: null });
  const entries = await told("user.sign_in_refused");
  expect(entries.map(({ subjectId, count, address }) => [subjectId, count, address])).toEqual([
    [actor.userId, 2, "203.0.113.7"],
    [null, 1, "203.0.113.7"],
    [actor.userId, 1, "203.0.113.7"],
  ]);
  expect(entries[0]).toMatchObject({
    actorUserId: null,
    customerId: actor.customerId,
    after: { route: "/login", reason: "authentication_failed" },
  });
  expect(JSON.stringify(entries)).not.toMatch(/my-own-password|not the password/);
  expect(lines.map((line) => JSON.parse(line) as unknown)).toContainEqual({
    event: "sign_in_refused",
    userId: actor.userId,
    from: "203.0.113.7",
    route: "/login",
    reason: "authentication_failed",
  });
  expect(lines.join()).not.toMatch(/my-own-password|not the password/);
  expect((await signIn(at(NOW + 2), { email, password: "correct horse battery" })).status).toBe(
    "signed_in",
  );
  expect(await told("user.sign_in_refused")).toHaveLength(3);
});

it("what happens 50 times at once is one entry that counts 50", async () => {
  const { actor } = await createUser(db(), { role: "admin" });
  await Promise.all(
    Array.from({ length: 50 }, () => countRefusal(at(NOW), { kind: "access_denied", actor })),
  );
  expect(await told("user.access_denied")).toMatchObject([
    { actorUserId: actor.userId, subjectId: actor.userId, count: 50, address: "203.0.113.7" },
  ]);
});

it("however many addresses there are, an hour has so many entries and one for the rest", async () => {
  const later = NOW + 10 * HOUR_MS;
  for (let i = 0; i < MAX_REFUSALS_PER_HOUR + 20; i++)
    await countRefusal(at(later, `10.0.${i >> 8}.${i & 255}`), {
      kind: "sign_in_refused",
      account: null,
      reason: "x",
    });
  const entries = (await told("user.sign_in_refused")).filter((each) => each.at >= later);
  expect(entries).toHaveLength(MAX_REFUSALS_PER_HOUR + 1);
  expect(entries.at(-1)).toMatchObject({ address: null, count: 20 });
  // An IPv6 network of 64 bits is one address.
  await countRefusal(at(later + HOUR_MS, "2001:db8::1"), {
    kind: "sign_in_refused",
    account: null,
    reason: "x",
  });
  await countRefusal(at(later + HOUR_MS, "2001:db8::2"), {
    kind: "sign_in_refused",
    account: null,
    reason: "x",
  });
  expect((await told("user.sign_in_refused")).at(-1)).toMatchObject({ count: 2 });
});
