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

test("an open drawer covers neither what is said of the connection nor what came of a report, on a small desk", async () => {
  const { context, page } = await newVisitor(browser, { viewport: { width: 1024, height: 768 } });
  await page.routeWebSocket(/\/socket\//, (socket) => socket.close());
  await openAs(page, sharedHelios().origin, "admin@acme.example", "/machines/1/events");
  const banner = page.getByText(en.live.lost);
  await banner.waitFor();
  await page.getByRole("main").getByRole("button", { name: "Report event" }).first().click();
  const drawer = page.getByRole("dialog");
  await drawer.getByLabel("Event", { exact: true }).fill("Is it covered?");
  await drawer.getByLabel("Start", { exact: true }).fill("11/3/2025 8:00 AM");
  await drawer.getByLabel("End", { exact: true }).fill("11/3/2025 9:30 AM");
  await page.route("**/event_forms*", (route) => route.abort());
  await drawer.getByRole("button", { name: "Report", exact: true }).click();
  // Read in one turn of the page: a message goes after some seconds.
  const places = await page.waitForFunction(() =>
    document.querySelector(".toast-place [role=alert]") === null
      ? null
      : [".toast-place [role=alert]", "[data-over-end] > p", "[role=dialog] h2"].map((part) =>
          document.querySelector(part)!.getBoundingClientRect().toJSON(),
        ),
  );
  const [told, said, drawn] = (await places.jsonValue()) as DOMRect[];
  for (const { right } of [told!, said!]) expect(right).toBeLessThanOrEqual(drawn!.left);
  expect(told!.bottom).toBeLessThan(said!.top);
  await context.close();
});
