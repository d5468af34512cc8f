/** What lies over a page's end, as long as the connection is lost, hides nothing that a person has to press or read. */
import type { Browser, Locator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { common as en } from "#app/locales/en/common.ts";
import { texts } from "#app/features/comments/texts.en.ts";
import { newVisitor, openAs, openBrowser } from "#tests/browser.ts";
import { sharedHelios } from "#tests/shared-helios.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
});

const edgesOf = async (part: Locator) => {
  const { y, height } = (await part.boundingBox())!;
  return { top: y, end: y + height };
};

test("a comment can be posted on a phone, and what came of it is read", async () => {
  const { context, page } = await newVisitor(browser, {
    ...{ viewport: { width: 390, height: 844 }, hasTouch: true },
  });
  await page.routeWebSocket(/\/socket\//, (socket) => socket.close());
  await page.route("**/comment_list*", (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await openAs(page, sharedHelios().origin, "admin@acme.example", "/machines/1/comments");
  const banner = page.getByText(en.live.lost);
  await banner.waitFor();
  await page.getByRole("textbox", { name: texts.comments.text }).fill("Is it read?");
  const post = page.getByRole("button", { name: texts.comments.post, exact: true });
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  expect((await edgesOf(post)).end).toBeLessThan((await edgesOf(banner)).top);
  await post.tap();
  const failed = page.getByRole("alert").filter({ hasText: texts.comments.postFailed });
  await failed.waitFor();
  expect((await edgesOf(failed)).end).toBeLessThan((await edgesOf(banner)).top);
  await context.close();
});
