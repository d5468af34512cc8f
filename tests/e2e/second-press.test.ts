/** The second click of a double click answers no question that the first one opened, and presses no button that took its place. */
import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { call, signIn } from "#tests/api.ts";
import { journeyBrowser, newVisitor, openAs, untilDrawn } from "#tests/browser.ts";
import { sharedHelios } from "#tests/shared-helios.ts";
import { texts as configuration } from "#app/features/configuration/texts.en.ts";
import { texts as people } from "#app/features/people/texts.en.ts";

const SUPERUSER = "superuser@helios.example";
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
const { origin } = sharedHelios();

const browser = await journeyBrowser();
let token: string;
beforeAll(async () => {
  token = await signIn(origin, SUPERUSER);
});

async function middleOf(button: Locator): Promise<[x: number, y: number]> {
  const { x, y, width, height } = (await button.boundingBox())!;
  return [x + width / 2, y + height / 2];
}

async function clickTwice(page: Page, button: Locator): Promise<void> {
  await page.mouse.dblclick(...(await middleOf(button)));
}

async function tapTwice(page: Page, button: Locator): Promise<void> {
  const middle = await middleOf(button);
  await tapAt(page, [middle, middle]);
}

/** A tenth of a second apart by what the finger says, however long the page takes for the first one. */
async function tapAt(page: Page, places: [x: number, y: number][]): Promise<void> {
  const finger = await page.context().newCDPSession(page);
  const start = Date.now() / 1000;
  for (const [index, [x, y]] of places.entries()) {
    const timestamp = start + index / 10;
    const touch = { type: "touchStart" as const, timestamp, touchPoints: [{ x, y }] };
    await finger.send("Input.dispatchTouchEvent", touch);
    const end = { type: "touchEnd" as const, timestamp: timestamp + 0.05, touchPoints: [] };
    await finger.send("Input.dispatchTouchEvent", end);
  }
}

test.each([
  // Beside the question, or on what it covers.
  ["DESK", {}, clickTwice],
  // On the button that answers it.
  ["PHONE", PHONE, tapTwice],
])(
  "a machine takes another one's place, asked by a double press on a %s, and the list says that it did",
  async (name, device, pressTwice) => {
    const machine = { name: `Replaced ${name}`, make: "Sun", model: "625" };
    const add = async (serial: string, place: object) => {
      const body = { ...machine, serial_number: serial, ...place };
      return (await call<{ data: { id: number } }>(origin, "/v1/devices", { token, body })).data.id;
    };
    const old = await add(`OLD-${name}`, { facility_id: 1 });
    const id = await add(`NEW-${name}`, {});
    const { context, page, errors } = await newVisitor(browser, device);
    const words = configuration.configuration;
    await openAs(page, origin, SUPERUSER, `/machines/${id}/configuration?replaces=${old}`);
    const sent: string[] = [];
    page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
    await pressTwice(
      page,
      page.getByRole("dialog").getByRole("button", { name: words.replaceNext }),
    );
    const question = page.getByRole("alertdialog");
    const answer = question.getByRole("button", { name: words.replace });
    await answer.waitFor();
    await untilDrawn(page);
    expect([await answer.count(), sent]).toEqual([1, []]);
    await answer.click();
    await page.waitForURL(`${origin}/machines`);
    const said = words.replaced
      .replace("{{name}}", machine.name)
      .replace("{{serial}}", `NEW-${name}`);
    await page.getByRole("status").getByText(said).waitFor();
    expect(errors).toEqual([]);
    await context.close();
    await call(origin, `/v1/devices/${id}/retire`, { method: "PUT", token });
  },
);

test("nobody is invited by the second click on the button that looks at a file", async () => {
  const { context, page, errors } = await newVisitor(browser);
  const words = people.userAdmin.many;
  await openAs(page, origin, SUPERUSER, "/customers/1/users/many");
  await page
    .getByRole("textbox", { name: words.text })
    .fill("first_name,last_name,email,role\nTwo,Clicks,two.clicks@acme.example,user");
  const look = page.getByRole("button", { name: words.look });
  await page.mouse.move(...(await middleOf(look)));
  await page.mouse.down({ clickCount: 1 });
  await page.mouse.up({ clickCount: 1 });
  const invite = page.getByRole("button", { name: words.invite_one.replace("{{count}}", "1") });
  await invite.waitFor();
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await untilDrawn(page);
  expect(sent).toEqual([]);
  expect(errors).toEqual([]);
  await context.close();
});

test("a finger that goes down a list quickly ticks each line", async () => {
  const { context, page, errors } = await newVisitor(browser, PHONE);
  await openAs(page, origin, "admin@acme.example", "/dashboard");
  await page.getByRole("button", { name: /facilities shown/ }).tap();
  const boxes = page.getByRole("dialog").getByRole("checkbox");
  await boxes.nth(1).waitFor();
  await untilDrawn(page);
  const [first, second] = await Promise.all([middleOf(boxes.nth(0)), middleOf(boxes.nth(1))]);
  // On both lines, and as near to each other as the taps of a double tap.
  await tapAt(page, [
    [first[0] + 60, first[1] + 10],
    [second[0] + 60, second[1] - 10],
  ]);
  await expect.poll(() => boxes.nth(1).isChecked()).toBe(false);
  expect(await boxes.nth(0).isChecked()).toBe(false);
  expect(errors).toEqual([]);
  await context.close();
});
