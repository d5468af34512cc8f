/**
 * What a journey of the access area is made in: each language once, on a desk and on a phone. That no text is missing or
 * in the other language is tested without a browser (app/all-texts/all-texts.test.ts).
 */
import type { Browser, Locator, Page } from "playwright-core";
import { test } from "vitest";
import { call } from "./api.ts";
import { newVisitor } from "./browser.ts";
import * as en from "#app/all-texts/en.ts";
import * as es from "#app/all-texts/es.ts";

export const VIEWS = [
  { lang: "en", locale: "en-US", width: 1440, words: en.common },
  { lang: "es", locale: "es-MX", width: 390, words: es.common },
] as const;
export type View = (typeof VIEWS)[number];

/** `test` of what is the same in both: walked once, where the view has that language. access-pages.test has the pages in both. */
export const testOnceOf =
  (view: Pick<View, "lang">) =>
  (lang: View["lang"], name: string, walk: () => Promise<void>): void => {
    if (view.lang === lang) test(name, walk);
  };

/** Somebody who reads that language on that screen, and agreed to cookies. */
export async function visitIn(browser: Browser, origin: string, { lang, locale, width }: View) {
  const visitor = await newVisitor(browser, { locale, viewport: { width, height: 860 } });
  await visitor.context.addCookies([
    { name: "language", value: lang, url: origin },
    { name: "cookieConsent", value: "agreed", url: origin },
  ]);
  return { ...visitor, origin };
}

export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Waits until a dialog is there: its root has no size of its own, so its buttons tell. */
export const waitForDialog = (dialog: Locator) => dialog.getByRole("button").first().waitFor();

export type Message = {
  to: string;
  template: string;
  text: string;
  headers: Record<string, string>;
};
const outbox = async (origin: string): Promise<Message[]> =>
  (await call<{ data: Message[] }>(origin, "/dev/outbox.json")).data;

/** The newest message to somebody, once it is there: the jobs Worker writes it after the answer. */
export async function newestMessage(
  origin: string,
  to: string,
  template: string,
  known: number,
): Promise<Message> {
  for (let tries = 0; tries < 300; tries++) {
    const found = (await outbox(origin)).filter(
      (message) => message.to === to && message.template === template,
    );
    if (found.length > known && found[0]) return found[0];
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`no ${template} came to ${to}`);
}
export const countMessages = async (
  origin: string,
  to: string,
  template: string,
): Promise<number> =>
  (await outbox(origin)).filter((message) => message.to === to && message.template === template)
    .length;
