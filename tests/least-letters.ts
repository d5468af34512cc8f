import type { Page } from "playwright-core";

/** The size of the smallest letters that a wall shows, in pixels. */
export const leastLetters = (page: Page): Promise<number> =>
  page.locator("main").evaluate((main) => {
    const sizes: number[] = [];
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const part = text.parentElement!;
      if (!text.textContent?.trim() || part.closest(".sr-only") !== null) continue;
      if (part.checkVisibility()) sizes.push(parseFloat(getComputedStyle(part).fontSize));
    }
    return Math.min(...sizes);
  });
