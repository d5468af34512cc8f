/** Words that stand where little room is left, on the dashboard's cards and on the wall: none is broken, and rows are alike. */
import { expect, test } from "vitest";
import { createSampler, listDevices, postBatch, signIn } from "#tests/api.ts";
import {
  breakableConnection,
  journeyBrowser,
  newVisitor,
  openAs,
  signInAs,
} from "#tests/browser.ts";
import { GIVE_UP_MS } from "#tests/limits.ts";
import { sharedHelios } from "#tests/shared-helios.ts";

const ADMIN = "admin@acme.example";
const browser = await journeyBrowser();

/** The machines have the states of this list, one after the other. */
async function haveStates(origin: string, states: readonly string[]): Promise<void> {
  const token = await signIn(origin, ADMIN);
  for (const [at, { id }] of (await listDevices(origin, token)).entries()) {
    const { key } = await createSampler(origin, token, id);
    const tags = { machine_state: [states[at % states.length]!], machine_speed: [171] };
    await postBatch(origin, key, [{ times: [Date.now()], tags }]);
  }
}

test("a card breaks no word of a machine's name for what stands beside it", async () => {
  const viewport = { width: 1024, height: 768 };
  const { context, page, errors } = await newVisitor(browser, { viewport, locale: "es-MX" });
  await openAs(page, sharedHelios().origin, ADMIN);
  const names = page.locator("[data-machine] h3");
  await names.nth(1).waitFor();
  const lines = await names.evaluateAll((all) =>
    all.map((name) => {
      name.textContent = "Corrugadora";
      // As at a machine with alarms and overdue work, of which old data stands there.
      const wide = document.createElement("span");
      Object.assign(wide.style, {
        width: `${name.closest("article")!.offsetWidth - 90}px`,
        flex: "none",
      });
      name.parentElement!.lastElementChild!.replaceChildren(wide);
      const words = document.createRange();
      words.selectNodeContents(name);
      const card = name.closest("article")!.getBoundingClientRect();
      const beside = name.parentElement!.lastElementChild!.getBoundingClientRect();
      return [words.getClientRects().length, beside.right <= card.right];
    }),
  );
  // A card out of sight may not be drawn, and has no lines.
  const drawn = lines.filter(([count]) => count !== 0).map(String);
  expect([...new Set(drawn)]).toEqual(["1,true"]);
  expect(errors).toEqual([]);
  await context.close();
});

test("on a wall that is cut off the age of each row's state stands in one place, in both languages", async () => {
  const { origin } = sharedHelios();
  await haveStates(origin, ["ready_to_run", "running", "running_and_feeding"]);
  for (const locale of ["es-MX", "en-US"]) {
    const viewport = { width: 1920, height: 1080 };
    const { context, page } = await newVisitor(browser, { viewport, locale });
    const connection = await breakableConnection(page);
    await signInAs(page, origin, ADMIN);
    await page.clock.install();
    await page.goto(`${origin}/dashboard/slideshow`);
    await page.locator("main li").nth(2).waitFor({ timeout: GIVE_UP_MS });
    await connection.break();
    await page.clock.fastForward(2 * 60_000);
    await page.locator("main li .wall-old-age").nth(2).waitFor({ timeout: GIVE_UP_MS });
    for (const [width, height] of [
      [1920, 1080],
      [1366, 768],
      [1080, 1920],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      const places = await page.locator("main li").evaluateAll((rows) =>
        rows.map((row) => {
          const age = row.querySelector(".wall-old-age")!;
          const box = age.getBoundingClientRect();
          const word = age.previousElementSibling!.getBoundingClientRect();
          const lines = document.createRange();
          lines.selectNodeContents(age);
          return {
            lines: new Set([...lines.getClientRects()].map(({ top }) => Math.round(top))).size,
            isBehind: box.left >= word.right,
            // Nor over the figures beside it.
            isInside: [row, row.querySelector("dl")!]
              .map((part) => part.getBoundingClientRect())
              .every(({ left, right, top, bottom }) =>
                left > box.left && top < box.bottom && bottom > box.top
                  ? box.right < left
                  : box.right <= right,
              ),
          };
        }),
      );
      const expected = { lines: 1, isBehind: true, isInside: true };
      expect([width, places]).toEqual([width, places.map(() => expected)]);
    }
    await context.close();
  }
});

test("the notice of cookies above a wall is as dark as the wall, and covers nothing of it", async () => {
  const { origin } = sharedHelios();
  const viewport = { width: 390, height: 844 };
  const { context, page } = await newVisitor(browser, { viewport });
  await signInAs(page, origin, ADMIN);
  await page.goto(`${origin}/dashboard/slideshow`);
  const notice = page.getByRole("region", { name: "Cookies" });
  const main = page.locator("main[data-slide]");
  await main.waitFor();
  const [above, below] = [await notice.boundingBox(), await main.boundingBox()];
  expect(above!.y + above!.height).toBeLessThanOrEqual(below!.y);
  const lightest = await notice.evaluate((element) =>
    Math.max(
      ...getComputedStyle(element)
        .backgroundColor.match(/[\d.]+/g)!
        .slice(0, 3)
        .map(Number),
    ),
  );
  expect(lightest).toBeLessThan(50);
  await context.close();
});
