/** Messages that were given up, as superusers find them, understand them and send them again: by keyboard alone. */
import type { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, vi } from "vitest";
import { call, signIn } from "#tests/api.ts";
import { journeyBrowser, signInAs } from "#tests/browser.ts";
import {
  findAccessProblems,
  findAccessProblemsInBothThemes,
  pressOn,
  tabTo,
} from "#tests/keyboard.ts";
import { openLocalDatabase } from "#tests/local-database.ts";
import { button, testOnceOf, VIEWS, visitIn } from "#tests/views.ts";
import { sharedHelios } from "#tests/shared-helios.ts";
import { GIVE_UP_MS } from "#tests/limits.ts";

const BOSS = "superuser@helios.example";
const WORDS = "words that no list of messages shows";
const browser = await journeyBrowser();
let db: DatabaseSync;
beforeAll(async () => {
  db = openLocalDatabase(sharedHelios().dataDir);
});
afterAll(async () => {
  db?.exec("delete from outbox_messages where dedupe_key like 'given-up:%'");
  db?.close();
});

type Given = {
  channel: "mail" | "sms";
  to: string;
  template: string;
  subject: string;
  text: string;
  attempts: number;
  error: string;
};
/** Local mode has no provider that could refuse: what the jobs Worker leaves behind then (workers/jobs/delivery/delivery.test.ts). */
const giveUp = ({ channel, to, template, subject, text, attempts, error }: Given): number =>
  Number(
    db
      .prepare(
        'insert into outbox_messages (channel, "to", locale, template, subject, text, headers, dedupe_key, status, attempts, last_error, created_at) ' +
          "values (?, ?, 'en', ?, ?, ?, '{}', ?, 'dead', ?, ?, ?)",
      )
      .run(
        channel,
        to,
        template,
        subject,
        text,
        `given-up:${crypto.randomUUID()}`,
        attempts,
        error,
        Date.now(),
      ).lastInsertRowid,
  );

describe.each(VIEWS)("in $lang, $width wide", (view) => {
  const { lang, width, words } = view;
  const of = `${lang}-${width}`;
  const testIn = testOnceOf(view);
  const lastTry = (error: string) => words.outbox.lastError.replace("{{error}}", error);

  testIn(
    "en",
    "a message that was given up is there with its reason, and goes out when it is sent again",
    async () => {
      db.exec("delete from outbox_messages where status = 'dead'");
      const [mail, phone, reset] = [
        `kim-${of}@plant.example`,
        "+14235550142",
        `erased-${of}@plant.example`,
      ];
      const changed = {
        channel: "mail",
        template: "password_changed",
        subject: "Your Helios password was changed",
        text: WORDS,
      } as const;
      const id = giveUp({ ...changed, to: mail, attempts: 8, error: "the provider answered 503" });
      giveUp({
        channel: "sms",
        to: phone,
        template: "phone_code",
        subject: "",
        text: WORDS,
        attempts: 1,
        error: "no answer: TimeoutError",
      });
      giveUp({
        ...changed,
        to: reset,
        template: "password_reset",
        text: "",
        attempts: 1,
        error: "the provider answered 422",
      });

      const { context, page, errors, origin } = await visitIn(browser, sharedHelios().origin, view);
      await signInAs(page, origin, BOSS);
      await page.goto(`${origin}/outbox`);
      await page.getByRole("heading", { level: 1, name: words.nav.messages }).waitFor();
      const row = (to: string) => page.getByRole("listitem").filter({ hasText: to });
      expect(await row(mail).innerText()).toContain(changed.subject);
      expect(await row(mail).innerText()).toContain(
        words.outbox.attempts_other.replace("{{count}}", "8"),
      );
      expect(await row(mail).innerText()).toContain(
        lastTry(words.outbox.errorStatus.replace("{{status}}", "503")),
      );
      expect(await row(phone).innerText()).toContain(lastTry(words.outbox.errorNoAnswer));
      expect(await row(phone).innerText()).toContain(
        words.outbox.attempts_one.replace("{{count}}", "1"),
      );
      expect(await page.content()).not.toContain(WORDS);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      expect(await findAccessProblemsInBothThemes(page)).toEqual([]);

      // Nothing is left of a link or a code that could be sent again; the button says so.
      const locked = row(reset).getByRole("button", { name: words.outbox.retry });
      await pressOn(page, locked);
      expect(await row(reset).getByRole("tooltip").innerText()).toBe(words.outbox.erased);
      expect(await locked.getAttribute("aria-disabled")).toBe("true");

      // Two superusers with the same list: the second comes too late.
      const late = await context.newPage();
      await late.goto(`${origin}/outbox`);
      await pressOn(page, button(page, words.outbox.retryOf.replace("{{to}}", mail)));
      await page.getByText(words.outbox.queued).waitFor();
      await row(mail).waitFor({ state: "detached" });
      expect(await row(phone).count()).toBe(1);
      await pressOn(late, button(late, words.outbox.retryOf.replace("{{to}}", mail)));
      await late.getByText(words.outbox.notQueued).waitFor();
      expect(await findAccessProblems(late)).toEqual([]);
      await late.close();

      const token = await signIn(origin, BOSS);
      type Sent = { data: { id: number; attempts: number }[] };
      await vi.waitFor(async () => {
        const { data } = await call<Sent>(origin, "/v1/outbox?status=sent", { token });
        expect(data.filter((message) => message.id === id)).toMatchObject([{ attempts: 1 }]);
      }, GIVE_UP_MS);
      const told = await call<{ data: unknown[] }>(
        origin,
        `/v1/audit?subject_type=message&subject_id=${id}`,
        { token },
      );
      expect(told.data).toMatchObject([
        { action: "message.retried", before: { status: "dead" }, after: { status: "queued" } },
      ]);
      await pressOn(page, page.getByRole("link", { name: words.outbox.status_sent, exact: true }));
      await page.waitForURL(`${origin}/outbox?status=sent`);
      await row(mail).waitFor();
      expect(await row(mail).getByRole("button").count()).toBe(0);
      expect(await findAccessProblems(page)).toEqual([]);
      expect(errors.filter((line) => !line.startsWith("Failed to load resource"))).toEqual([]);
      await context.close();
    },
  );

  testIn("es", "when nothing was given up, that is said", async () => {
    db.exec("delete from outbox_messages where status = 'dead'");
    const { context, page, errors, origin } = await visitIn(browser, sharedHelios().origin, view);
    await signInAs(page, origin, BOSS);
    await page.goto(`${origin}/outbox`);
    await page.getByText(words.outbox.empty_dead).waitFor();
    await tabTo(page, page.getByRole("link", { name: words.outbox.status_queued, exact: true }));
    expect(await findAccessProblems(page)).toEqual([]);
    expect(errors).toEqual([]);
    await context.close();
  });
});
