/** How somebody looks at their machines goes with them to another browser. */
import { expect, test } from "vitest";
import { journeyBrowser, newVisitor, openAs } from "#tests/browser.ts";
import { sharedHelios } from "#tests/shared-helios.ts";

const browser = await journeyBrowser();

const visit = async (email: string) => {
  const visitor = await newVisitor(browser);
  await openAs(visitor.page, sharedHelios().origin, email);
  const views = visitor.page.getByRole("group", { name: "View", exact: true });
  await views.waitFor();
  return { ...visitor, views };
};

test("the view that was chosen in one browser is there in another, and is nobody else's", async () => {
  const first = await visit("user@globex.example");
  const button = (of: typeof first, name: string) => of.views.getByRole("button", { name });
  const isPressed = (of: typeof first, name: string) =>
    button(of, name).getAttribute("aria-pressed");
  const choose = async (name: string) => {
    const kept = first.page.waitForResponse((answer) => answer.url().endsWith("/dashboard/choice"));
    await button(first, name).click();
    expect((await kept).ok()).toBe(true);
  };
  await choose("List");
  const second = await visit("user@globex.example");
  expect(await isPressed(second, "List")).toBe("true");
  const colleague = await visit("admin@globex.example");
  expect(await isPressed(colleague, "List")).toBe("false");

  // As the other journeys expect it of this account.
  await choose("Grid");
  await second.page.reload();
  expect(await isPressed(second, "Grid")).toBe("true");
  for (const { context, errors } of [first, second, colleague]) {
    expect(errors).toEqual([]);
    await context.close();
  }
});
