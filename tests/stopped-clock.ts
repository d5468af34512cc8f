import type { Page } from "playwright-core";

/**
 * The page's time stands still from here on, by the clock and by what lengths are measured with, while its timers go on: what is
 * young stays young, however slow this machine is. `laterMs`: so much has passed at once.
 */
export async function stopClock(page: Page, laterMs = 0): Promise<void> {
  await page.clock.setFixedTime(Date.now() + laterMs);
  await page.evaluate((passedMs) => {
    const stopped = window as unknown as { stoppedAtMs?: number };
    stopped.stoppedAtMs = (stopped.stoppedAtMs ?? performance.now()) + passedMs;
    performance.now = () => stopped.stoppedAtMs!;
  }, laterMs);
}
