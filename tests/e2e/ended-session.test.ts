/** A machine's page whose reader is signed out while something is half filled in: it stays, and is sent once signed in again. */
import type { BrowserContext, Page } from "playwright-core";
import { expect, test } from "vitest";
import * as en from "#app/all-texts/en.ts";
import { texts as forms } from "#app/kit/forms/texts.en.ts";
import { texts as kit } from "#app/kit/texts.en.ts";
import { texts as comments } from "#app/features/comments/texts.en.ts";
import { texts as events } from "#app/features/events/texts.en.ts";
import { call, DEMO_PASSWORD, signIn } from "#tests/api.ts";
import {
  isSameDocument,
  journeyBrowser,
  markDocument,
  newVisitor,
  openAs,
} from "#tests/browser.ts";
import { withMachine } from "#tests/own-machine.ts";
import { sharedHelios } from "#tests/shared-helios.ts";

const READER = "user@acme.example";
const { live, login, logOutDialog, nav } = en.common;

const browser = await journeyBrowser();
const { origin } = sharedHelios();

/** By the menu of another window of the same browser. */
async function signOutElsewhere(context: BrowserContext): Promise<void> {
  const other = await context.newPage();
  await other.goto(`${origin}/account`);
  await other.getByRole("button", { name: nav.accountMenu }).click();
  await other.getByRole("menuitem", { name: nav.logOut, exact: true }).click();
  await other.getByRole("alertdialog").getByRole("button", { name: logOutDialog.confirm }).click();
  await other.waitForURL("**/login**");
  await other.close();
}

/** From another of the person's devices. */
async function endFromElsewhere(): Promise<void> {
  const token = await signIn(origin, READER);
  await call(origin, "/v1/sessions", { method: "DELETE", token });
}

/** In the window that `open` opens, which is closed once this page knows. */
async function signInAgain(page: Page, open: () => Promise<void>): Promise<void> {
  const opened = page.waitForEvent("popup");
  await open();
  const window = await opened;
  await window.getByLabel(login.email).fill(READER);
  await window.getByLabel(en.common.signIn.password, { exact: true }).fill(DEMO_PASSWORD);
  await window.keyboard.press("Enter");
  await window.waitForURL((url) => !url.pathname.startsWith("/login"));
  // Its scripts tell the other windows.
  await page.getByText(live.ended).waitFor({ state: "detached" });
  await window.close();
}

async function onOwnMachine(
  tab: string,
  act: (page: Page, context: BrowserContext) => Promise<void>,
): Promise<void> {
  const token = await signIn(origin, "superuser@helios.example");
  await withMachine({ origin, token }, `ENDED-${tab.toUpperCase()}`, async ({ id }) => {
    const { context, page, errors } = await newVisitor(browser);
    await openAs(page, origin, READER, `/machines/${id}/${tab}`);
    await page.locator('[data-connection="live"]').first().waitFor();
    await markDocument(page);
    await act(page, context);
    expect(await isSameDocument(page)).toBe(true);
    expect(new URL(page.url()).pathname).toBe(`/machines/${id}/${tab}`);
    // What the browser names by itself: the socket and a call that found no session.
    expect(errors.filter((line) => !/WebSocket|^Failed to load resource/.test(line))).toEqual([]);
    await context.close();
  });
}

test("a comment that is half typed as its writer signs out in another window is posted after signing in again", () =>
  onOwnMachine("comments", async (page, context) => {
    const box = page.getByRole("textbox", { name: comments.comments.text });
    const post = page.getByRole("button", { name: comments.comments.post, exact: true });
    await box.fill("Belt looks worn");
    await signOutElsewhere(context);
    await page.getByText(live.ended).waitFor();
    await post.click();
    const said = page.getByRole("alert").filter({ hasText: forms.problems.session_ended });
    await said.getByRole("link", { name: kit.kit.signInAgain }).waitFor();
    expect(await box.inputValue()).toBe("Belt looks worn");

    // The way that the banner offers asks first, and leaves the page where it is.
    await page.getByRole("status").getByRole("link", { name: live.signIn }).click();
    await page.getByText(kit.kit.leaveToSignInText).waitFor();
    await signInAgain(page, () =>
      page.getByRole("alertdialog").getByRole("link", { name: kit.kit.signInAgain }).click(),
    );
    expect(await box.inputValue()).toBe("Belt looks worn");
    await post.click();
    await page.getByRole("listitem").getByText("Belt looks worn").waitFor();
    await expect.poll(() => box.inputValue()).toBe("");
  }));

test("a report that is half filled in as the server ends its writer's session is sent after signing in again", () =>
  onOwnMachine("events", async (page) => {
    await page.getByRole("main").getByRole("button", { name: events.events.report }).click();
    const drawer = page.getByRole("dialog");
    const field = (name: string) => drawer.getByLabel(name, { exact: true });
    const send = drawer.getByRole("button", { name: "Report", exact: true });
    await field("Event").fill("Belt torn");
    await endFromElsewhere();
    await page.getByText(live.ended).waitFor();
    expect(await field("Event").inputValue()).toBe("Belt torn");
    // It goes on being filled in.
    await field("Start").fill("11/3/2025 8:00 AM");
    await field("End").fill("11/3/2025 9:30 AM");
    await send.click();
    const said = drawer.getByRole("alert").filter({ hasText: forms.problems.session_ended });
    await signInAgain(page, () => said.getByRole("link", { name: kit.kit.signInAgain }).click());
    expect(await field("Event").inputValue()).toBe("Belt torn");
    await send.click();
    await page.getByText(events.events.created).waitFor();
    // Behind the drawer, which shows the event.
    await page.locator("tbody").getByText("Belt torn").waitFor();
  }));
