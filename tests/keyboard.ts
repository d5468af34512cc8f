/** What a person without a mouse does, and what axe has to say about a page. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Locator, Page } from "playwright-core";

const MOST_TABS = 120;
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Moves the focus to an element by Tab alone; fails when it cannot be reached that way. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let tabs = 0; tabs < MOST_TABS; tabs++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${String(target)} cannot be reached by Tab`);
}

/** Focuses a field by Tab and types over what is in it. */
export async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type(text);
}

export async function pressOn(
  page: Page,
  target: Locator,
  key: "Enter" | "Space" = "Enter",
): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** One line per rule that axe finds broken, with the first place; once colours that are on their way have come. */
export async function findAccessProblems(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    // What changes while axe looks is at its end at once: a colour on its way is nobody's to read.
    const still = new CSSStyleSheet();
    still.replaceSync("*, ::before, ::after { transition-duration: 0s !important }");
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, still];
    const transitions = document
      .getAnimations()
      .filter((animation) => animation instanceof CSSTransition);
    return Promise.allSettled(transitions.map((transition) => transition.finished)).then(
      () => undefined,
    );
  });
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  return page.evaluate(async () => {
    type Found = {
      violations: { id: string; nodes: { target: unknown[]; failureSummary?: string }[] }[];
    };
    type Axe = { run(root: Document, options: { resultTypes: string[] }): Promise<Found> };
    // Of what is right axe would describe each element as well: a third of its work.
    const options = { resultTypes: ["violations"] };
    const { violations } = await (window as unknown as { axe: Axe }).axe.run(document, options);
    document.adoptedStyleSheets = document.adoptedStyleSheets.slice(0, -1);
    return violations.map(
      ({ id, nodes }) => `${id}: ${String(nodes[0]?.target)} ${nodes[0]?.failureSummary ?? ""}`,
    );
  });
}

/** What axe finds in light and in dark, where what is meant is on the page now. */
export async function findAccessProblemsInBothThemes(page: Page): Promise<string[]> {
  const problems: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    problems.push(
      ...(await findAccessProblems(page)).map((problem) => `${colorScheme}: ${problem}`),
    );
  }
  return problems;
}
