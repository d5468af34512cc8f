/** Whoever goes on while a page reads its data again leaves nothing in the console: what was given up is no failure. */
import { expect, test } from "vitest";
import { call, signIn } from "#tests/api.ts";
import { journeyBrowser, newVisitor, openAs } from "#tests/browser.ts";
import { sharedHelios } from "#tests/shared-helios.ts";

const browser = await journeyBrowser();
const { origin } = sharedHelios();

type Held = Window & { holds?: boolean; left: number };

/** Of the answers with a page's data, the frame's never ends and the page's never begins, until the router gives them up. */
function holdBodies(): void {
  const ask = window.fetch.bind(window);
  const held = window as unknown as Held;
  held.left = 2;
  window.fetch = async (input, init) => {
    const answer = await ask(input, init);
    const { pathname, searchParams } = new URL(answer.url);
    if (!held.holds || held.left === 0 || !pathname.endsWith(".data")) return answer;
    const isFrame = searchParams.get("_routes") === "routes/_app";
    const begins = isFrame ? new Uint8Array(await answer.arrayBuffer()) : null;
    const signal = init?.signal;
    const body = new ReadableStream({
      start(controller) {
        if (begins !== null) controller.enqueue(begins);
        signal?.addEventListener("abort", () => controller.error(signal.reason));
      },
      // Asked for once more: what began was read.
      pull() {
        if (--held.left === 0) held.holds = false;
        return new Promise(() => undefined);
      },
    });
    return new Response(body, { status: answer.status, headers: answer.headers });
  };
}

test("a click while the page's data is on its way leaves no error", async () => {
  const token = await signIn(origin, "superuser@helios.example");
  const setTier = (service_tier: unknown) =>
    call(origin, "/v1/devices/1", { method: "PUT", token, body: { service_tier } });
  type Device = { data: { service_tier: unknown } };
  const { data: machine } = await call<Device>(origin, "/v1/devices/1", { token });
  const { context, page, errors } = await newVisitor(browser);
  await page.addInitScript(holdBodies);
  await openAs(page, origin, "admin@acme.example", "/machines/1/maintenance");
  await page.evaluate(() => {
    (window as unknown as Held).holds = true;
  });
  try {
    // The page and its frame are read again, each by a request of its own.
    await setTier(null);
    await page.waitForFunction(() => (window as unknown as Held).left === 0);
    await page.getByRole("navigation").getByRole("link", { name: "Reports" }).first().click();
    await page.waitForURL("**/reports/measures*");
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(errors).toEqual([]);
  } finally {
    await setTier(machine.service_tier);
    await context.close();
  }
});

test("a tab left while what was asked for ahead is still on its way leaves no error, and its answer nothing", async () => {
  const { context, page, errors } = await newVisitor(browser);
  await openAs(page, origin, "admin@acme.example", "/machines/1/overview");
  const { promise: mayAnswer, resolve: letAnswer } = Promise.withResolvers<void>();
  await page.route("**/events.data*", async (route) => {
    await mayAnswer;
    await route.continue().catch(() => undefined);
  });
  const tab = (name: string) => page.getByRole("link", { name, exact: true });
  const asked = page.waitForRequest("**/events.data*");
  await tab("Events").hover();
  const request = await asked;
  await tab("Events").click();
  await page.getByRole("status", { name: "Loading" }).waitFor();
  const given = page.waitForEvent("requestfailed", (failed) => failed === request);
  await tab("Comments").click();
  await given;
  letAnswer();
  await page.waitForURL("**/machines/1/comments");
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(errors).toEqual([]);
  await context.close();
});
