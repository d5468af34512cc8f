/**
 * Whatever a use case refuses, the form that asked says it: every form of every page is answered with the refusal's own
 * status, in words of both languages and with what was typed, and never with a page that failed.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { users } from "#app/db/schema/index.ts";
import { AppError, STATUS_BY_CODE, type ErrorCode } from "#app/domain/errors.ts";
import type { FormAnswer } from "#app/kit/forms/form-answer.ts";
import { openTestDb } from "./factories/db.ts";
import { seedTestDemo } from "./factories/demo.ts";
import { openPages, visit, type Visit } from "./factories/pages.ts";
import { actorOf, createSession, NOW } from "./factories/people.ts";
import { ADMIN, FORMS, SUPERUSER } from "./page-form-rows.ts";

/** What every use case answers, and what its form made of that. */
const asked = vi.hoisted(() => ({
  refusal: null as Error | null,
  answer: null as FormAnswer<never> | null,
}));
vi.mock(import("#app/pages/answer-form.server.ts"), async (original) => {
  const real = await original();
  const refused = async (question: { intent: string; form: FormData }) => {
    const answer = await real.answerForm({
      ...question,
      schema: z.looseObject({}),
      run: () => Promise.reject(asked.refusal!),
    });
    asked.answer = answer.data as FormAnswer<never>;
    return answer;
  };
  return {
    ...real,
    answerForm: refused as never,
    answerChange: refused as never,
    answerRemoval: ((intent: string, form: FormData) => refused({ intent, form })) as never,
  };
});

/** Forms whose action stands with its page. */
const ON_THEIR_PAGE: { at: string; intent: string; as?: string }[] = [
  { at: "/login", intent: "sign_in" },
  { at: "/login/reset-password-request", intent: "reset_request" },
  { at: "/login/reset-password/some-token", intent: "password" },
  { at: "/login/setup-account/some-token", intent: "password" },
  { at: "/login/confirm-email/some-token", intent: "confirm_email" },
  { at: "/s/notifications/unsubscribe/email?token=x", intent: "unsubscribe" },
  { at: "/s/notifications/unsubscribe/email", intent: "unsubscribe", as: ADMIN },
  { at: "/account/sms/verify", intent: "send", as: ADMIN },
  { at: "/account/sms/verify", intent: "confirm", as: ADMIN },
  { at: "/machines/1/maintenance_work", intent: "complete", as: ADMIN },
  { at: "/outbox", intent: "retry", as: SUPERUSER },
  { at: "/first_steps", intent: "add", as: SUPERUSER },
  { at: "/first_steps", intent: "key", as: SUPERUSER },
  { at: "/customers/new", intent: "save", as: SUPERUSER },
  { at: "/admin/users", intent: "delete", as: SUPERUSER },
  { at: "/admin/users/new", intent: "save", as: SUPERUSER },
  { at: "/admin/users/4", intent: "save", as: SUPERUSER },
];
/** Addresses that take a form and have none to show a refusal in. */
const WITHOUT_A_FORM = [
  "/*",
  "/dashboard/choice",
  "/dashboard/facilities",
  "/dev/kit/:part?",
  "/logout",
  "/maintenances/:id/request_parts_quote",
  "/preferences",
  "/reports/file/:kind",
  "/s/notifications/unsubscribe/one-click",
  "/terms",
];

const rows = [
  ...Object.entries(FORMS).flatMap(([key, sent]) =>
    sent
      .filter(({ isRefused }) => !isRefused)
      .map(({ at, as = ADMIN }) => ({ at, intent: key.split(" ")[1]!, as })),
  ),
  ...ON_THEIR_PAGE,
];
/** The caller's faults, and what passes by itself. */
const CODES = (Object.keys(STATUS_BY_CODE) as ErrorCode[]).filter(
  (code) => STATUS_BY_CODE[code] < 500 || code === "unavailable",
);

const db = openTestDb();
const tokens = new Map<string, string>();
let router: Awaited<ReturnType<typeof openPages>>;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  await seedTestDemo(db());
  for (const row of await db().select().from(users))
    tokens.set(row.email, (await createSession(db(), actorOf(row))).token);
  router = await openPages();
});
beforeEach(() => void vi.spyOn(console, "log").mockImplementation(() => undefined));
afterAll(() => void vi.useRealTimers());

const addressOfData = (at: string): string => {
  const [path, query] = at.split("?");
  return `${path}.data${query === undefined ? "" : `?${query}`}`;
};
const send = ({ at, intent, as }: { at: string; intent: string; as?: string }): Promise<Visit> =>
  visit(router.handle, { db: db(), now: NOW }, addressOfData(at), {
    token: as === undefined ? undefined : tokens.get(as)!,
    form: { intent, name: "What was typed" },
  });

/** A refusal as its use case throws it; those of two codes say what is wrong themselves. */
const refusalOf = (code: ErrorCode): AppError =>
  code === "conflict" || code === "validation_failed"
    ? new AppError(code, { problem: { code: "limit", most: 5 } })
    : new AppError(code);

describe("every form of a page", () => {
  it("stands here", () => {
    const patterns = router.pages
      .filter(({ hasAction, path }) => hasAction && !WITHOUT_A_FORM.includes(path))
      .map(({ path }) => path);
    // The same pages stand in the admin area.
    const matches = (pattern: string, at: string) =>
      new RegExp(
        `^${pattern
          .replace(/^\/admin\/customers/, "/customers")
          .replace(/\/(\w+)\?$/, "(?:/$1)?")
          .replace(/:\w+/g, "[^/]+")}$`,
      ).test(at.split("?")[0]!);
    expect(patterns.length).toBeGreaterThan(25);
    expect(patterns.filter((each) => !rows.some(({ at }) => matches(each, at)))).toEqual([]);
  });

  it.each(CODES)("says %s itself", async (code) => {
    asked.refusal = refusalOf(code);
    for (const row of rows) {
      asked.answer = null;
      const { status } = await send(row);
      expect({ ...row, status }).toEqual({ ...row, status: STATUS_BY_CODE[code] });
      expect(asked.answer).toMatchObject({
        intent: row.intent,
        result: {
          initialValue: { name: "What was typed" },
          error: { "": [{ code: expect.any(String) as string }] },
        },
      });
    }
  });
});
