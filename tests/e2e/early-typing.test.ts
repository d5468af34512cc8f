/** A page that is typed into while its scripts come alive: React hydrates at once then, and nothing may be lost. */
import { expect, test } from "vitest";
import { newVisitor, openBrowser } from "#tests/browser.ts";
import { sharedHelios } from "#tests/shared-helios.ts";

const LOADS = 5;
const TYPED = "typed@early.example";

test("keeps what is typed before the page is alive", async () => {
  const browser = await openBrowser();
  try {
    for (let load = 0; load < LOADS; load++) {
      const { context, page, errors } = await newVisitor(browser);
      const cdp = await context.newCDPSession(page);
      // As slow as a phone, so that there is a time to type in.
      await cdp.send("Emulation.setCPUThrottlingRate", { rate: 4 });
      await page.addInitScript((typed) => {
        const typing = setInterval(() => {
          const field = document.querySelector<HTMLInputElement>('input[name="email"]');
          if (field === null) return;
          if (field.value === "" && !("hasTyped" in window)) field.value = typed;
          Object.assign(window, { hasTyped: true });
          field.dispatchEvent(new InputEvent("input", { bubbles: true }));
        }, 1);
        window.addEventListener("alive", () => clearInterval(typing));
      }, TYPED);
      await page.goto(`${sharedHelios().origin}/login`);
      // Without a password the button is off, once the page is alive.
      await page.locator('button[type="submit"]:disabled').first().waitFor();
      await page.evaluate(() => window.dispatchEvent(new Event("alive")));
      expect(await page.locator('input[name="email"]').inputValue()).toBe(TYPED);
      expect(errors).toEqual([]);
      await context.close();
    }
  } finally {
    await browser.close();
  }
});
