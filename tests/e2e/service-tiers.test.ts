/** Tiers of several machines, changed by calls that run beside each other, with an outcome of all of them. */
import type { Route } from "playwright-core";
import { expect, test } from "vitest";
import * as es from "#app/all-texts/es.ts";
import { journeyBrowser, newVisitor, openAs } from "#tests/browser.ts";
import { sharedHelios } from "#tests/shared-helios.ts";

const words = es.common.organizations;

const browser = await journeyBrowser();

test("are saved at once, and the page says whether all, some or none were reached", async () => {
  const { origin } = sharedHelios();
  const { context, page } = await newVisitor(browser, {
    ...{ locale: "es-MX", viewport: { width: 390, height: 900 } },
  });
  /** Both calls are there before either is answered, in the order of the machines. */
  const answer = async (...answers: ((route: Route) => Promise<void>)[]) => {
    const waiting: Route[] = [];
    await page.unroute("**/v1/devices/*");
    await page.route("**/v1/devices/*", async (route) => {
      waiting.push(route);
      if (waiting.length === answers.length)
        await Promise.all(answers.map((each, index) => each(waiting[index]!)));
    });
  };
  const done = (route: Route) => route.fulfill({ json: { data: {} } });
  const refused = (route: Route) => route.fulfill({ status: 403, json: { error: "forbidden" } });
  const lost = (route: Route) => route.abort();

  await openAs(page, origin, "superuser@helios.example", "/customers/2/serviceTiers");
  const tiers = page.getByLabel(/^Nivel de servicio de /);
  const valuesNow = async () => Promise.all((await tiers.all()).map((each) => each.inputValue()));
  const before = await valuesNow();
  const another = (value: string) => (value === "1" ? "2" : "1");
  const save = page.getByRole("button", { name: words.save });
  const chooseTwo = async () => {
    for (const n of [0, 1]) await tiers.nth(n).selectOption(another(before[n]!));
  };
  const isAsStored = () => expect.poll(valuesNow).toEqual(before);

  await chooseTwo();
  await answer(done, done);
  await save.click();
  await page.getByText(words.tiersSaved).waitFor();

  await isAsStored();
  await chooseTwo();
  await answer(done, refused);
  await save.click();
  await page.getByText(words.tiersFailed).waitFor();
  await isAsStored();

  await chooseTwo();
  await answer(lost, lost);
  await save.click();
  await page.getByText(words.tiersNotReached).waitFor();
  // What was not reached stays chosen, to be saved again.
  expect(await tiers.nth(0).inputValue()).toBe(another(before[0]!));
  await page.getByText(words.tiersNotReached).waitFor({ state: "detached" });
  await context.close();
});
